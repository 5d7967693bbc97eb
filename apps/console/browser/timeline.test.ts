import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visit, type Visit } from './testing/open-page.js';

/** Opens the timeline with the console's own reads too, of which there is one per request of the page. */
function openTimeline(activities: number): Promise<Visit> {
  return visit('/compliance?tab=activities&hidden=', { emulator: { demo: { activities } } });
}

/** The rows of the table, without the legend of the timeline. */
const rowsOf = (page: Page) => page.getByRole('region', { name: 'Activities' }).locator('tbody tr');

/** Selects a range of the timeline by dragging, as fractions of its width. */
async function selectRange(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.timeline .u-over').boundingBox();
  if (box === null) throw new Error('The timeline is not drawn.');
  await page.mouse.move(box.x + box.width * from, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 100, { steps: 5 });
  await page.mouse.up();
}

/** Waits until all activities have loaded and returns their number. Each request of the page adds one. */
async function loaded(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d,]+ activities$/).innerText();
  return Number(text.replaceAll(/\D/g, ''));
}

/** Reads the pagination of the table: first row, last row and total. */
async function rangeOf(page: Page): Promise<number[]> {
  const text = await page.getByRole('navigation', { name: 'Pages of activities' }).innerText();
  return (text.match(/\d[\d,]*/g) ?? []).map((count) => Number(count.replaceAll(',', '')));
}

test('the timeline handles 100,000 activities and range selection', async () => {
  const { page } = await openTimeline(100_000);
  await page.getByText(/^100,000 activities$/).waitFor();
  await expect.poll(() => rangeOf(page)).toEqual([1, 100, 100_000]);
  const legend = page.locator('.timeline .u-legend');
  await expect.poll(() => legend.innerText()).toContain('Chats');
  await expect.poll(() => rowsOf(page).count()).toBe(100);
  const newest = rowsOf(page).first().locator('td').first();
  const before = await newest.innerText();
  await selectRange(page, 0.2, 0.4);
  await expect.poll(() => newest.innerText()).not.toBe(before);
  const [, , inRange = 0] = await rangeOf(page);
  expect(inRange).toBeGreaterThan(100);
  expect(inRange).toBeLessThan(50_000);
  await page.locator('.timeline .u-over').dblclick({ position: { x: 50, y: 100 } });
  await expect.poll(() => newest.innerText()).toBe(before);
  await page.getByRole('button', { name: /^Chats/ }).click();
  await expect.poll(() => legend.innerText()).not.toContain('Chats');
});

test('every activity of a range is on some page, newest first, for any selection of families', async () => {
  const { page } = await openTimeline(400);
  const count = await loaded(page);
  expect(count).toBeGreaterThan(300);
  const older = page.getByRole('button', { name: 'Older' });
  const readAll = async (): Promise<{ times: number[]; types: string[] }> => {
    const times: number[] = [];
    const types: string[] = [];
    for (;;) {
      const rows = await rowsOf(page).allInnerTexts();
      const cells = rows.map((row) => row.split('\t'));
      times.push(...cells.map(([time]) => Date.parse((time ?? '').replace(',', ''))));
      types.push(...cells.map(([, type]) => type ?? ''));
      if (await older.isDisabled()) return { times, types };
      const next = times.length + 1;
      await older.click();
      await expect.poll(async () => (await rangeOf(page))[0]).toBe(next);
    }
  };
  await expect.poll(() => rangeOf(page)).toEqual([1, 100, count]);
  const all = await readAll();
  expect(all.times).toHaveLength(count);
  expect(all.times).toEqual(all.times.toSorted((a, b) => b - a));
  const chats = all.types.filter((type) => type.startsWith('assistant chat'));
  await page.getByRole('button', { name: `Chats ${chats.length}` }).click();
  await expect.poll(() => rangeOf(page)).toEqual([1, 100, count - chats.length]);
  const others = await readAll();
  expect(others.types).toEqual(all.types.filter((type) => !type.startsWith('assistant chat')));
});

test('the selected range stays while older activities load', async () => {
  const { page, fake } = await openTimeline(12_000);
  await loaded(page);
  // After the reload, the first page loads immediately and the second is delayed.
  fake.setFaults([{ match: { operation: 'activities.list' }, after: 1, times: 1, delay_ms: 4_000 }]);
  await page.reload();
  await page.getByText('5,000 activities…').waitFor();
  await selectRange(page, 0.6, 0.8);
  const inRange = async (): Promise<number> => (await rangeOf(page))[2] ?? 0;
  await expect.poll(inRange).toBeLessThan(2_500);
  const selected = await inRange();
  const count = await loaded(page);
  // The table updates after the chart, so toggle a family to be sure that it is up to date.
  await page.getByRole('button', { name: /^Chats/ }).click();
  await expect.poll(inRange).toBeLessThan(selected);
  await page.getByRole('button', { name: /^Chats/ }).click();
  await expect.poll(inRange).toBe(selected);
  await page.locator('.timeline .u-over').dblclick({ position: { x: 50, y: 100 } });
  await expect.poll(inRange).toBe(count);
});
