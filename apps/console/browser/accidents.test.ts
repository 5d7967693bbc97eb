/** What happens by accident: double clicks, pasted spaces, two tabs, blank names, and an emulator that stops. */
import type { Page } from 'playwright-core';
import { createFake } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { createDemoSessions } from '../server/demo-sessions.js';
import { visit, type Visit } from './testing/open-page.js';
import { choose, download, messageBox, replied, say } from './testing/page-steps.js';

/** Returns the failed requests, as the page Requests lists them. */
async function failedRequests(page: Page, url: string): Promise<string[]> {
  await page.goto(`${url}/requests?kind=failed`);
  const list = page.getByRole('region', { name: 'Requests' });
  await list.getByText('No matching requests').or(list.getByRole('listitem').first()).waitFor();
  return list.getByRole('listitem').allInnerTexts();
}

async function addSessions({ parlance, emulator }: Visit): Promise<void> {
  const { signal } = new AbortController();
  await createDemoSessions({ client: parlance.managedAgents, emulator, signal });
}

test.each(['Allow', 'Deny'])('a double click on %s responds once', async (name) => {
  const visited = await visit('/');
  const { page, url } = visited;
  await addSessions(visited);
  await page.goto(`${url}/agents?tab=sessions`);
  await page.getByRole('button', { name: /Refund of order 23/ }).click();
  await page.getByRole('button', { name }).dblclick();
  await page.getByRole('list', { name: 'Events' }).getByText('finished its turn').waitFor();
  expect(await failedRequests(page, url)).toEqual([]);
});

test('a call that was allowed cannot be allowed again while its session has not reported it', async () => {
  const visited = await visit('/');
  const { page, url } = visited;
  await addSessions(visited);
  await page.goto(`${url}/agents?tab=sessions`);
  await page.getByRole('button', { name: /Refund of order 23/ }).click();
  const allow = page.getByRole('button', { name: 'Allow' });
  await allow.waitFor();
  // The service accepts the response, and nothing else happens.
  await page.route('**/sessions/*/events', (route) => route.fulfill({ json: { data: [] } }));
  await allow.click();
  await expect.poll(() => allow.isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Deny' }).isDisabled()).toBe(true);
});

test.each(['Export all chats', 'Export all activities'])(
  'a double click on %s exports once',
  async (name) => {
    const { page } = await visit('/compliance?tab=exports');
    await page.getByRole('button', { name }).dblclick();
    const items = page.getByRole('listitem', { name: / export, started / });
    await items.first().getByText('finished', { exact: true }).waitFor();
    expect(await items.count()).toBe(1);
  },
);

test('a double click on Pause does not resume the export', async () => {
  const { page, fake } = await visit('/compliance?tab=exports');
  fake.setFaults([{ match: { operation: 'activities.list' }, stall: true }]);
  await page.getByRole('button', { name: 'Export all activities' }).click();
  await page.getByRole('button', { name: 'Pause' }).dblclick();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await expect.poll(() => page.getByText('paused', { exact: true }).count()).toBe(1);
});

test('a double click deletes a chat once', async () => {
  const { page, url } = await visit('/compliance?search=onboarding');
  const list = page.getByRole('region', { name: 'Chats' });
  await list.getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Onboarding checklist');
  await dialog.getByRole('button', { name: 'Delete permanently' }).dblclick();
  await page.getByText('Permanently deleted “Onboarding checklist”.').waitFor();
  expect(await failedRequests(page, url)).toEqual([]);
});

test('a double click invites once', async () => {
  const { page } = await visit('/admin?tab=invites');
  await page.getByRole('tab', { name: 'Invites 12' }).waitFor();
  await page.getByLabel('Email to invite').fill('  mara.lind@example.com ');
  await page.getByRole('button', { name: 'Invite', exact: true }).dblclick();
  await page.getByRole('tab', { name: 'Invites 13' }).waitFor();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'mara.lind' }).count()).toBe(1);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('names are searched by their words, however they were pasted', async () => {
  const { page, url } = await visit('/compliance');
  const found = page.getByLabel('Number of chats');
  await found.getByText('160 chats', { exact: true }).waitFor();
  await page.getByLabel('Search chats').fill(' Onboarding\u00A0  checklist\t');
  await found.getByText('10 chats', { exact: true }).waitFor();
  await page.getByLabel('Search chats').fill('Yuki Tanabe');
  await found.getByText(/^[1-9]\d? chats$/).waitFor();
  await page.getByText('Everybody: 14 people').click();
  await page.getByLabel('Search people').fill(' yuki  tanabe');
  await page.getByRole('checkbox', { name: 'Yuki Tanabe' }).waitFor();
  await page.goto(`${url}/admin`);
  await page.getByLabel('Search members').fill('  Grace  Kim ');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
});

test('a search of messages finds what people wrote, not the format of their messages', async () => {
  const { page } = await visit('/compliance?in=messages&search=first++week%0Aof+a+new');
  const list = page.getByRole('region', { name: 'Chats' });
  await list.getByText('Onboarding checklist').first().waitFor();
  await page.getByLabel('Search chats').fill('"text"');
  await list.getByText('No matching chats').waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(0);
});

test('the chats that a search of messages found are exported', async () => {
  const { page } = await visit('/compliance?in=messages&search=first+week+of+a+new+engineer');
  await page.getByText('10 chats', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('link', { name: 'View export' }).click();
  const item = page.getByRole('listitem', { name: /^Chats export, started/ });
  await item.getByText('finished', { exact: true }).waitFor();
  const { lines } = await download(item.getByRole('link', { name: 'chats.ndjson' }));
  expect(lines.length).toBe(10);
  for (const line of lines) expect(line).toContain('Onboarding checklist');
});

test('a name of spaces is not a name', async () => {
  const { page, url, parlance } = await visit('/admin?tab=workspaces');
  await page.getByLabel('New workspace name').fill('   ');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('must have at least 1 character').waitFor();
  await page.getByLabel('New workspace name').fill('  Night shift 😀 ');
  await page.getByRole('button', { name: 'Create' }).click();
  const tray = page.getByRole('region', { name: 'Pending changes' });
  await tray.getByRole('button', { name: 'Apply' }).dblclick();
  await page.getByRole('tab', { name: 'Workspaces 5' }).waitFor();
  const names = (await Array.fromAsync(parlance.admin.workspaces.list())).map(({ name }) => name);
  expect(names.filter((name) => name.includes('Night'))).toEqual(['Night shift 😀']);
  await page.goto(`${url}/agents`);
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('   ');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('must have at least 1 character').waitFor();
});

test('what another program named with spaces has its ID in the list', async () => {
  const { page, parlance } = await visit('/service');
  const { id } = await parlance.managedAgents.agents.create({ model: 'assistant-opus-4-7', name: ' ' });
  await page.getByRole('link', { name: 'Agents' }).click();
  const list = page.getByRole('region', { name: 'Agents', exact: true });
  await expect.poll(() => list.getByText(id).count()).toBe(1);
});

test('while the service is away, the banner alone says so, and probes are not failed requests', async () => {
  const { page, url, emulator } = await visit('/service');
  const banner = page.getByText('The service isn’t responding.');
  await emulator.stop();
  for (const address of ['/admin', '/compliance', '/usage', '/agents', '/']) {
    const failure = page.waitForResponse((one) => one.url().includes('/api/') && one.status() === 502);
    await page.goto(url + address);
    await failure;
    await banner.waitFor();
    await page.locator('main .spinner').first().waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  }
  await page.waitForResponse('**/rpc/service/probe');
  await emulator.start();
  await banner.waitFor({ state: 'hidden' });
  await page.getByText('Nothing waits for you.').waitFor();
  expect((await failedRequests(page, url)).filter((text) => text.startsWith('models.list'))).toEqual([]);
});

test('editing a question twice, or while another one is typed, loses neither', async () => {
  const { page } = await visit('/chat');
  await say(page, 'One');
  await replied(page);
  await messageBox(page).fill('Two');
  await page.getByRole('button', { name: 'Edit', exact: true }).dblclick();
  await expect.poll(() => messageBox(page).inputValue()).toBe('One\nTwo');
});

test('a key that the service rejects is named', async () => {
  const fake = createFake({ seed: 'demo' });
  const { url: baseUrl, close } = await fake.listen();
  onTestFinished(close);
  const { page } = await visit('/admin', { service: { baseUrl, adminKey: 'expired' } });
  await expect.poll(() => page.getByRole('alert').allInnerTexts()).toHaveLength(1);
  expect(await page.getByRole('alert').innerText()).toContain('The service rejected the API key');
});

test('what a session does is in words', async () => {
  const visited = await visit('/');
  await addSessions(visited);
  const { page, url } = visited;
  await page.goto(`${url}/agents?tab=sessions`);
  await page.getByRole('button', { name: /A haiku about orders/ }).click();
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('started grading').first().waitFor();
  expect(await events.getByText('asked the model').count()).toBeGreaterThan(0);
});

test('Back and Forward restore a filter that finds nothing', async () => {
  const { page } = await visit('/agents?tab=sessions');
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
  await choose(page, 'Status', { label: 'ended' });
  await sessions.getByText('No sessions').waitFor();
  await page.goBack();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  await page.goForward();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(0);
});
