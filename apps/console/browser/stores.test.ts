import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { confirmed } from './testing/agent-steps.js';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose, recordBodies } from './testing/page-steps.js';

async function createStore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New store' }).click();
  await page.getByLabel('Store name').fill('Customers');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('region', { name: 'Customers' }).waitFor();
}

async function createVault(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New vault' }).click();
  await page.getByLabel('Vault name').fill('Shipping');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('region', { name: 'Shipping' }).waitFor();
}

async function addMemory(page: Page, path: string, content: string): Promise<void> {
  await page.getByLabel('Memory path').fill(path);
  await page.getByLabel('Memory content').fill(content);
  await page.getByRole('button', { name: 'Add memory' }).click();
  await page.getByRole('list', { name: 'Memories' }).getByText(path).waitFor();
}

test('a memory is created, read, updated and deleted', async () => {
  const { page } = await visit('/agents?tab=memory');
  await createStore(page);
  await page.getByLabel('Memory path').fill('wishes.md');
  await page.getByText('must start with /').waitFor();
  await addMemory(page, '/wishes.md', 'No calls before nine');
  await page.getByText('/wishes.md').click();
  await page.getByText('No calls before nine').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Content', { exact: true }).fill('No calls at all');
  await expect.poll(() => page.getByText('15 of 102,400 bytes').count()).toBe(1);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('pre', { hasText: 'No calls at all' }).waitFor();
  const text = await confirmed(page, 'Delete /wishes.md', page);
  expect(text).toContain('Its versions are kept');
  await page.getByText('No memories yet.').waitFor();
});

test('a memory that was changed elsewhere is not overwritten', async () => {
  const { page, parlance } = await visit('/agents?tab=memory');
  const { memoryStores } = parlance.managedAgents;
  await createStore(page);
  await addMemory(page, '/wishes.md', 'No calls before nine');
  await page.getByText('/wishes.md').click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const [store] = (await memoryStores.list()).data;
  const [memory] = (await memoryStores.memories.list(store?.id ?? '')).data;
  if (store === undefined || memory?.type !== 'memory') throw new Error('The memory was not created.');
  await memoryStores.memories.update(store.id, memory.id, { content: 'From the agent' });
  await page.getByLabel('Content', { exact: true }).fill('From the page');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('The service rejected the request (409)').waitFor();
  expect((await memoryStores.memories.retrieve(store.id, memory.id)).content).toBe('From the agent');
});

test('a memory store is archived, found with the filter, and deleted', async () => {
  const { page } = await visit('/agents?tab=memory');
  await createStore(page);
  await addMemory(page, '/wishes.md', 'No calls before nine');
  expect(await confirmed(page, 'Archive…', page)).toContain('New sessions can’t attach it.');
  const list = page.getByRole('region', { name: 'Memory stores' });
  await list.getByText('archived', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add memory' }).count()).toBe(0);
  await page.getByText('/wishes.md').click();
  await page.getByText('No calls before nine').waitFor();
  const item = list.getByRole('button', { name: 'Customers' });
  await page.getByLabel('Show archived').uncheck();
  await item.waitFor({ state: 'hidden' });
  await page.getByLabel('Show archived').check();
  await item.click();
  expect(await confirmed(page, 'Delete…', page)).toContain('its memories and all their versions are deleted');
  await item.waitFor({ state: 'hidden' });
});

test('bearer and OAuth tokens are stored in a vault and replaced, and are never returned', async () => {
  const { page, parlance, fake } = await visit('/agents?tab=vaults');
  const received = recordBodies(page);
  await createVault(page);
  await page.getByRole('button', { name: 'Add credential' }).click();
  await page.getByLabel('Credential name').fill('Carrier');
  await page.getByLabel('MCP server URL').fill('https://carrier.example.com');
  await page.getByLabel('Token', { exact: true }).fill('secret-canary-1');
  await page.getByRole('button', { name: 'Save credential' }).click();
  const carrier = page.getByRole('listitem', { name: 'Carrier' });
  await carrier.waitFor();

  await page.getByRole('button', { name: 'Add credential' }).click();
  await page.getByLabel('OAuth').check();
  await page.getByLabel('Credential name').fill('Tracker');
  await page.getByLabel('MCP server URL').fill('https://tracker.example.com');
  await page.getByLabel('Access token').fill('secret-canary-2');
  await page.getByLabel('Expires at').fill('2026-12-24T18:00');
  await page.getByLabel('Renew with a refresh token').check();
  await page.getByLabel('Refresh token', { exact: true }).fill('secret-canary-3');
  await page.getByLabel('Token endpoint').fill('https://auth.example.com/token');
  await page.getByLabel('Client ID').fill('console');
  await page.getByLabel('Scopes').fill('read write');
  await choose(page, 'Client authentication', 'client_secret_post');
  await page.getByLabel('Client secret', { exact: true }).fill('secret-canary-4');
  await page.getByRole('button', { name: 'Save credential' }).click();
  const tracker = page.getByRole('listitem', { name: 'Tracker' });
  await tracker.getByText('renewed at https://auth.example.com/token').waitFor();
  await expect.poll(() => page.getByText('2 of 20').count()).toBe(1);
  await tracker.getByRole('button', { name: 'Validate' }).click();
  await tracker
    .getByRole('status')
    .getByText(/^valid$|could not be checked/)
    .waitFor();

  await tracker.getByRole('button', { name: 'Replace secret' }).click();
  await page.getByLabel('New access token').fill('secret-canary-5');
  await page.getByRole('dialog').getByLabel('Expires at').fill('2027-01-31T09:00');
  await page.getByLabel('New client secret').fill('secret-canary-6');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await carrier.getByRole('button', { name: 'Replace secret' }).click();
  await page.getByLabel('New token').fill('secret-canary-7');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const { vaults } = parlance.managedAgents;
  const [vault] = (await vaults.list()).data;
  const stored = await Array.fromAsync(vaults.credentials.list(vault?.id ?? ''));
  expect(stored.map(({ display_name, auth }) => [display_name, auth.type])).toEqual([
    ['Tracker', 'mcp_oauth'],
    ['Carrier', 'static_bearer'],
  ]);
  expect(stored[0]?.auth).toMatchObject({
    expires_at: new Date('2027-01-31T09:00').toISOString(),
    refresh: { scope: 'read write', token_endpoint_auth: { type: 'client_secret_post' } },
  });
  const sent = fake.journal().filter(({ operation }) => operation === 'vaults.credentials.update');
  expect(sent?.map(({ status }) => status)).toEqual([200, 200]);
  expect(await page.content()).not.toContain('secret-canary');
  await page.goto('about:blank');
  expect(await received()).not.toContain('secret-canary');
});

test('a second credential for a server is rejected until the first is archived', async () => {
  const { page } = await visit('/agents?tab=vaults');
  await createVault(page);
  const addCredential = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add credential' }).click();
    await page.getByLabel('Credential name').fill(name);
    await page.getByLabel('MCP server URL').fill('https://carrier.example.com');
    await page.getByLabel('Token', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Save credential' }).click();
  };
  await addCredential('Old');
  const old = page.getByRole('listitem', { name: 'Old' });
  await old.waitFor();
  await addCredential('New');
  await page.getByRole('alert').getByText('The service rejected the request (409)').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await confirmed(old, 'Archive Old', page)).toContain('Its secret is purged.');
  await page.getByText('This vault is empty.').waitFor();
  await addCredential('New');
  await page.getByRole('listitem', { name: 'New' }).waitFor();
  await page.getByLabel('Show archived credentials').check();
  await old.getByText('archived', { exact: true }).waitFor();
  expect(await confirmed(old, 'Delete Old', page)).toContain('its secret are deleted');
  await old.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('listitem', { name: 'New' }).count()).toBe(1);
});

test('a vault is archived, found with the filter, and deleted', async () => {
  const { page } = await visit('/agents?tab=vaults');
  await createVault(page);
  expect(await confirmed(page, 'Archive…', page)).toContain('New sessions can’t use the vault');
  const list = page.getByRole('region', { name: 'Vaults' });
  await list.getByText('archived', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add credential' }).count()).toBe(0);
  expect(await confirmed(page, 'Delete…', page)).toContain('all its credentials');
  await list.getByText('Shipping').waitFor({ state: 'hidden' });
});

test('a user profile is created and edited, and gets an enrollment link', async () => {
  const { page, parlance } = await visit('/agents?tab=profiles');
  await page.getByRole('button', { name: 'New profile' }).click();
  await choose(page, 'Relationship', 'resold');
  await page.getByLabel('Name', { exact: true }).fill('Acme');
  await page.getByLabel('External ID').fill('acme-17');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const detail = page.getByRole('region', { name: 'Acme' });
  await detail.waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Acme Ltd');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Create enrollment link' }).click();
  await page.getByText('Anyone with this link can enroll').waitFor();
  await expect.poll(() => page.locator('.secret-url').innerText()).toMatch(/^https?:\/\//);
  expect(await accessibilityProblems(page)).toEqual([]);
  const [profile] = (await parlance.managedAgents.userProfiles.list()).data;
  expect(profile).toMatchObject({ name: 'Acme Ltd', external_id: 'acme-17', relationship: 'resold' });
});

test.each(['light', 'dark'] as const)('memory and vaults are accessible in %s', async (colorScheme) => {
  const { page } = await visit('/agents?tab=memory', { colorScheme });
  expect(await accessibilityProblems(page)).toEqual([]);
  await createStore(page);
  await addMemory(page, '/wishes.md', 'No calls before nine');
  await page.getByText('/wishes.md').click();
  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Vaults' }).click();
  await createVault(page);
  await page.getByRole('button', { name: 'Add credential' }).click();
  await page.getByLabel('OAuth').check();
  await page.getByLabel('Renew with a refresh token').check();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('vaults fit a narrow screen', async () => {
  const { page } = await visit('/agents?tab=vaults', { viewport: { width: 360, height: 640 } });
  await createVault(page);
  await page.getByRole('button', { name: 'Add credential' }).click();
  await page.getByLabel('OAuth').check();
  await page.getByLabel('Renew with a refresh token').check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});
