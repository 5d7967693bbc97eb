import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmed, createAgent, sendMessage, startSession } from './agent-steps.js';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser, type Visit } from './open-page.js';

withBrowser();

test('a session waits for a tool result and for permission, which can be provided in place', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').fill('Shipped on Monday');
  await page.getByRole('button', { name: 'Send result' }).click();
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('You said: Shipped on Monday').waitFor();
  await sendMessage(page, '/tool write {"file_path":"a.txt","content":"hello"}');
  await page.getByText('The agent wants to use').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await events.getByText('You allowed the tool call').waitFor();
  await events.getByText('idle: end turn').last().waitFor();
  await page.reload();
  await events.getByText('You said: Shipped on Monday').waitFor();
  expect(await events.getByText('You said: Shipped on Monday').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
});

test('a tool call is denied with a reason, and a custom tool reports an error', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  await startSession(page);
  const events = page.getByRole('list', { name: 'Events' });
  await sendMessage(page, '/tool write {"file_path":"a.txt","content":"hello"}');
  await page.getByLabel('Reason for denying (optional)').fill('Not on a Sunday');
  await page.getByRole('button', { name: 'Deny' }).click();
  await events.getByText('You denied the tool call: Not on a Sunday').waitFor();
  await events.getByText('idle: end turn').waitFor();
  await sendMessage(page, '/tool look_up_order {"order_id":"18"}');
  await page.getByLabel('Result').fill('The archive is closed');
  await page.getByRole('button', { name: 'Send as error' }).click();
  await events.locator('.answer.failed', { hasText: 'The archive is closed' }).waitFor();
  const stored = await eventsOf(console);
  expect(stored.filter(({ type }) => type === 'user.tool_confirmation')).toMatchObject([
    { result: 'deny', deny_message: 'Not on a Sunday' },
  ]);
  expect(stored.filter(({ type }) => type === 'user.custom_tool_result')).toMatchObject([{ is_error: true }]);
  expect(backend.about.emulator).toBe(true);
});

test('events resume automatically after an outage', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  await startSession(page);
  await sendMessage(page, 'Good morning');
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('You said: Good morning').waitFor();
  await backend.emulator?.stop();
  await page.getByText('The service isn’t responding.').waitFor();
  await backend.emulator?.start();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  await sendMessage(page, 'Are you there?');
  await events.getByText('You said: Are you there?').waitFor();
  expect(await events.getByText('You said: Good morning').count()).toBe(1);
});

/** Whether the whole element is visible without scrolling. */
async function isInView(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Reads the events of the only session from the service. */
async function eventsOf({ backend }: Visit) {
  const { sessions } = backend.parlance.managedAgents;
  const [session] = (await sessions.list()).data;
  return Array.fromAsync(sessions.events.list(session?.id ?? ''));
}

test('after reloads during a run, each event is shown once and in order', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  const fake = backend.emulator?.fake;
  if (fake === undefined) throw new Error('The console has no emulator.');
  const calls = [{ name: 'read', input: { file_path: 'a.txt' } }];
  fake.applyScenario({
    sessions: {
      replies: [...Array.from({ length: 12 }, () => ({ text: 'Still at it.', calls })), { text: 'Done.' }],
    },
  });
  await startSession(page);
  await sendMessage(page, 'Work');
  const lines = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await lines.getByText('Still at it.').first().waitFor();
  await page.reload();
  await lines.getByText('Still at it.').first().waitFor();
  await page.reload();
  await lines.getByText('Done.').waitFor();
  await lines.getByText('idle: end turn').waitFor();
  const stored = await eventsOf(console);
  await expect.poll(() => lines.count()).toBe(stored.length);
  const said = stored.flatMap((event) =>
    event.type === 'agent.message'
      ? event.content.map((block) => (block.type === 'text' ? block.text : ''))
      : [],
  );
  expect(said).toHaveLength(13);
  expect(await lines.locator('.said').allInnerTexts()).toEqual(['Work', ...said]);
});

test('a message sent during a run is shown as queued, even after a reload, and then once in its place', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').waitFor();
  await sendMessage(page, 'And hurry');
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('queued').waitFor();
  await page.reload();
  await events.getByText('queued').waitFor();
  await page.getByLabel('Result').fill('Shipped');
  await page.getByRole('button', { name: 'Send result' }).click();
  await events.getByText('You said: And hurry').waitFor();
  expect(await events.getByText('And hurry', { exact: true }).count()).toBe(1);
  expect(await events.getByText('queued').count()).toBe(0);
});

test('a running session can be interrupted', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  const fake = backend.emulator?.fake;
  if (fake === undefined) throw new Error('The console has no emulator.');
  const calls = [{ name: 'read', input: { file_path: 'a.txt' } }];
  fake.applyScenario({
    sessions: {
      replies: [...Array.from({ length: 300 }, () => ({ text: 'Still at it.', calls })), { text: 'Done.' }],
    },
  });
  await startSession(page);
  await sendMessage(page, 'Work');
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('Still at it.').first().waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await events.getByText('You interrupted').waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).waitFor({ state: 'hidden' });
  expect(await events.getByText('Done.').count()).toBe(0);
  expect((await eventsOf(console)).at(-1)?.type).toBe('session.status_idle');
});

test('a waiting session can be interrupted', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await page.getByText('You interrupted').waitFor();
  await page.getByRole('status').getByText('idle', { exact: true }).waitFor();
  expect(await page.getByLabel('Result').count()).toBe(0);
});

test('an outcome is set, and each round is shown with the grader’s explanation', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  const fake = backend.emulator?.fake;
  if (fake === undefined) throw new Error('The console has no emulator.');
  fake.applyScenario({
    sessions: {
      grader: [
        { result: 'needs_revision', explanation: 'Only two lines' },
        { result: 'satisfied', explanation: 'Three lines' },
      ],
    },
  });
  await startSession(page);
  await page.getByRole('button', { name: 'Set outcome' }).click();
  await page.getByLabel('Goal').fill('A haiku about orders');
  await page.getByLabel('Grading criteria').fill('Three lines');
  await page.getByRole('dialog').getByRole('button', { name: 'Set outcome' }).click();
  const outcome = page.getByRole('region', { name: 'Outcome A haiku about orders' });
  await outcome.getByText('satisfied', { exact: true }).waitFor();
  expect(await outcome.innerText()).toMatch(/round 2 of 3/);
  const rounds = outcome.getByRole('list', { name: 'Rounds' }).getByRole('listitem');
  expect(await rounds.allInnerTexts()).toEqual([
    'Round 1, needs revision: Only two lines',
    'Round 2, satisfied: Three lines',
  ]);
});

test('files of any type, a repository and a memory store are attached to a session', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  const { managedAgents } = backend.parlance;
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  await managedAgents.memoryStores.create({ name: 'Customers' });
  await createAgent(page);
  await page.getByRole('link', { name: 'Start session' }).click();
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff, 0xfe]);
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'plan été.png', mimeType: 'image/png', buffer: bytes });
  await page.getByRole('button', { name: 'Add repository' }).click();
  await page.getByLabel('Repository URL').fill('https://githost.example/acme/orders');
  await page.getByLabel('Access token').fill('clone-canary-42');
  await page.getByLabel('Checkout').selectOption('branch');
  await page.getByLabel('Branch name').fill('main');
  await page.getByLabel('Customers').check();
  await page.getByLabel('Access to Customers').selectOption('read_only');
  await page.getByRole('button', { name: 'Start session', exact: true }).click();
  const resources = page.getByRole('list', { name: 'Resources' });
  await resources.getByText('plan été.png').waitFor();
  await resources.getByText('acme/orders').waitFor();
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'data.bin', mimeType: '', buffer: Buffer.from([1, 2, 3]) });
  await resources.getByText('data.bin').waitFor();

  const [session] = (await managedAgents.sessions.list()).data;
  expect(session?.resources).toMatchObject([
    { type: 'file', mount_path: '/mnt/session/uploads/plan été.png' },
    { type: 'githost_repository', checkout: { type: 'branch', name: 'main' } },
    { type: 'memory_store', access: 'read_only', name: 'Customers' },
    { type: 'file', mount_path: '/mnt/session/uploads/data.bin' },
  ]);
  const files = (await managedAgents.files.list()).data;
  expect(files.map(({ filename, mime_type, size_bytes }) => [filename, mime_type, size_bytes])).toEqual([
    ['data.bin', 'application/octet-stream', 3],
    ['plan été.png', 'image/png', 7],
  ]);

  await page.getByRole('button', { name: 'Replace token of https://githost.example/acme/orders' }).click();
  await page.getByRole('dialog').getByLabel('Token').fill('clone-canary-43');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const text = await confirmed(resources, 'Delete /mnt/session/uploads/data.bin', page);
  expect(text).toContain('The uploaded file is kept.');
  await resources.getByText('data.bin').waitFor({ state: 'hidden' });
  await page.goto('about:blank');
  expect((await Promise.all(bodies)).join('\n')).not.toContain('clone-canary');
});

test('a message that failed to send stays in the input', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  await startSession(page);
  backend.emulator?.fake.setFaults([{ match: { operation: 'sessions.events.send' }, times: 1, status: 400 }]);
  await sendMessage(page, 'Good morning');
  await page.getByRole('alert').getByText('The service rejected the request (400)').waitFor();
  expect(await page.getByLabel('Message to the session').inputValue()).toBe('Good morning');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('You said: Good morning').waitFor();
  expect(await page.getByLabel('Message to the session').inputValue()).toBe('');
});

test('a file that the service rejects shows the problem', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  await startSession(page);
  backend.emulator?.fake.setFaults([{ match: { operation: 'files.upload' }, status: 413 }]);
  await page
    .getByLabel('Add files')
    .setInputFiles({ name: 'big.bin', mimeType: '', buffer: Buffer.from('x') });
  await page.getByRole('alert').getByText('The service rejected the request (413)').waitFor();
  expect(await page.getByRole('list', { name: 'Resources' }).getByText('big.bin').count()).toBe(0);
});

test('the threads of a coordinator are shown, each with its own events', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  const { agents } = backend.parlance.managedAgents;
  const model = 'assistant-opus-4-7';
  const writer = await agents.create({ model, name: 'Writer' });
  await agents.create({ model, name: 'Lead', multiagent: { type: 'coordinator', agents: [writer.id] } });
  await page.goto(`${console.url}/agents?tab=sessions&edit=new`);
  await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Lead, version 1' });
  await page.getByLabel('Title').fill('A title');
  await page.getByRole('button', { name: 'Start session', exact: true }).click();
  await sendMessage(page, '/tool delegate {"agent":"Writer","message":"Draft a title"}');
  const threads = page.getByRole('group', { name: 'Threads' });
  await threads.getByRole('button', { name: 'Writer idle' }).click();
  const line = page.getByRole('list', { name: 'Writer’s events' });
  await line.getByText('You said: Draft a title').first().waitFor();
  expect(await line.getByText('From Lead').count()).toBe(1);
  expect(await line.getByText('To Lead').count()).toBe(1);
  await confirmed(page.getByRole('region', { name: 'Writer’s thread' }), 'Archive…', page);
  await threads.getByRole('button', { name: 'Writer terminated' }).waitFor();
  await threads.getByRole('button', { name: 'Whole session' }).click();
  await page.getByRole('list', { name: 'Events' }).getByText('Started a thread for Writer').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a session is archived, found with the filters, and deleted', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await sendMessage(page, 'Good morning');
  await page.getByText('idle: end turn').waitFor();
  expect(await confirmed(page, 'Archive…', page)).toContain('You can still view its events');
  const list = page.getByRole('region', { name: 'Sessions', exact: true });
  await list.getByText('archived', { exact: true }).waitFor();
  expect(await page.getByLabel('Message to the session').count()).toBe(0);
  const item = list.getByText('Where is order 17?');
  await page.getByLabel('Show archived').uncheck();
  await item.waitFor({ state: 'hidden' });
  await page.getByLabel('Show archived').check();
  await item.waitFor();
  await page.getByLabel('Status').selectOption('running');
  await list.getByText('No sessions').waitFor();
  await page.getByLabel('Status').selectOption('');
  expect(await confirmed(page, 'Delete…', page)).toContain('its events and its container are deleted');
  await page.getByText('Select a session or start one').waitFor();
  await item.waitFor({ state: 'hidden' });
});

test('sessions are loaded page by page', async () => {
  await using console = await visit('/agents');
  const { page, backend } = console;
  const { agents, environments, sessions } = backend.parlance.managedAgents;
  const agent = await agents.create({ model: 'assistant-opus-4-7', name: 'Worker' });
  const environment = await environments.create({ name: 'Container' });
  for (let index = 0; index < 60; index += 1)
    await sessions.create({ agent: agent.id, environment_id: environment.id, title: `Job ${index}` });
  await page.getByRole('tab', { name: 'Sessions' }).click();
  const items = page.getByRole('region', { name: 'Sessions', exact: true }).getByRole('listitem');
  await items.first().waitFor();
  expect(await items.count()).toBe(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  const all = await Array.fromAsync(sessions.list({ limit: 100 }));
  await expect.poll(() => items.count()).toBe(all.length);
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
});

test('a session works with the keyboard alone', async () => {
  await using console = await visit('/agents');
  const { page } = console;
  await startSession(page);
  await page.keyboard.press('/');
  await page.keyboard.type('/tool write {"file_path":"a.txt","content":"hello"}');
  await page.keyboard.press('Enter');
  const prompt = page.getByRole('form', { name: 'write is waiting for you' });
  await prompt.waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('No');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('You denied the tool call: No').waitFor();
  expect(await prompt.count()).toBe(0);
});

test.each(['light', 'dark'] as const)('sessions are accessible in %s', async (colorScheme) => {
  await using console = await visit('/agents', { colorScheme });
  const { page, backend } = console;
  await backend.parlance.managedAgents.memoryStores.create({ name: 'Customers' });
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('button', { name: 'Add repository' }).click();
  await page.getByLabel('Customers').check();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a session works on a narrow screen', async () => {
  await using console = await visit('/agents', { viewport: { width: 360, height: 640 } });
  const { page } = console;
  await startSession(page);
  await page.getByLabel('Add files').setInputFiles({
    name: 'a-rather-long-name-of-a-file-that-does-not-fit-on-a-narrow-screen.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await page.getByRole('list', { name: 'Resources' }).getByText('a-rather-long').waitFor();
  await sendMessage(page, 'Good morning');
  await page.getByText('You said: Good morning').waitFor();
  for (const text of ['One', 'Two', 'Three', 'Four']) {
    await sendMessage(page, text);
    await page.getByText(`You said: ${text}`).waitFor();
  }
  await expect.poll(() => isInView(page.getByLabel('Message to the session'))).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a missing session is reported, with a way back on a narrow screen', async () => {
  await using console = await visit('/agents?tab=sessions&session=sesn_gone', {
    viewport: { width: 360, height: 740 },
  });
  const { page } = console;
  await page.getByRole('alert').getByText('The service rejected the request (404)').waitFor();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await page.getByRole('button', { name: /Monday tickets/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
