/** All forms keep what is typed, never store secrets, and show errors at the field. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';
import { goTo } from './testing/page-steps.js';

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test.each([
  ['/admin?tab=invites', 'Email to invite', 'someone@example.com'],
  ['/admin?tab=workspaces', 'New workspace name', 'Half a workspace'],
  ['/agents?tab=profiles&edit=new', 'External ID', 'user-1'],
  ['/agents?tab=memory&edit=new', 'Store name', 'Half a store'],
  ['/agents?tab=vaults&edit=new', 'Vault name', 'Half a vault'],
])('%s keeps its draft through reloads and navigation, in every tab', async (address, label, text) => {
  const { page, url } = await visit(address);
  const field = (tab: Page) => tab.getByLabel(label, { exact: true });
  await field(page).fill(text);
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe(text);
  await goTo(page, 'Requests');
  await page.goBack();
  await expect.poll(() => field(page).inputValue()).toBe(text);
  const other = await page.context().newPage();
  await other.goto(`${url}${address}`);
  await expect.poll(() => field(other).inputValue()).toBe(text);
  await field(other).fill(`${text}.org`);
  await expect.poll(() => field(page).inputValue()).toBe(`${text}.org`);
});

test('a submitted form is empty, and an invalid field is marked and focused', async () => {
  const { page } = await visit('/admin?tab=invites');
  const email = page.getByLabel('Email to invite');
  await email.fill('nobody');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  const described = await email.getAttribute('aria-describedby');
  await expect.poll(() => page.locator(`[id="${described}"]`).innerText()).not.toBe('');
  await email.fill('nobody@example.com');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('false');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('cell', { name: 'nobody@example.com', exact: true }).waitFor();
  await expect.poll(() => email.inputValue()).toBe('');
  expect(await stored(page)).not.toContain('draft invite');
});

test('two tabs share the draft of a credential, but never its secrets', async () => {
  const { page, url, parlance } = await visit('/agents?tab=vaults');
  const { vaults } = parlance.managedAgents;
  const { id } = await vaults.create({ display_name: 'Shipping' });
  const address = `${url}/agents?tab=vaults&vault=${id}&open=credential`;
  await page.goto(address);
  const other = await page.context().newPage();
  await other.goto(address);
  const name = (tab: Page) => tab.getByLabel('Credential name');
  const server = (tab: Page) => tab.getByLabel('MCP server URL');
  const token = (tab: Page) => tab.getByLabel('Token', { exact: true });

  await name(page).fill('Carrier');
  await token(page).fill('canary-1');
  await expect.poll(() => name(other).inputValue()).toBe('Carrier');
  await expect.poll(() => token(other).inputValue()).toBe('');
  await token(other).fill('canary-2');
  await server(other).fill('https://carrier.example.com');
  await expect.poll(() => server(page).inputValue()).toBe('https://carrier.example.com');
  await expect.poll(() => token(page).inputValue()).toBe('canary-1');
  await expect.poll(() => name(page).inputValue()).toBe('Carrier');
  expect(await stored(page)).toContain('Carrier');
  expect(await stored(page)).not.toContain('canary');

  await other.reload();
  await expect.poll(() => name(other).inputValue()).toBe('Carrier');
  await expect.poll(() => server(other).inputValue()).toBe('https://carrier.example.com');
  await expect.poll(() => token(other).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Save credential' }).click();
  await page.getByRole('listitem', { name: 'Carrier' }).waitFor();
  const [created] = (await vaults.credentials.list(id)).data;
  expect(created).toMatchObject({ display_name: 'Carrier', auth: { type: 'static_bearer' } });
  await expect.poll(() => name(other).inputValue()).toBe('');
  expect(await stored(page)).not.toContain('Carrier');
});
