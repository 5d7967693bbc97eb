import { createFake } from '@parlance/testing-fakes';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { visit, withBrowser } from './open-page.js';

withBrowser();

const CANARIES = ['api-canary-7f3a', 'admin-canary-7f3a', 'compliance-canary-7f3a'] as const;
const LIMIT_BYTES = 200_000;

test('no key reaches the browser, and no request leaves the machine', async () => {
  await using fake = createFake({ seed: 'demo', clock: { mode: 'running' } });
  await fake.listen();
  const [apiKey, adminKey, complianceKey] = CANARIES;
  await using console = await visit('/chat', {
    service: { baseUrl: fake.url, apiKey, adminKey, complianceKey },
  });
  const { page, requests, url } = console;
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => bodies.push(response.text().catch(() => '')));
  await page.reload();
  await page.getByLabel('Message', { exact: true }).fill('What is my key?');
  await page.keyboard.press('Enter');
  await page.locator('.facts-line').waitFor();
  fake.setFaults([{ status: 401 }], 'canary-7f3a');
  for (const link of await page.getByRole('navigation').getByRole('link').all()) {
    await link.click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main .spinner').waitFor({ state: 'hidden' });
  }
  const text = (
    await Promise.all(bodies.map((body) => Promise.race([body, page.waitForTimeout(500).then(() => '')])))
  ).join('\n');
  expect(text).toContain('You said: '.slice(0, 3));
  for (const canary of CANARIES) expect(text + (await page.content())).not.toContain(canary);
  expect(requests.filter((request) => !request.startsWith(url) && !request.startsWith('data:'))).toEqual([]);
});

test('the first page loads less than 200 kB of script, compressed', async () => {
  await using console = await visit('/chat');
  const { page } = console;
  const scripts: Buffer[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      void response.body().then((body) => scripts.push(body));
  });
  await page.reload();
  await page.getByLabel('Message', { exact: true }).waitFor();
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).byteLength, 0);
  expect(scripts.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(LIMIT_BYTES);
});
