/** Takes the screenshots of the README and saves them to docs/images: `pnpm --filter @parlance/console screenshots`. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { visit, withBrowser, type Visit } from './open-page.js';

withBrowser();

const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

/** Takes a screenshot and returns its size in bytes. */
async function takeScreenshot({ page }: Visit, name: string): Promise<number> {
  const image = await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
  return image.byteLength;
}

async function sendMessage({ page }: Visit, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

async function startSession({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Order desk');
  await page.getByLabel('System prompt').fill('You look after orders.');
  await page.getByRole('button', { name: 'Add custom tool' }).click();
  await page.getByLabel('Tool name').fill('look_up_order');
  await page.getByLabel('Description for the model').fill('Looks up an order');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Start session' }).click();
  await page.getByLabel('Title').fill('Where is order 17?');
  await page.getByRole('button', { name: 'Start session', exact: true }).click();
  await page.getByLabel('Message to the session').fill('/tool look_up_order {"order_id":"17"}');
  await page.keyboard.press('Enter');
  await page.getByLabel('Result').fill('Shipped on Monday');
}

const REPLY = `Each phase has a deadline and an error code of its own, for example:

| Phase | Default | Code |
| --- | ---: | --- |
| response headers | 60 s | \`timeout_headers\` |
| between content events | 180 s | \`stream_stalled\` |

\`\`\`ts
await inference.messages.create(params, { timeouts: { headersMs: 5_000 } });
\`\`\``;

test('chat', async () => {
  await using console = await visit('/chat');
  const { page, backend } = console;
  const thinking = { type: 'thinking', thinking: 'The visitor asks about timeouts.' };
  backend.emulator?.fake.setScripts([
    {
      steps: [
        { reply: [thinking, { type: 'text', text: REPLY }] },
        { reply: [{ type: 'tool_use', name: 'count_words', input: { text: 'one two three' } }] },
        { reply: 'Three words.' },
      ],
    },
  ]);
  await sendMessage(console, 'Which deadlines does a client have?');
  await page.locator('.facts-line').waitFor();
  await sendMessage(console, 'How many words are in "one two three"?');
  await page.locator('.facts-line').nth(2).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('And in this one?');
  await page.getByText(/^[\d,]+ tokens$/).waitFor();
  expect(await takeScreenshot(console, 'chat')).toBeGreaterThan(10_000);
});

test('agents', async () => {
  await using console = await visit('/agents', { colorScheme: 'dark' });
  await startSession(console);
  expect(await takeScreenshot(console, 'agents')).toBeGreaterThan(10_000);
});

test('compliance', async () => {
  await using console = await visit('/compliance?tab=activities');
  await console.page.getByRole('row').nth(4).waitFor();
  expect(await takeScreenshot(console, 'compliance')).toBeGreaterThan(10_000);
});

test('admin', async () => {
  await using console = await visit('/admin');
  await console.page.getByLabel('Role of Grace Kim').selectOption('developer');
  await console.page.getByLabel('Role of Noor Rahman').selectOption('billing');
  expect(await takeScreenshot(console, 'admin')).toBeGreaterThan(10_000);
});

test('service', async () => {
  await using console = await visit('/service', { colorScheme: 'dark' });
  const { page, backend } = console;
  await page.getByLabel('Rate limited, twice').check();
  await backend.parlance.inference.models.list({ limit: 1 });
  await page.getByRole('list', { name: 'Failures by code' }).waitFor();
  expect(await takeScreenshot(console, 'service')).toBeGreaterThan(10_000);
});

test('requests', async () => {
  await using console = await visit('/requests?q=messages');
  const { page, backend } = console;
  backend.emulator?.fake.setFaults([{ times: 1, status: 529 }]);
  await backend.parlance.inference.messages
    .stream({
      model: 'assistant-sonnet-4-6',
      max_tokens: 200,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    .finalMessage();
  await page.getByRole('list', { name: 'Stream events' }).waitFor();
  expect(await takeScreenshot(console, 'requests')).toBeGreaterThan(10_000);
});

test('narrow', async () => {
  await using console = await visit('/chat', { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  await console.page.getByRole('button', { name: 'Call a tool' }).click();
  await console.page.locator('.facts-line').nth(1).waitFor();
  expect(await takeScreenshot(console, 'narrow')).toBeGreaterThan(10_000);
});
