import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser, type Visit } from './open-page.js';

withBrowser();

test('the figures come from the SDK: attempts, retries, the budget', async () => {
  await using console = await visit('/service');
  const { page, backend } = console;
  await page.getByLabel('Busy, twice').check();
  await backend.parlance.inference.models.list({ limit: 1 });
  const table = page.getByRole('region', { name: 'Latest attempts' });
  await table.getByText('rate_limit_error').first().waitFor();
  await page.getByRole('list', { name: 'Failures by code' }).getByText('rate limit error × 2').waitFor();
  // The last attempt, and what it gives back, are told with the next look at the figures.
  const figure = (name: string) => page.locator('.figure', { hasText: name });
  await figure('Of them retries').getByText('2', { exact: true }).waitFor();
  await figure('Retry budget left').getByText('48', { exact: false }).waitFor();
  expect(await page.getByRole('list', { name: 'Failures by code' }).getByRole('listitem').count()).toBe(1);
});

/** Switches a fault on, does something on another page, comes back; gives what the service page then says. */
async function breakIt({ page }: Visit, label: string, act: () => Promise<void>): Promise<string> {
  await page.getByLabel(label).check();
  await act();
  await page.getByRole('link', { name: 'Service' }).click();
  const card = page.locator('.fault', { hasText: label });
  await card.getByText(/struck \d+×/).waitFor();
  return card.innerText();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByLabel('Message', { exact: true }).fill('/long 40');
  await page.keyboard.press('Enter');
}

test.each([
  ['Refuse replies', /refused \(400\)[\s\S]*request req_/, 'invalid request error × 1'],
  ['Never answer', /too long[\s\S]*deadline headers, 10 s/, /^timeout headers × \d$/],
  ['Stall in the middle', /too long[\s\S]*deadline contentGap, 6 s/, 'stream stalled × 1'],
  ['An error inside the stream', /overloaded_error/, 'stream server error × 1'],
  ['A proxy’s error page', /makes no sense[\s\S]*text\/html/, 'unexpected content type × 1'],
] as const)('%s: the chat says what happened, and so does the service page', async (label, said, counted) => {
  await using console = await visit('/service');
  const { page } = console;
  const card = await breakIt(console, label, async () => {
    await send(page);
    await page.getByRole('alert').waitFor({ timeout: 45_000 });
    expect(await page.getByRole('alert').innerText()).toMatch(said);
  });
  expect(card).toMatch(/struck \d×/);
  await page.getByRole('list', { name: 'Failures by code' }).getByText(counted).waitFor();
  const passed = await page.locator('.figure', { hasText: 'Deadlines passed' }).innerText();
  expect(/[1-9]/.test(passed)).toBe(/timeout|stalled/.test(String(counted)));
});

test.each([
  ['Busy, twice', 'rate limit error × 2', /struck 2×, over/],
  ['Cut the next reply', /^ECONNRESET|stream truncated × 1$/, /struck 1×, over/],
] as const)('%s: the reply comes all the same', async (label, counted, struck) => {
  await using console = await visit('/service');
  const { page } = console;
  const card = await breakIt(console, label, async () => {
    await send(page);
    await page.locator('.facts-line').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
  expect(card).toMatch(struck);
  await page.getByRole('list', { name: 'Failures by code' }).getByText(counted).waitFor();
  await page.getByRole('region', { name: 'Rate limits' }).getByText('999 of 1,000').waitFor();
});

test('slow answers come, half an answer is told of, and flakiness costs retries', async () => {
  await using console = await visit('/service');
  const { page, backend } = console;
  const open = async (): Promise<void> => page.getByRole('link', { name: 'Compliance' }).click();
  await breakIt(console, 'Slow', async () => {
    await open();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
  await page.getByLabel('Slow').uncheck();
  await breakIt(console, 'Half an answer', async () => {
    await open();
    await page.getByRole('alert').getByText('The answer makes no sense').waitFor();
    expect(await page.getByRole('region', { name: 'Chats' }).getByRole('listitem').count()).toBe(0);
  });
  await page.getByLabel('Half an answer').uncheck();
  await breakIt(console, 'Overloaded, one time in three', async () => {
    for (let call = 0; call < 8; call += 1) {
      await Promise.allSettled([backend.parlance.inference.models.list({ limit: 1 })]);
    }
  });
  await page
    .getByRole('list', { name: 'Failures by code' })
    .getByText(/^overloaded error × \d$/)
    .waitFor();
});

test('a download that breaks off stops an export, which says so', async () => {
  await using console = await visit('/service');
  const { page } = console;
  await breakIt(console, 'Cut downloads', async () => {
    await page.getByRole('link', { name: 'Compliance' }).click();
    await page.getByRole('tab', { name: 'Exports' }).click();
    await page.getByRole('button', { name: 'Export all chats' }).click();
    await page.getByText(/^It stopped at the artifact/).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('The connection failed');
  });
  const table = page.getByRole('region', { name: 'Latest attempts' });
  expect(await table.getByRole('row', { name: /^artifacts\.download broke off/ }).count()).toBeGreaterThan(2);
});

test('a stopped emulator is told of on every page', async () => {
  await using console = await visit('/service');
  const { page } = console;
  await page.getByRole('button', { name: 'Stop the emulator' }).click();
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  await page.getByText('The service does not answer.').waitFor();
  await page.getByRole('link', { name: 'Service' }).click();
  await page.getByRole('button', { name: 'Start the emulator again' }).click();
  await page.getByText('The service does not answer.').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByText('You said: Hello', { exact: true }).waitFor();
  expect(await page.getByRole('article', { name: 'You' }).count()).toBe(1);
});

test.each(['light', 'dark'] as const)('the page is accessible in %s', async (colorScheme) => {
  await using console = await visit('/service', { colorScheme });
  const { page, backend } = console;
  await backend.parlance.inference.models.list({ limit: 1 });
  await page.getByRole('region', { name: 'Latest attempts' }).waitFor();
  await page.getByLabel('Refuse replies').check();
  expect(await accessibilityProblems(page)).toEqual([]);
});
