import { expect, test } from 'vitest';
import { createDemoSessions } from '../server/demo-sessions.js';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose } from './testing/page-steps.js';

test('the start page leads to what waits, and no longer lists it when it is done', async () => {
  const { page, url, parlance, emulator } = await visit('/');
  const waiting = page.getByRole('region', { name: 'Waits for you' });
  await waiting.getByText('Nothing waits for you.').waitFor();
  const { signal } = new AbortController();
  await createDemoSessions({ client: parlance.managedAgents, emulator, signal });
  await page.reload();
  await expect
    .poll(() => waiting.getByRole('listitem').allInnerTexts())
    .toEqual([expect.stringMatching(/Refund of order 23\s+waits for your approval\s+Order desk · write/)]);
  await waiting.getByRole('link', { name: 'Refund of order 23' }).click();
  const list = page.getByRole('region', { name: 'Sessions', exact: true });
  const first = list.getByRole('listitem').first();
  await first.getByText('waits for your approval').waitFor();
  await choose(page, 'Status', { label: 'waits for you (1)' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Allow' }).click();
  await list.getByText('No sessions').waitFor();
  await page.goto(url);
  await waiting.getByText('Nothing waits for you.').waitFor();
});

test.each(['light', 'dark'] as const)('the start page has failures and cost, in %s', async (colorScheme) => {
  const { page, parlance, fake } = await visit('/', { colorScheme });
  const failed = page.getByRole('region', { name: 'Failed since yesterday' });
  await failed.getByText('Nothing failed.').waitFor();
  const create = () =>
    parlance.inference.messages.create({
      model: 'assistant-opus-4-7',
      max_tokens: 200,
      messages: [{ role: 'user', content: 'hello' }],
    });
  await create();
  fake.setFaults([{ times: 1, status: 400 }]);
  await create().catch(() => {});
  await failed.getByText('1 request failed').waitFor();
  // In the time of the service, like everything else.
  await failed.getByText('1 Jun 2026').waitFor();
  await page.reload();
  const cost = page.getByRole('region', { name: 'Cost since yesterday' });
  await expect
    .poll(() => cost.innerText())
    .toMatch(/\$0\.\d{4} \$0\.\d{4} yesterday, \$0\.000\d today \(UTC\)/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await failed.getByRole('link', { name: 'Requests of this console' }).click();
  const requests = page.getByRole('region', { name: 'Requests' });
  await expect.poll(() => requests.innerText()).toContain('invalid_request_error');
});

test('a page that was left has no failed requests', async () => {
  const { page, fake } = await visit('/service');
  fake.setFaults([{ match: { operation: 'users.list' }, delay_ms: 60_000 }]);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  await page.getByRole('link', { name: 'Requests' }).click();
  const list = page.getByRole('region', { name: 'Requests' });
  await list.getByText('page was left').waitFor();
  await choose(page, 'Filter requests', 'failed');
  await list.getByText('No matching requests').waitFor();
  await expect.poll(() => list.getByText('page was left').count()).toBe(0);
});
