/** Every view has an address, which Back and a reload restore. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';
import { choose, selectOf, messageBox, replied, say } from './testing/page-steps.js';

const listOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('filters and the selected chat survive a reload, and Back restores the previous view', async () => {
  const { page } = await visit('/compliance');
  const list = listOf(page, 'Chats');
  await list.getByRole('listitem').first().waitFor();
  const all = await list.getByRole('listitem').count();
  await choose(page, 'Project', { index: 1 });
  // Not the empty list while the chats of the project load.
  await expect
    .poll(() => list.getByRole('listitem').count())
    .toSatisfy((count: number) => count > 0 && count < all);
  await list.getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: 'Delete…' }).waitFor();
  const inProject = await list.getByRole('listitem').count();
  const title = await page.locator('.detail h2').innerText();

  await page.reload();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(inProject);
  await page.goBack();
  await page.getByText('Select a chat').waitFor();
  await page.goBack();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(all);
});

test('an open form and the list of archived agents have an address', async () => {
  const { page } = await visit('/agents');
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('form', { name: 'New agent' }).waitFor();
  await page.reload();
  await page.getByRole('form', { name: 'New agent' }).waitFor();
  await page.goBack();
  await page.getByRole('form', { name: 'New agent' }).waitFor({ state: 'hidden' });
  await page.getByLabel('Show archived').check();
  await page.reload();
  await expect.poll(() => page.getByLabel('Show archived').isChecked()).toBe(true);
});

test.each([
  ['/chat', 'Conversations', 'Conversations'],
  ['/chat', /^assistant-/, 'Model and settings'],
  ['/usage', 'Code', 'This page as code'],
])('on %s, the dialog of %s has an address', async (address, button, dialog) => {
  const { page } = await visit(address);
  const shown = page.getByRole('dialog', { name: dialog });
  await page.getByRole('button', { name: button, exact: true }).click();
  await shown.waitFor();
  await page.reload();
  await shown.waitFor();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false);
  await page.getByRole('button', { name: button, exact: true }).click();
  await shown.waitFor();
  await page.goBack();
  await shown.waitFor({ state: 'hidden' });
});

test('the open members of workspaces have an address', async () => {
  const { page } = await visit('/admin?tab=workspaces');
  const members = page.getByRole('button', { name: /^Select a member Add to/ });
  await page.locator('summary', { hasText: 'Members' }).first().click();
  await members.waitFor();
  await page.reload();
  await members.waitFor();
  await page.goBack();
  await expect.poll(() => members.count()).toBe(0);
});

test('the search, role and order of members have an address', async () => {
  const { page } = await visit('/admin');
  const names = page.getByRole('region', { name: 'Members' }).locator('tbody strong');
  await page.getByRole('button', { name: 'Name' }).click();
  await choose(page, 'Filter by role', 'user');
  const sorted = await names.allInnerTexts();
  expect(sorted).toEqual(sorted.toSorted((one, other) => other.localeCompare(one)));
  await page.reload();
  await names.first().waitFor();
  await expect.poll(() => names.allInnerTexts()).toEqual(sorted);
});

test.each(['/compliance?from=abc&to=abc', '/compliance?tab=activities&from=abc&to=abc'])(
  '%s ignores dates that do not exist',
  async (address) => {
    const { page } = await visit(address);
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: 'Export results', disabled: false })
      .waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe('');
  },
);

test('a filter for what does not exist shows its value', async () => {
  const { page } = await visit('/compliance?tab=activities&type=nothing&actor=user_missing');
  await page.getByText('No matching activities').waitFor();
  const shown = (label: string) => selectOf(page, label).innerText();
  expect([await shown('Type'), await shown('Actor')]).toEqual(['nothing', 'user_missing']);
});

test.each([
  ['/nowhere', 'Page not found'],
  ['/compliance?tab=nothing', 'Tab not found'],
  ['/compliance?chat=assistant_chat_missing', 'Chat not found'],
  ['/agents?agent=agent_missing', 'Agent not found'],
  ['/agents?tab=sessions&session=sesn_missing', 'Session not found'],
  ['/agents?tab=memory&store=memstore_missing', 'Memory store not found'],
  ['/agents?tab=vaults&vault=vlt_missing', 'Vault not found'],
  ['/agents?tab=profiles&profile=uprof_missing', 'User profile not found'],
  ['/admin?tab=workspaces&workspace=wrkspc_missing', 'Workspace not found'],
  ['/compliance?tab=activities&activity=activity_missing&at=1.5', 'Activity not found'],
  ['/requests?call=999999', 'Request not found'],
  ['/batches?batch=msgbatch_missing', 'Batch not found'],
  ['/chat?chat=missing', 'Conversation not found'],
])('%s says: %s', async (address, message) => {
  const { page } = await visit(address);
  const heading = page.getByRole('heading', { level: 2, name: 'not found' });
  await expect.poll(() => heading.innerText()).toBe(message);
});

test('a missing conversation has no message box, and a new one can be started', async () => {
  const { page } = await visit('/chat');
  await say(page, 'Hello');
  await replied(page);
  await page.goto(new URL('/chat?chat=missing', page.url()).href);
  await page.getByText('Conversation not found').waitFor();
  await expect.poll(() => messageBox(page).count()).toBe(0);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await messageBox(page).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(0);
});

test('the tabs can be reached with the keyboard when the address names another one', async () => {
  const { page } = await visit('/compliance?tab=nothing');
  const first = page.getByRole('tab').first();
  await page.locator('main').focus();
  await page.keyboard.press('Tab');
  expect(await first.evaluate((tab) => tab === document.activeElement)).toBe(true);
});
