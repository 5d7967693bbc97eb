import { expect, test } from 'vitest';
import { accessibilityProblems } from './check-accessibility.js';
import { visit, withBrowser } from './open-page.js';

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

test('a stalled reply ends with the deadline, and the chat says which', async () => {
  await using console = await visit('/service');
  const { page } = console;
  await page.getByLabel('Stall in the middle').check();
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByLabel('Message', { exact: true }).fill('/long 100');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('The service took too long').waitFor();
  expect(await alert.innerText()).toContain('deadline contentGap, 6 s');
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
