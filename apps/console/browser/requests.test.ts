import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose, say } from './testing/page-steps.js';

test('a request ID leads to the request, with its attempts, bodies and stream events', async () => {
  const { page } = await visit('/service');
  await page.getByLabel('Rate limited, twice').check();
  await page.getByRole('link', { name: 'Chat' }).click();
  await say(page, 'Hello inspector');
  await page.locator('.facts-line').getByTitle('Inspect this request').click();
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
  const detail = page.getByRole('region', { name: 'messages.create' });
  await detail.getByRole('list', { name: 'Stream events' }).getByText('message_stop').first().waitFor();
  const text = await detail.innerText();
  expect(text).toContain('Hello inspector');
  expect(text).toMatch(/connected \+\d+ ms/);
  expect(text).toMatch(/first content \+/);
  await detail
    .getByRole('region', { name: /^Attempt/ })
    .last()
    .locator('summary', { hasText: 'Headers' })
    .click();
  const headers = detail.getByLabel('Request headers');
  await expect.poll(() => headers.innerText()).toMatch(/x-api-key\s+\[hidden\]/);

  await page.getByLabel('Search requests').fill('');
  await choose(page, 'Filter requests', 'retried');
  const list = page.getByRole('region', { name: 'Requests' });
  await list.getByText('3 attempts').first().waitFor();
  await list.getByRole('button').first().click();
  await page
    .getByText(/Failed with rate_limit_error, retried after/)
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get('kind')).toBe('retried');
  await page.reload();
  await page
    .getByText(/Failed with rate_limit_error, retried after/)
    .first()
    .waitFor();
});

test('a failed request shows the broken rule, and can be copied', async () => {
  const { page, parlance } = await visit('/requests', { permissions: ['clipboard-read', 'clipboard-write'] });
  await Promise.allSettled([parlance.managedAgents.agents.retrieve('agent_missing')]);
  await choose(page, 'Filter requests', 'failed');
  const detail = page.getByRole('region', { name: 'agents.retrieve' });
  await detail.getByText(/violates rule [A-Z]+-\d+/).waitFor();
  await detail.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('/v1/agents/agent_missing');
  const curl = await copied();
  expect(curl).toContain('$PARLANCE_API_KEY');
  await detail.getByRole('button', { name: 'Copy as TypeScript' }).click();
  await expect.poll(copied).toContain("parlance.managedAgents.agents.retrieve('agent_missing')");
  expect(curl + (await copied())).not.toContain('api-default');
});

test.each(['light', 'dark'] as const)('the page is accessible in %s', async (colorScheme) => {
  const { page, parlance } = await visit('/requests?q=messages', { colorScheme });
  await parlance.inference.messages
    .stream({ model: 'assistant-haiku-4-5', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] })
    .finalMessage();
  await page.getByRole('list', { name: 'Stream events' }).waitFor();
  await page.locator('summary', { hasText: 'Headers' }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
});
