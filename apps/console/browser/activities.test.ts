/** The audit log: its drawer, the console's own reads, the timeline, and exports of what is shown. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { download, selectOf } from './testing/page-steps.js';

const timelineOf = (page: Page) => page.getByRole('slider', { name: /^Timeline of [\d,]+ activities/ });

/** Reads how many activities the table has. */
async function countOf(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Pages of activities' }).innerText();
  return Number(/of ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
}

test('an activity opens in a drawer with every field, which has an address', async () => {
  const { page } = await visit('/compliance?tab=activities&type=compliance_api_accessed&hidden=');
  // What the page reads is listed when it is read again.
  await page.getByText(/^[\d,]+ activit(y|ies)$/).waitFor();
  await page.reload();
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  await page.getByRole('cell', { name: 'compliance api accessed' }).first().getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'compliance api accessed' });
  const fields = drawer.locator('.facts-list');
  await fields.waitFor();
  const text = await fields.innerText();
  for (const field of ['actor.ip_address', 'actor.user_agent', 'url', 'status_code', 'request_id'])
    expect(text).toContain(`${field}\n`);
  expect(text).toContain('parlance-console');
  await drawer.getByText('Raw JSON').click();
  const raw = JSON.parse(await drawer.locator('pre').innerText()) as object;
  expect(raw).toMatchObject({ type: 'compliance_api_accessed', request_method: 'GET', status_code: 200 });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await fields.waitFor();
  await expect.poll(() => fields.innerText()).toBe(text);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).searchParams.get('activity')).toBe(null);
});

test("the console's own reads are hidden until they are switched on", async () => {
  const { page } = await visit('/compliance?tab=activities');
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  // What the page reads is listed when it is read again.
  await page.reload();
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  const own = page.getByRole('button', { name: /^Read by a console/ });
  const before = await countOf(page);
  expect(await own.getAttribute('aria-pressed')).toBe('false');
  await own.click();
  await expect.poll(() => countOf(page)).toBeGreaterThan(before);
  await page.reload();
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  expect(await own.getAttribute('aria-pressed')).toBe('true');
});

test('the timeline is used with the keyboard, shows what the pointer is over, and is reset', async () => {
  const { page } = await visit('/compliance?tab=activities');
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  const all = await countOf(page);
  await timelineOf(page).focus();
  await page.keyboard.press('+');
  await expect.poll(() => countOf(page)).toBeLessThan(all);
  const zoomed = await timelineOf(page).getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => timelineOf(page).getAttribute('aria-valuetext')).not.toBe(zoomed);
  const box = await page.locator('.timeline .u-over').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 10);
  await expect.poll(() => page.locator('.timeline .u-legend').innerText()).toMatch(/2026[\s\S]*Chats\s*\d/);
  await page.getByRole('button', { name: 'Show all times' }).click();
  await expect.poll(() => countOf(page)).toBe(all);
  await page.goBack();
  await expect.poll(() => countOf(page)).toBeLessThan(all);
  await timelineOf(page).press('Escape');
  await expect.poll(() => countOf(page)).toBe(all);
});

test('the axes of the timeline follow the theme', async () => {
  const { page } = await visit('/compliance?tab=activities', { colorScheme: 'light' });
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  const pixels = () =>
    page.locator('.timeline canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const light = await pixels();
  await page.getByRole('button', { name: /Switch theme/ }).click();
  await page.getByRole('button', { name: /Switch theme/ }).click();
  await expect.poll(pixels).not.toBe(light);
});

test('the axes of the timeline keep their color when it is zoomed', async () => {
  const { page } = await visit('/compliance?tab=activities');
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  const canvas = page.locator('.timeline canvas');
  const pixels = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  const before = await pixels();
  await timelineOf(page).press('+');
  await expect.poll(pixels).not.toBe(before);
  await timelineOf(page).press('Escape');
  await expect.poll(pixels).toBe(before);
});

test('an export has exactly the activities on screen: filters, families and time range', async () => {
  const { page } = await visit('/compliance?tab=activities');
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  const all = await countOf(page);
  await page.getByRole('button', { name: /^Chats/ }).click();
  for (const key of ['+', '+', 'ArrowLeft']) await timelineOf(page).press(key);
  await page.reload();
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  const shown = await countOf(page);
  expect(shown).toBeLessThan(all);
  expect(shown).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Export results' }).click();
  await page.getByRole('link', { name: 'View export' }).click();
  const item = page.getByRole('listitem', { name: /^Activities export, started/ });
  await item.getByText('finished', { exact: true }).waitFor();
  const { lines } = await download(item.getByRole('link', { name: 'activities.ndjson' }));
  expect(lines).toHaveLength(shown);
  expect(lines.filter((line) => line.includes('"type":"assistant_chat'))).toEqual([]);
});

test('a type is found by typing some letters and selected with the keyboard', async () => {
  const { page } = await visit('/compliance?tab=activities');
  await page.getByText(/^[\d,]+ activities$/).waitFor();
  await selectOf(page, 'Type').press('Enter');
  const search = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('option');
  await expect.poll(() => options.count()).toBe(30);
  await page.getByText(/^\d+ more, keep typing$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type('CREATED  chat');
  await expect
    .poll(() => options.allInnerTexts())
    .toEqual(['assistant chat created', 'assistant chat snapshot created']);
  const focused = async () =>
    page.locator(`[id="${await search.getAttribute('aria-activedescendant')}"]`).allInnerTexts();
  await expect.poll(focused).toEqual(['assistant chat created']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toEqual(['assistant chat snapshot created']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await search.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('assistant_chat_created');
  expect(await selectOf(page, 'Type').innerText()).toBe('assistant chat created');
  await selectOf(page, 'Type').press('ArrowDown');
  await expect.poll(focused).toEqual(['assistant chat created']);
  await search.fill('no such type');
  await page.getByText('No matches').waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'hidden' });
  await expect.poll(() => selectOf(page, 'Type').evaluate((button) => button.matches(':focus'))).toBe(true);
  expect(await selectOf(page, 'Type').innerText()).toBe('assistant chat created');
});
