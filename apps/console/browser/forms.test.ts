/** All forms keep what is typed, never store secrets, and show errors at the field. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit, withBrowser } from './open-page.js';

withBrowser();

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

test.each([
  ['/admin?tab=invites', 'Email to invite', 'someone@example.com'],
  ['/admin?tab=workspaces', 'New workspace name', 'Half a workspace'],
  ['/agents?tab=profiles&edit=new', 'External ID', 'user-1'],
  ['/agents?tab=memory&edit=new', 'Store name', 'Half a store'],
  ['/agents?tab=vaults&edit=new', 'Vault name', 'Half a vault'],
])('%s keeps its draft through reloads and navigation, in every tab', async (address, label, text) => {
  await using console = await visit(address);
  const { page, url } = console;
  const field = (tab: Page) => tab.getByLabel(label, { exact: true });
  await field(page).fill(text);
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe(text);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
  await page.goBack();
  await expect.poll(() => field(page).inputValue()).toBe(text);
  const other = await page.context().newPage();
  await other.goto(`${url}${address}`);
  await expect.poll(() => field(other).inputValue()).toBe(text);
  await field(other).fill(`${text}.org`);
  await expect.poll(() => field(page).inputValue()).toBe(`${text}.org`);
});

test('a submitted form is empty, and an invalid field is marked and focused', async () => {
  await using console = await visit('/admin?tab=invites');
  const { page } = console;
  const email = page.getByLabel('Email to invite');
  await email.fill('nobody');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  const described = await email.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).innerText()).not.toBe('');
  await email.fill('nobody@example.com');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('false');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText('1 pending change').waitFor();
  await expect.poll(() => email.inputValue()).toBe('');
  expect(await stored(page)).not.toContain('draft invite');
});
