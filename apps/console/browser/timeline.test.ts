import { createFake } from '@parlance/testing-fakes';
import { expect, test } from 'vitest';
import { visit, withBrowser } from './open-page.js';

withBrowser();

test('the timeline takes 100,000 activities, and a stretch of it can be chosen', async () => {
  await using fake = createFake({
    seed: 'demo',
    demo: { activities: 100_000 },
    clock: { mode: 'running', start: Date.UTC(2026, 5, 1) },
  });
  await fake.listen();
  const { api: apiKey, admin: adminKey, compliance: complianceKey } = fake.keys;
  const service = { baseUrl: fake.url, apiKey, adminKey, complianceKey };
  await using console = await visit('/compliance?tab=activities', { service });
  const { page } = console;
  await page.getByText(/^100,000 activities$/).waitFor();
  const timeline = page.locator('.timeline');
  const drawn = async (): Promise<number> => Number(await timeline.getAttribute('data-drawn'));
  // No two squares on one spot: what is drawn is bound by the size of the chart, not by the number of activities.
  const all = await drawn();
  expect(all).toBeGreaterThan(1_000);
  expect(all).toBeLessThan(20_000);
  const newest = page.locator('tbody tr td').first();
  const before = await newest.innerText();
  const box = await page.locator('.timeline .u-over').boundingBox();
  if (box === null) throw new Error('The timeline is not drawn.');
  await page.mouse.move(box.x + box.width * 0.2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => newest.innerText()).not.toBe(before);
  await page.mouse.dblclick(box.x + box.width / 2, box.y + 100);
  await expect.poll(() => newest.innerText()).toBe(before);
  await page.getByRole('button', { name: /^Chats/ }).click();
  await expect.poll(drawn).toBeLessThan(all);
});
