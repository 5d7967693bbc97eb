import { expect, test } from 'vitest';
import { visit, withBrowser } from './open-page.js';

withBrowser();

test('an API error is shown with its request ID', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  backend.emulator?.fake.setFaults([{ match: { operation: 'messages.create' }, status: 400 }]);
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('The service rejected the request (400)').waitFor();
  expect(await alert.innerText()).toMatch(/request req_/);
  backend.emulator?.fake.setFaults([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello').waitFor();
});

test('an outage is reported, and the reply is completed when the service is back', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  await page.getByRole('button', { name: 'Long reply' }).click();
  await page.getByText(/time river paper/).waitFor();
  await backend.emulator?.stop();
  await page.getByText('The service isn’t responding.').waitFor();
  await backend.emulator?.start();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  await page.locator('.facts-line').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  const vocabulary = [
    'time',
    'river',
    'paper',
    'light',
    'stone',
    'garden',
    'letter',
    'window',
    'market',
    'season',
  ];
  expect(text.split(' ')).toEqual(Array.from({ length: 400 }, (_, index) => vocabulary[index % 10]));
  expect(await page.getByRole('article', { name: 'You' }).count()).toBe(1);
});

test('a reply that was cut resumes where it stopped', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  await page.getByRole('button', { name: 'assistant-sonnet-4-6' }).click();
  await page.getByLabel(/Think before replying/).uncheck();
  await page.keyboard.press('Escape');
  const faults = [{ match: { operation: 'messages.create' }, times: 1, stream: { cut_at_event: 12 } }];
  backend.emulator?.fake.setFaults(faults);
  await page.getByLabel('Message', { exact: true }).fill('/long 60');
  await page.keyboard.press('Enter');
  const reply = page.getByRole('article', { name: 'Reply' });
  await reply.locator('.facts-line').waitFor();
  const text = await reply.locator('.text').innerText();
  expect(text.split(' ').length).toBe(60);
  const requests = backend.emulator?.fake
    .journal()
    .filter(({ operation }) => operation === 'messages.create');
  expect(requests?.length).toBe(2);
});

test('the conversation survives a reload, and a reply that the reload cut can be continued', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByRole('button', { name: 'Long reply' }).click();
  await page.getByText(/time river paper/).waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'You' }).getByText('/long 400').waitFor();
  await page.getByRole('button', { name: /Continue|Try again/ }).click();
  await page.locator('.facts-line').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  expect(text.split(' ').length).toBe(400);
});

test('a timeout shows its deadline, and the reply can be continued', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const match = { operation: 'messages.create' };
  backend.emulator?.fake.setFaults([{ match, times: 1, stream: { stall_at_event: 12 } }]);
  await page.getByLabel('Message', { exact: true }).fill('/long 60');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('The request timed out').waitFor();
  expect(await alert.innerText()).toMatch(/deadline contentGap, 6 s/);
  expect(await alert.innerText()).toMatch(/request req_/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.facts-line').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  expect(text.split(' ').length).toBe(60);
  expect(await alert.count()).toBe(0);
});

test('a busy service is reported with the number of attempts', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const headers = { 'retry-after-ms': '1' };
  backend.emulator?.fake.setFaults([
    { match: { operation: 'messages.create' }, times: 3, status: 529, headers },
  ]);
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('The service is busy').waitFor();
  expect(await alert.innerText()).toMatch(/overloaded_error[\s\S]*request req_[\s\S]*3 attempts/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello', { exact: true }).waitFor();
});

test('an error inside a stream keeps what has arrived', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const match = { operation: 'messages.create' };
  backend.emulator?.fake.setFaults([{ match, times: 1, stream: { error_at_event: 10 } }]);
  await page.getByLabel('Message', { exact: true }).fill('/long 40');
  await page.keyboard.press('Enter');
  const reply = page.getByRole('article', { name: 'Reply' });
  await reply.getByRole('alert').waitFor();
  expect(await reply.getByRole('alert').innerText()).toContain('overloaded_error');
  expect(await reply.locator('.text').innerText()).toMatch(/^time river/);
});

test('a reply is requested again when the model rejects the continuation', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const match = { operation: 'messages.create' };
  backend.emulator?.fake.setFaults([
    { match, times: 1, stream: { cut_at_event: 12 } },
    { match, times: 1, status: 400 },
  ]);
  await page.getByLabel('Message', { exact: true }).fill('/long 40');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').nth(1).waitFor();
  const replies = page.getByRole('article', { name: 'Reply' });
  expect(await replies.first().innerText()).toContain('This part is no longer sent to the model.');
  const whole = replies.last().locator('.text');
  expect((await whole.innerText()).split(' ').length).toBe(40);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('automatic resumes stop when the service cuts every reply', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const match = { operation: 'messages.create' };
  backend.emulator?.fake.setFaults([{ match, stream: { cut_at_event: 8 } }]);
  await page.getByLabel('Message', { exact: true }).fill('/long 60');
  await page.keyboard.press('Enter');
  const requestCount = (): number =>
    backend.emulator?.fake.journal().filter(({ operation }) => operation === 'messages.create').length ?? 0;
  await expect.poll(requestCount, { timeout: 20_000 }).toBe(4);
  await page.getByRole('button', { name: /Continue|Try again/ }).waitFor();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  expect(requestCount()).toBe(4);
  backend.emulator?.fake.setFaults([]);
  await page.getByRole('button', { name: /Continue|Try again/ }).click();
  await page.locator('.facts-line').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  expect(text.split(' ').length).toBe(60);
});

test('the conversation continues after a tool call was stopped', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const match = { operation: 'messages.create' };
  backend.emulator?.fake.setFaults([{ match, times: 1, stream: { stall_at_event: 3 } }]);
  await page.getByLabel('Message', { exact: true }).fill('/tool count_words {"text": "one two three"}');
  await page.keyboard.press('Enter');
  await page.getByText('writing input').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('not run').waitFor();
  await page.getByLabel('Message', { exact: true }).fill('Never mind');
  await page.keyboard.press('Enter');
  await page
    .getByText(/Never mind$/)
    .last()
    .waitFor();
  await page.locator('.facts-line').last().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a model that keeps calling tools is stopped', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const call = [{ type: 'tool_use', name: 'count_words', input: { text: 'one' } }];
  backend.emulator?.fake.setScripts([{ steps: [{ reply: call, times: 8 }, { reply: 'At last.' }] }]);
  await page.getByLabel('Message', { exact: true }).fill('Go');
  await page.keyboard.press('Enter');
  await page.getByText('The model called tools 8 times in a row without finishing.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('At last.', { exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
