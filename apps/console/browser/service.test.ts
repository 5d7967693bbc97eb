import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { replied, say } from './testing/page-steps.js';

test('figures show attempts, retries and the retry budget', async () => {
  const { page, parlance } = await visit('/service');
  await page.getByLabel('Rate limited, twice').check();
  await parlance.inference.models.list({ limit: 1 });
  const table = page.getByRole('region', { name: 'Latest attempts' });
  await table.getByText('rate_limit_error').first().waitFor();
  await page.getByRole('list', { name: 'Failures by code' }).getByText('rate limit error × 2').waitFor();
  // A 429 with a hint is a wait of the rate limiter: it spends nothing of the budget.
  const figure = (name: string) => page.locator('.figure', { hasText: name });
  await figure('Retries').getByText('2', { exact: true }).waitFor();
  await figure('Retry budget left').getByText('50', { exact: false }).waitFor();
  await expect
    .poll(() => page.getByRole('list', { name: 'Failures by code' }).getByRole('listitem').count())
    .toBe(1);
});

/** Activates a fault, runs an action on another page, and returns the text of the fault's card. */
async function withFault(page: Page, label: string, act: () => Promise<void>): Promise<string> {
  await page.getByLabel(label).check();
  await act();
  await page.getByRole('link', { name: 'Service' }).click();
  const card = page.locator('.fault', { hasText: label });
  await card.getByText(/injected \d+×/).waitFor();
  return card.innerText();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Chat' }).click();
  await say(page, '/long 40');
}

test.each([
  ['Reject messages', /rejected the request \(400\)[\s\S]*request req_/, 'invalid request error × 1'],
  ['No response', /timed out[\s\S]*deadline headers, 10 s/, /^timeout headers × \d$/],
  ['Stalled stream', /timed out[\s\S]*deadline contentGap, 6 s/, 'stream stalled × 1'],
  ['Error mid-stream', /overloaded_error/, 'stream server error × 1'],
  ['HTML from a proxy', /Unexpected response[\s\S]*text\/html/, 'unexpected content type × 1'],
] as const)('%s: the chat and the service page report the failure', async (label, shown, counted) => {
  const { page } = await visit('/service');
  const card = await withFault(page, label, async () => {
    await send(page);
    await page.getByRole('alert').waitFor({ timeout: 45_000 });
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(shown);
  });
  expect(card).toMatch(/injected \d×/);
  await page.getByRole('list', { name: 'Failures by code' }).getByText(counted).waitFor();
  const timeouts = await page.locator('.figure', { hasText: 'Timeouts' }).innerText();
  expect(/[1-9]/.test(timeouts)).toBe(/timeout|stalled/.test(String(counted)));
});

test.each([
  ['Rate limited, twice', 'rate limit error × 2', /injected 2×, done/],
  ['Drop the next reply', /^ECONNRESET|stream truncated × 1$/, /injected 1×, done/],
] as const)('%s: the reply still succeeds', async (label, counted, injected) => {
  const { page } = await visit('/service');
  const card = await withFault(page, label, async () => {
    await send(page);
    await replied(page);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
  expect(card).toMatch(injected);
  await page.getByRole('list', { name: 'Failures by code' }).getByText(counted).waitFor();
  await page.getByRole('region', { name: 'Rate limits' }).getByText('999 of 1,000').waitFor();
});

test('slow responses succeed, truncated ones are reported, and overload uses up retries', async () => {
  const { page, parlance } = await visit('/service');
  const open = async (): Promise<void> => page.getByRole('link', { name: 'Compliance' }).click();
  await withFault(page, 'Slow responses', async () => {
    await open();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
  await page.getByLabel('Slow responses').uncheck();
  await withFault(page, 'Truncated JSON', async () => {
    await open();
    await page.getByRole('alert').getByText('Unexpected response from the service').waitFor();
    await expect
      .poll(() => page.getByRole('region', { name: 'Chats' }).getByRole('listitem').count())
      .toBe(0);
  });
  await page.getByLabel('Truncated JSON').uncheck();
  await withFault(page, 'Overloaded, one in three', async () => {
    for (let call = 0; call < 8; call += 1) {
      await Promise.allSettled([parlance.inference.models.list({ limit: 1 })]);
    }
  });
  await page
    .getByRole('list', { name: 'Failures by code' })
    .getByText(/^overloaded error × \d$/)
    .waitFor();
});

test('a fault that cannot be injected is reported, and not shown as active', async () => {
  const { page } = await visit('/service');
  await page.route('**/rpc/faults/set', (route) =>
    route.fulfill({ status: 502, json: { kind: 'response', code: 'bad_status', message: 'Not set.' } }),
  );
  await page.getByLabel('Slow responses').check();
  await page.getByRole('alert').getByText('Not set.').waitFor();
  await expect.poll(() => page.getByLabel('Slow responses').isChecked()).toBe(false);
});

test('an interrupted download is named by the export', { timeout: 120_000 }, async () => {
  const { page } = await visit('/service');
  await withFault(page, 'Interrupted downloads', async () => {
    await page.getByRole('link', { name: 'Compliance' }).click();
    await page.getByRole('tab', { name: 'Exports' }).click();
    await page.getByRole('button', { name: 'Export all chats' }).click();
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'could not be read. Everything else is saved.' });
    // It is tried five times, with waits in between.
    await notice.waitFor({ timeout: 90_000 });
    await expect.poll(() => notice.innerText()).toMatch(/artifact|chat/);
  });
  const table = page.getByRole('region', { name: 'Latest attempts' });
  await expect
    .poll(() => table.getByRole('row', { name: /^artifacts\.download interrupted/ }).count())
    .toBeGreaterThan(2);
});

test('a stopped emulator is reported on every page', async () => {
  const { page } = await visit('/service');
  await page.getByRole('button', { name: 'Stop emulator' }).click();
  await page.getByRole('link', { name: 'Chat' }).click();
  await say(page, 'Hello');
  await page.getByText('The service isn’t responding.').waitFor();
  await page.getByRole('link', { name: 'Service' }).click();
  await page.getByRole('button', { name: 'Start emulator' }).click();
  await page.getByText('The service isn’t responding.').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByText('You said: Hello', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('article', { name: 'You' }).count()).toBe(1);
});

test.each(['light', 'dark'] as const)('the page is accessible in %s', async (colorScheme) => {
  const { page, parlance } = await visit('/service', { colorScheme });
  await parlance.inference.models.list({ limit: 1 });
  await page.getByRole('region', { name: 'Latest attempts' }).waitFor();
  await page.getByLabel('Reject messages').check();
  expect(await accessibilityProblems(page)).toEqual([]);
});
