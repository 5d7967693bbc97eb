/** What happens while an agent works: tool calls, messages, interrupts, outcomes and threads. */
import type { Parlance } from '@parlance/sdk';
import type { Fake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { confirmed, sendMessage, startSession } from './testing/agent-steps.js';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

test('a session waits for a tool result and for permission, which can be provided in place', async () => {
  const { page } = await visit('/agents');
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
  await events.getByText('finished its turn').last().waitFor();
  await page.reload();
  await events.getByText('You said: Shipped on Monday').waitFor();
  await expect.poll(() => events.getByText('You said: Shipped on Monday').count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
});

test('a tool call is denied with a reason, and a custom tool reports an error', async () => {
  const { page, parlance } = await visit('/agents');
  await startSession(page);
  const events = page.getByRole('list', { name: 'Events' });
  await sendMessage(page, '/tool write {"file_path":"a.txt","content":"hello"}');
  await page.getByLabel('Reason for denying (optional)').fill('Not on a Sunday');
  await page.getByRole('button', { name: 'Deny' }).click();
  await events.getByText('You denied the tool call: Not on a Sunday').waitFor();
  await events.getByText('finished its turn').waitFor();
  await sendMessage(page, '/tool look_up_order {"order_id":"18"}');
  await page.getByLabel('Result').fill('The archive is closed');
  await page.getByRole('button', { name: 'Send as error' }).click();
  await events.locator('.answer.failed', { hasText: 'The archive is closed' }).waitFor();
  const stored = await eventsOf(parlance);
  expect(stored.filter(({ type }) => type === 'user.tool_confirmation')).toMatchObject([
    { result: 'deny', deny_message: 'Not on a Sunday' },
  ]);
  expect(stored.filter(({ type }) => type === 'user.custom_tool_result')).toMatchObject([{ is_error: true }]);
});

test('events resume automatically after an outage', async () => {
  const { page, emulator } = await visit('/agents');
  await startSession(page);
  await sendMessage(page, 'Good morning');
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('You said: Good morning').waitFor();
  await emulator.stop();
  await page.getByText('The service isn’t responding.').waitFor();
  await emulator.start();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  await sendMessage(page, 'Are you there?');
  await events.getByText('You said: Are you there?').waitFor();
  await expect.poll(() => events.getByText('You said: Good morning').count()).toBe(1);
});

/** Reads the events of the only session from the service. */
async function eventsOf({ managedAgents: { sessions } }: Parlance) {
  const [session] = (await sessions.list()).data;
  return Array.fromAsync(sessions.events.list(session?.id ?? ''));
}

/** Makes an agent reply with tool calls for some rounds. */
function keepBusy(fake: Fake, rounds: number): void {
  const reply = { text: 'Still at it.', calls: [{ name: 'read', input: { file_path: 'a.txt' } }] };
  fake.applyScenario({
    sessions: { replies: [...Array.from({ length: rounds }, () => reply), { text: 'Done.' }] },
  });
}

test('after reloads during a run, each event is shown once and in order', async () => {
  const { page, parlance, fake } = await visit('/agents');
  keepBusy(fake, 12);
  await startSession(page);
  await sendMessage(page, 'Work');
  const lines = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await lines.getByText('Still at it.').first().waitFor();
  await page.reload();
  await lines.getByText('Still at it.').first().waitFor();
  await page.reload();
  await lines.getByText('Done.').waitFor();
  await lines.getByText('finished its turn').waitFor();
  const stored = await eventsOf(parlance);
  await expect.poll(() => lines.count()).toBe(stored.length);
  const said = stored.flatMap((event) =>
    event.type === 'agent.message'
      ? event.content.map((block) => (block.type === 'text' ? block.text : ''))
      : [],
  );
  expect(said).toHaveLength(13);
  await expect.poll(() => lines.locator('.said').allInnerTexts()).toEqual(['Work', ...said]);
});

test('a message sent during a run is shown as queued, even after a reload, and then once in its place', async () => {
  const { page } = await visit('/agents');
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
  await expect.poll(() => events.getByText('And hurry', { exact: true }).count()).toBe(1);
  await expect.poll(() => events.getByText('queued').count()).toBe(0);
});

test('a running session can be interrupted', async () => {
  const { page, parlance, fake } = await visit('/agents');
  keepBusy(fake, 300);
  await startSession(page);
  await sendMessage(page, 'Work');
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('Still at it.').first().waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await events.getByText('You interrupted').waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).waitFor({ state: 'hidden' });
  await expect.poll(() => events.getByText('Done.').count()).toBe(0);
  expect((await eventsOf(parlance)).at(-1)?.type).toBe('session.status_idle');
});

test('a waiting session can be interrupted', async () => {
  const { page } = await visit('/agents');
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').waitFor();
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await page.getByText('You interrupted').waitFor();
  await page.getByRole('status').getByText('ready for a message', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Result').count()).toBe(0);
});

test('an outcome is set, and each round is shown with the grader’s explanation', async () => {
  const { page, fake } = await visit('/agents');
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
  await outcome.getByText('met', { exact: true }).waitFor();
  await expect.poll(() => outcome.innerText()).toMatch(/round 2 of 3/);
  const rounds = outcome.getByRole('list', { name: 'Rounds' }).getByRole('listitem');
  await expect
    .poll(() => rounds.allInnerTexts())
    .toEqual(['Round 1, needs another round: Only two lines', 'Round 2, met: Three lines']);
});

test('a message that failed to send stays in the input', async () => {
  const { page, fake } = await visit('/agents');
  await startSession(page);
  fake.setFaults([{ match: { operation: 'sessions.events.send' }, times: 1, status: 400 }]);
  await sendMessage(page, 'Good morning');
  await page.getByRole('alert').getByText('The service rejected the request (400)').waitFor();
  await expect.poll(() => page.getByLabel('Message to the session').inputValue()).toBe('Good morning');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('You said: Good morning').waitFor();
  await expect.poll(() => page.getByLabel('Message to the session').inputValue()).toBe('');
});

test('the threads of a coordinator are shown, each with its own events', async () => {
  const { page, url, parlance } = await visit('/agents');
  const { agents } = parlance.managedAgents;
  const model = 'assistant-opus-4-7';
  const writer = await agents.create({ model, name: 'Writer' });
  await agents.create({ model, name: 'Lead', multiagent: { type: 'coordinator', agents: [writer.id] } });
  await page.goto(`${url}/agents?tab=sessions&edit=new`);
  await choose(page, 'Agent', { label: 'Lead, version 1' });
  await page.getByLabel('Title').fill('A title');
  await page.getByRole('button', { name: 'Start session', exact: true }).click();
  await sendMessage(page, '/tool delegate {"agent":"Writer","message":"Draft a title"}');
  const threads = page.getByRole('group', { name: 'Threads' });
  await threads.getByRole('button', { name: 'Writer waiting' }).click();
  const line = page.getByRole('list', { name: 'Writer’s events' });
  await line.getByText('You said: Draft a title').first().waitFor();
  await expect.poll(() => line.getByText('From Lead').count()).toBe(1);
  await expect.poll(() => line.getByText('To Lead').count()).toBe(1);
  await confirmed(page.getByRole('region', { name: 'Writer’s thread' }), 'Archive…', page);
  await threads.getByRole('button', { name: 'Writer ended' }).waitFor();
  await threads.getByRole('button', { name: 'Whole session' }).click();
  await page.getByRole('list', { name: 'Events' }).getByText('Started a thread for Writer').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
