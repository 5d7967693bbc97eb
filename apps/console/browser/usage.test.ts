import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

test.each(['light', 'dark'] as const)('usage and cost are shown by day, in %s', async (colorScheme) => {
  const { page, parlance } = await visit('/usage', { colorScheme });
  await page.getByText('No usage yet').waitFor();
  const { messages } = parlance.inference;
  for (const model of ['assistant-opus-4-7', 'assistant-sonnet-4-6'])
    await messages.create({ model, max_tokens: 200, messages: [{ role: 'user', content: 'hello' }] });
  await page.reload();
  const chart = page.getByRole('img', { name: /^Cost by day and model/ });
  await chart.waitFor();
  await expect.poll(() => chart.innerText()).toMatch(/assistant-opus-4-7[\s\S]*|assistant-sonnet-4-6/);
  const rows = page.getByRole('region', { name: 'Totals' }).locator('tbody tr');
  // The most expensive model first.
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^\s*assistant-opus-4-7\s+\d+\s+\d+\s+\$0\.\d{6}$/),
      expect.stringMatching(/^\s*assistant-sonnet-4-6\s+\d+\s+\d+\s+\$0\.\d{6}$/),
      expect.stringMatching(/^\s*Total\s+\d+\s+\d+\s+\$0\.\d{6}$/),
    ]);
  await choose(page, 'By', 'workspace');
  await page.getByRole('cell', { name: 'Default workspace' }).waitFor();
  await choose(page, 'Show', 'tokens');
  await choose(page, 'Period', '30');
  await page.getByRole('img', { name: /^Tokens by day and workspace, \d+ tokens in total$/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?by=workspace&show=tokens&days=30');
  expect(await accessibilityProblems(page)).toEqual([]);
});
