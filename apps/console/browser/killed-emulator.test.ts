/** Kills an emulator that runs in its own process and stores its world in a file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { visit, type Visit } from './testing/open-page.js';
import { longReply, replied, say } from './testing/page-steps.js';
import { startEmulator, type RunningProgram } from './testing/processes.js';

let folder = '';
let data = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parlance-killed-'));
  data = path.join(folder, 'world.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEYS = { apiKey: 'api-default', adminKey: 'admin-default', complianceKey: 'compliance-default' };

function visitWith({ url }: RunningProgram): Promise<Visit> {
  return visit('/chat', { service: { baseUrl: url, ...KEYS } });
}

/** Restarts the emulator with the same port and data. */
function restart({ url }: RunningProgram): Promise<RunningProgram> {
  return startEmulator(data, Number(new URL(url).port));
}

/** Stalls replies at an event, so that the kill is guaranteed to happen mid-reply. */
async function stallReplies({ url }: RunningProgram, event: number): Promise<void> {
  const fault = { match: { operation: 'messages.create' }, stream: { stall_at_event: event } };
  const body = JSON.stringify([fault]);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/_fake/worlds/default/faults`, { method: 'POST', headers, body });
  expect(response.ok).toBe(true);
}

const AWAY = 'The service isn’t responding.';
test('killed mid-reply: the page reports it, and completes the reply after a restart without a reload', async () => {
  await using first = await startEmulator(data);
  const { page } = await visitWith(first);
  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }));
  await say(page, 'Good morning');
  await replied(page);
  await stallReplies(first, 12);
  await say(page, '/long 60');
  const reply = page.getByRole('article', { name: 'Reply' }).last();
  await reply.getByText(/^time river paper/).waitFor();

  await first.kill();
  await page.getByText(AWAY).waitFor();
  await page.getByText('Unreachable').waitFor();
  await expect.poll(() => reply.innerText()).toContain('time river paper');

  await using second = await restart(first);
  await page.getByText(AWAY).waitFor({ state: 'hidden' });
  await replied(page, 2);
  await expect.poll(() => reply.locator('.text').innerText()).toBe(longReply(60).join(' '));
  await expect.poll(() => reply.innerText()).toContain('Cut off, then resumed where it stopped.');
  const said = await page.getByRole('article', { name: 'You' }).allInnerTexts();
  expect(said).toEqual(['Good morning', '/long 60']);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(await page.evaluate(() => 'notReloaded' in globalThis)).toBe(true);
  expect(second.url).toBe(first.url);
});

test('killed while idle: a message sent during the outage gets its reply after a restart', async () => {
  await using first = await startEmulator(data);
  const { page } = await visitWith(first);
  await first.kill();
  await say(page, 'Are you there?');
  await page.getByText(AWAY).waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await using _ = await restart(first);
  await page.getByText('You said: Are you there?', { exact: true }).waitFor();
  await replied(page);
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
});

test('killed while thinking: the reply is requested again, and the cut one is marked', async () => {
  await using first = await startEmulator(data);
  const { page } = await visitWith(first);
  await stallReplies(first, 4);
  await say(page, '/think What would a visitor like to see, and in which order?');
  await page.getByText('Thinking…').waitFor();
  await first.kill();
  await page.getByText(AWAY).waitFor();
  await using _ = await restart(first);
  await replied(page, 2);
  const replies = page.getByRole('article', { name: 'Reply' });
  await expect.poll(() => replies.count()).toBe(2);
  await expect
    .poll(() => replies.first().innerText())
    .toContain('Cut off here. This part is no longer sent to the model.');
  await expect.poll(() => replies.last().innerText()).toContain('because the reply above was cut off');
  await replies.last().getByText('Thought process').waitFor();
  // The service accepts the resulting conversation.
  await say(page, 'Thank you');
  await page.getByText('You said: Thank you', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('killed during a tool call: the model makes the call again, and the tool runs once', async () => {
  await using first = await startEmulator(data);
  const { page } = await visitWith(first);
  await stallReplies(first, 3);
  await say(page, '/tool count_words {"text": "one two three four five six seven"}');
  await page.getByText('writing input').waitFor();
  await first.kill();
  await page.getByText(AWAY).waitFor();
  await using _ = await restart(first);
  await page.getByText('You said: {"words":7}').waitFor();
  await replied(page, 2);
  const tools = page.getByRole('region', { name: 'Tool count_words' });
  await expect.poll(() => tools.first().innerText()).toContain('not run');
  await expect.poll(() => tools.last().innerText()).toContain('{"words":7}');
});
