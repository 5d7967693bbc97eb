import { expect, test } from 'vitest';
import { sendMessage, startSession } from './testing/agent-steps.js';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

test('events show time, duration and JSON, can be filtered, and add up to totals', async () => {
  const { page } = await visit('/agents');
  await startSession(page);
  await sendMessage(page, '/tool write {"file_path":"a.txt","content":"hello"}');
  await page.getByRole('button', { name: 'Allow' }).click();
  const events = page.getByRole('list', { name: 'Events' });
  await events.getByText('finished its turn').waitFor();
  expect(
    await events
      .getByText(/^model: /)
      .first()
      .innerText(),
  ).toMatch(/tokens in, \d+ out/);
  await expect
    .poll(() => events.locator('li', { hasText: 'finished its turn' }).innerText())
    .toMatch(/\d\d:\d\d:\d\d\s+\d+\.\d\d s/);
  await expect
    .poll(() => page.getByRole('group', { name: 'Totals' }).innerText())
    .toMatch(/[1-9]\d* in[\s\S]*[1-9]\d* out[\s\S]*\$0\.\d+/);

  await choose(page, 'Filter events', 'tools');
  await expect.poll(() => events.getByText('finished its turn').count()).toBe(0);
  const call = events.locator('li.tool');
  await expect.poll(() => call.count()).toBe(1);
  await call.getByText('JSON').click();
  await call.getByText('"type": "agent.tool_use"').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
