import { createFake } from '@parlance/testing-fakes';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

/** Reads the table of totals: the name of each row, and its amounts. */
async function totalsOf(page: Page): Promise<readonly (readonly [name: string, amounts: number[]])[]> {
  const rows = page.getByRole('region', { name: 'Totals' }).locator('tbody tr');
  await rows.first().waitFor();
  return (await rows.allInnerTexts()).map((text) => {
    const [name = '', ...cells] = text.split('\t');
    return [name.trim(), cells.map((cell) => Number(cell.replaceAll(/[$,]/g, '')))];
  });
}

test.each(['light', 'dark'] as const)('a month of usage and cost adds up, in %s', async (colorScheme) => {
  const { page } = await visit('/usage?days=30', { colorScheme });
  await page.getByRole('img', { name: /^Cost by day and model, \$[\d,]+\.\d\d in total$/ }).waitFor();
  const byModel = await totalsOf(page);
  // The most expensive model first.
  expect(byModel.map(([name]) => name)).toEqual([
    'assistant-sonnet-4-6',
    'assistant-opus-4-7',
    'assistant-haiku-4-5-20251001',
    'Total',
  ]);
  await choose(page, 'By', 'workspace');
  await page.getByRole('cell', { name: 'Default workspace' }).waitFor();
  const byWorkspace = await totalsOf(page);
  expect(byWorkspace.length).toBe(5);
  expect(byWorkspace.at(-1)?.[1].slice(0, 2)).toEqual(byModel.at(-1)?.[1].slice(0, 2));
  for (const rows of [byModel, byWorkspace])
    for (const column of [0, 1, 2]) {
      const sum = rows.slice(0, -1).reduce((all, [, amounts]) => all + (amounts[column] ?? 0), 0);
      expect(sum).toBeCloseTo(rows.at(-1)?.[1][column] ?? 0, 6);
    }
  await choose(page, 'Show', 'tokens');
  await choose(page, 'Period', '7');
  await page.getByRole('img', { name: /^Tokens by day and workspace, [\d,]+ tokens in total$/ }).waitFor();
  expect(new URL(page.url()).search).toBe('?by=workspace&show=tokens');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.each(['reduce', 'no-preference'] as const)(
  'with reduced motion %s, models have colors',
  async (reducedMotion) => {
    const { page } = await visit('/usage?days=30', { reducedMotion });
    const markers = page.locator('.u-legend .u-series:not(:first-child) .u-marker');
    await expect.poll(() => markers.count()).toBe(3);
    const colors = await markers.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).backgroundColor),
    );
    expect(new Set(colors).size).toBe(3);
  },
);

test('the axis of times ends with the current one', async () => {
  const { page } = await visit('/service');
  await page.addInitScript(() => {
    const drawn: string[] = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.push(text);
      fillText.call(this, text, ...place);
    };
    Object.assign(globalThis, { drawn });
  });
  const drawn = (): Promise<string[]> => page.evaluate('drawn');
  await page.reload();
  await expect.poll(drawn).toContain('now');
  expect(await drawn()).toContain('-30 s');
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect.poll(drawn).toContain('1 Jun');
});

test('an organization without usage has none, and then small amounts with enough digits', async () => {
  const fake = createFake({ clock: { mode: 'running' } });
  const { url, close } = await fake.listen();
  onTestFinished(close);
  const { api: apiKey, admin: adminKey } = fake.keys;
  const { page, parlance } = await visit('/usage', { service: { baseUrl: url, apiKey, adminKey } });
  await page.getByText('No usage yet').waitFor();
  for (const model of ['assistant-opus-4-7', 'assistant-sonnet-4-6'])
    await parlance.inference.messages.create({
      model,
      max_tokens: 200,
      messages: [{ role: 'user', content: 'hello' }],
    });
  await page.reload();
  const rows = page.getByRole('region', { name: 'Totals' }).locator('tbody tr');
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^\s*assistant-opus-4-7\s+\d+\s+\d+\s+\$0\.\d{6}$/),
      expect.stringMatching(/^\s*assistant-sonnet-4-6\s+\d+\s+\d+\s+\$0\.\d{6}$/),
      expect.stringMatching(/^\s*Total\s+\d+\s+\d+\s+\$0\.\d{6}$/),
    ]);
});
