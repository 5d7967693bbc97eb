/** Takes the screenshots of the README and saves them to docs/images: `pnpm --filter @parlance/console screenshots`. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { sendMessage, startSession } from './agent-steps.js';
import { visit } from './open-page.js';
import { choose, messageBox, replied, say } from './page-steps.js';

const folder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

/** Takes a screenshot and returns its size in bytes. */
async function takeScreenshot(page: Page, name: string): Promise<number> {
  const image = await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
  return image.byteLength;
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
  const { page, fake } = await visit('/chat');
  const thinking = { type: 'thinking', thinking: 'The visitor asks about timeouts.' };
  fake.setScripts([
    {
      steps: [
        { reply: [thinking, { type: 'text', text: REPLY }] },
        { reply: [{ type: 'tool_use', name: 'count_words', input: { text: 'one two three' } }] },
        { reply: 'Three words.' },
      ],
    },
  ]);
  await say(page, 'Which deadlines does a client have?');
  await replied(page);
  await say(page, 'How many words are in "one two three"?');
  await replied(page, 3);
  await messageBox(page).fill('And in this one?');
  await page.getByText(/^[\d,]+ tokens$/).waitFor();
  expect(await takeScreenshot(page, 'chat')).toBeGreaterThan(10_000);
});

test('agents', async () => {
  const { page } = await visit('/agents', { colorScheme: 'dark' });
  await startSession(page);
  await sendMessage(page, '/tool look_up_order {"order_id":"17"}');
  await page.getByLabel('Result').fill('Shipped on Monday');
  expect(await takeScreenshot(page, 'agents')).toBeGreaterThan(10_000);
});

test('compliance', async () => {
  const { page } = await visit('/compliance?tab=activities');
  await page.getByRole('row').nth(4).waitFor();
  expect(await takeScreenshot(page, 'compliance')).toBeGreaterThan(10_000);
});

test('admin', async () => {
  const { page } = await visit('/admin');
  await choose(page, 'Role of Grace Kim', 'developer');
  await choose(page, 'Role of Noor Rahman', 'billing');
  expect(await takeScreenshot(page, 'admin')).toBeGreaterThan(10_000);
});

test('usage', async () => {
  const { page } = await visit('/usage?days=30', { colorScheme: 'dark' });
  await page.getByRole('img', { name: /^Cost by day and model/ }).waitFor();
  expect(await takeScreenshot(page, 'usage')).toBeGreaterThan(10_000);
});

test('service', async () => {
  const { page, parlance } = await visit('/service', { colorScheme: 'dark' });
  await page.getByLabel('Rate limited, twice').check();
  await parlance.inference.models.list({ limit: 1 });
  await page.getByRole('list', { name: 'Failures by code' }).waitFor();
  expect(await takeScreenshot(page, 'service')).toBeGreaterThan(10_000);
});

test('requests', async () => {
  const { page, parlance, fake } = await visit('/requests?q=messages');
  fake.setFaults([{ times: 1, status: 529 }]);
  await parlance.inference.messages
    .stream({
      model: 'assistant-sonnet-4-6',
      max_tokens: 200,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    .finalMessage();
  await page.getByRole('list', { name: 'Stream events' }).waitFor();
  expect(await takeScreenshot(page, 'requests')).toBeGreaterThan(10_000);
});

test('narrow', async () => {
  const { page } = await visit('/chat', { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  await page.getByRole('button', { name: 'Call a tool' }).click();
  await page.locator('.facts-line').nth(1).waitFor();
  expect(await takeScreenshot(page, 'narrow')).toBeGreaterThan(10_000);
});
