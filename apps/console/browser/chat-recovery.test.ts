import type { Fake } from '@parlance/testing-fakes';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit } from './testing/open-page.js';
import { longReply, replied, say } from './testing/page-steps.js';

const match = { operation: 'messages.create' };

/** Reads the words of the only reply. */
async function wordsOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  return text.split(' ');
}

/** Counts the requests for a reply. */
function requestsOf(fake: Fake): number {
  return fake.journal().filter(({ operation }) => operation === match.operation).length;
}

test('an API error is shown with its request ID', async () => {
  const { page, fake } = await visit('/chat');
  fake.setFaults([{ match, status: 400 }]);
  await say(page, 'Hello');
  const alert = page.getByRole('alert');
  await alert.getByText('The service rejected the request (400)').waitFor();
  await expect.poll(() => alert.innerText()).toMatch(/request req_/);
  fake.setFaults([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello').waitFor();
});

test('an outage is reported, and the reply is completed when the service is back', async () => {
  const { page, emulator } = await visit('/chat');
  await page.getByRole('button', { name: 'Long reply' }).click();
  await page.getByText(/time river paper/).waitFor();
  await emulator.stop();
  await page.getByText('The service isn’t responding.').waitFor();
  await emulator.start();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  await replied(page);
  expect(await wordsOf(page)).toEqual(longReply(400));
  await expect.poll(() => page.getByRole('article', { name: 'You' }).count()).toBe(1);
});

test('a reply that was cut resumes where it stopped', async () => {
  const { page, fake } = await visit('/chat');
  await page.getByRole('button', { name: 'assistant-sonnet-4-6' }).click();
  await page.getByLabel(/Think before replying/).uncheck();
  await page.keyboard.press('Escape');
  fake.setFaults([{ match, times: 1, stream: { cut_at_event: 12 } }]);
  await say(page, '/long 60');
  const reply = page.getByRole('article', { name: 'Reply' });
  await reply.locator('.facts-line').waitFor();
  expect((await wordsOf(page)).length).toBe(60);
  expect(requestsOf(fake)).toBe(2);
});

test('the conversation survives a reload, and a reply that the reload cut can be continued', async () => {
  const { page } = await visit('/chat');
  await page.getByRole('button', { name: 'Long reply' }).click();
  await page.getByText(/time river paper/).waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'You' }).getByText('/long 400').waitFor();
  await page.getByRole('button', { name: /Continue|Try again/ }).click();
  await replied(page);
  expect((await wordsOf(page)).length).toBe(400);
});

test('a timeout shows its deadline, and the reply can be continued', async () => {
  const { page, fake } = await visit('/chat');
  fake.setFaults([{ match, times: 1, stream: { stall_at_event: 12 } }]);
  await say(page, '/long 60');
  const alert = page.getByRole('alert');
  await alert.getByText('The request timed out').waitFor();
  await expect.poll(() => alert.innerText()).toMatch(/deadline contentGap, 6 s/);
  await expect.poll(() => alert.innerText()).toMatch(/request req_/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await replied(page);
  expect((await wordsOf(page)).length).toBe(60);
  await expect.poll(() => alert.count()).toBe(0);
});

test('a busy service is reported with the number of attempts', async () => {
  const { page, fake } = await visit('/chat');
  const headers = { 'retry-after-ms': '1' };
  fake.setFaults([{ match, times: 3, status: 529, headers }]);
  await say(page, 'Hello');
  const alert = page.getByRole('alert');
  await alert.getByText('The service is busy').waitFor();
  await expect.poll(() => alert.innerText()).toMatch(/overloaded_error[\s\S]*request req_[\s\S]*3 attempts/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello', { exact: true }).waitFor();
});

test('an error inside a stream keeps what has arrived', async () => {
  const { page, fake } = await visit('/chat');
  fake.setFaults([{ match, times: 1, stream: { error_at_event: 10 } }]);
  await say(page, '/long 40');
  const reply = page.getByRole('article', { name: 'Reply' });
  await reply.getByRole('alert').waitFor();
  await expect.poll(() => reply.getByRole('alert').innerText()).toContain('overloaded_error');
  await expect.poll(() => reply.locator('.text').innerText()).toMatch(/^time river/);
});

test('a reply is requested again when the model rejects the continuation', async () => {
  const { page, fake } = await visit('/chat');
  fake.setFaults([
    { match, times: 1, stream: { cut_at_event: 12 } },
    { match, times: 1, status: 400 },
  ]);
  await say(page, '/long 40');
  await replied(page, 2);
  const replies = page.getByRole('article', { name: 'Reply' });
  await expect.poll(() => replies.first().innerText()).toContain('This part is no longer sent to the model.');
  const whole = replies.last().locator('.text');
  expect((await whole.innerText()).split(' ').length).toBe(40);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('automatic resumes stop when the service cuts every reply', async () => {
  const { page, fake } = await visit('/chat');
  fake.setFaults([{ match, stream: { cut_at_event: 8 } }]);
  await say(page, '/long 60');
  await expect.poll(() => requestsOf(fake)).toBe(4);
  await page.getByRole('button', { name: /Continue|Try again/ }).waitFor();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  expect(requestsOf(fake)).toBe(4);
  fake.setFaults([]);
  await page.getByRole('button', { name: /Continue|Try again/ }).click();
  await replied(page);
  expect((await wordsOf(page)).length).toBe(60);
});

test('the conversation continues after a tool call was stopped', async () => {
  const { page, fake } = await visit('/chat');
  fake.setFaults([{ match, times: 1, stream: { stall_at_event: 3 } }]);
  await say(page, '/tool count_words {"text": "one two three"}');
  await page.getByText('writing input').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('not run').waitFor();
  await say(page, 'Never mind');
  await page
    .getByText(/Never mind$/)
    .last()
    .waitFor();
  await page.locator('.facts-line').last().waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('a model that keeps calling tools is stopped', async () => {
  const { page, fake } = await visit('/chat');
  const call = [{ type: 'tool_use', name: 'count_words', input: { text: 'one' } }];
  fake.setScripts([{ steps: [{ reply: call, times: 8 }, { reply: 'At last.' }] }]);
  await say(page, 'Go');
  await page.getByText('The model called tools 8 times in a row without finishing.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('At last.', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});
