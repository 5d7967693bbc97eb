import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser } from './open-page.js';

withBrowser();

test('a message is answered, with usage, cost and request id', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByLabel('Message', { exact: true }).fill('Good morning');
  await page.keyboard.press('Enter');
  const reply = page.getByRole('article', { name: 'Reply' });
  await reply.getByText('You said: Good morning', { exact: true }).waitFor();
  await reply.locator('.facts-line').waitFor();
  const facts = await reply.locator('.facts-line').innerText();
  expect(facts).toMatch(/assistant-sonnet-4-6\s+\d+ in\s+\d+ out\s+\d+ to cache\s+\$0\.\d+\s+req_/);
  await page.getByLabel('Message', { exact: true }).fill('And again');
  await page.keyboard.press('Enter');
  await reply.getByText('You said: And again', { exact: true }).waitFor();
  await reply.locator('.facts-line').nth(1).waitFor();
  // The second request reads from the cache what the first had put there.
  const written = /(\d+) to cache/.exec(facts)?.[1];
  expect(await reply.locator('.facts-line').nth(1).innerText()).toContain(`${written} from cache`);
});

test('a tool call shows its input and what the tool answered, also when it fails', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByRole('button', { name: 'Let a tool fail' }).click();
  const tool = page.getByRole('region', { name: 'Tool current_time' });
  await tool.getByText('failed').waitFor();
  expect(await tool.innerText()).toContain('"time_zone": "Mars/Olympus"');
  expect(await tool.innerText()).toContain('Invalid time zone specified: Mars/Olympus');
  await page.getByText('You said: Invalid time zone').waitFor();
});

test('thinking is folded', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByRole('button', { name: 'Think first' }).click();
  const summary = page.getByText('Thought about it');
  await summary.waitFor();
  expect(await page.locator('.fold .thought').isVisible()).toBe(false);
  await summary.click();
  expect(await page.locator('.fold .thought').isVisible()).toBe(true);
});

test('the stop button ends a reply and keeps what has arrived', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByRole('button', { name: 'A long answer' }).click();
  await page.getByText(/time river paper/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped. What had arrived is kept.').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  expect(text).toMatch(/^time river/);
  expect(text.split(' ').length).toBeLessThan(400);
});

test('tokens are counted before sending, files included', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByLabel('Attach files').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Some notes about rivers and markets.'),
  });
  await page.getByLabel('Message', { exact: true }).fill('What is in it?');
  await page.getByText(/^\d+ tokens$/).waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'You' }).getByText('notes.txt').waitFor();
  await page.getByRole('article', { name: 'Reply' }).locator('.facts-line').waitFor();
  expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
});

test('a refusal of the service says what happened and under which request id', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  backend.emulator?.fake.setFaults([{ match: { operation: 'messages.create' }, status: 400 }]);
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('The service refused (400)').waitFor();
  expect(await alert.innerText()).toMatch(/request req_/);
  backend.emulator?.fake.setFaults([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('You said: Hello').waitFor();
});

test('a stopped emulator is told of; when it is back the reply is completed, without a reload', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  await page.getByRole('button', { name: 'A long answer' }).click();
  await page.getByText(/time river paper/).waitFor();
  await backend.emulator?.stop();
  await page.getByText('The service does not answer.').waitFor();
  await backend.emulator?.start();
  await page.getByText('The service does not answer.').waitFor({ state: 'hidden' });
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

test('a reload keeps the conversation, and a reply that it cut can be gone on with', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.getByRole('button', { name: 'A long answer' }).click();
  await page.getByText(/time river paper/).waitFor();
  await page.reload();
  await page.getByRole('article', { name: 'You' }).getByText('/long 400').waitFor();
  await page.getByRole('button', { name: /Go on|Try again/ }).click();
  await page.locator('.facts-line').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  expect(text.split(' ').length).toBe(400);
});

test('nothing moves while a reply is written', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  await page.evaluate(() => {
    const shifts = ((globalThis as { shifts?: number[] }).shifts = []) as number[];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    });
    observer.observe({ type: 'layout-shift', buffered: false });
  });
  await page.getByLabel('Message', { exact: true }).fill('/long 200');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').waitFor();
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

test.each(['light', 'dark'] as const)('the page is accessible in %s', async (colorScheme) => {
  await using console = await visit('/chat', { colorScheme });
  const { page } = console;
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Call a tool' }).click();
  await page.getByText(/^You said: \w+day/).waitFor();
  await page.locator('.facts-line').last().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'assistant-sonnet-4-6' }).click();
  await page.getByText('citations').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('it works on a narrow screen', async () => {
  await using console = await visit('/chat', { viewport: { width: 360, height: 640 } });
  const { page } = console;
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You said: Hello').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a reply that was cut is gone on with where it stopped', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  await page.getByRole('button', { name: 'assistant-sonnet-4-6' }).click();
  await page.getByLabel(/Let it think first/).uncheck();
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

test('pictures are shown, and what cannot be sent is said', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const attach = page.getByLabel('Attach files');
  await attach.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') });
  await page.getByText('images, PDFs and text can be sent, not video/mp4').waitFor();
  await attach.setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  });
  await page.getByRole('button', { name: 'Remove dot.png' }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('What is this?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByAltText('Attached by you').waitFor();
  await page.getByText('You said: What is this?').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
