/** Layout checks for every page: no overflow, no layout shifts, and reduced motion. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createDemoSessions } from '../server/demo-sessions.js';
import { visit } from './testing/open-page.js';
import { choose, messageBox, replied, selectOf } from './testing/page-steps.js';

/** Every page and tab, with a selector that appears once it has loaded. */
const PLACES: readonly (readonly [address: string, loaded: string])[] = [
  ['/chat', '.composer, form'],
  ['/batches', '.empty'],
  ['/usage', '.u-legend'],
  ['/agents', '[role=tabpanel]'],
  ['/agents?tab=sessions', '[role=tabpanel]'],
  ['/agents?tab=memory', '[role=tabpanel]'],
  ['/agents?tab=vaults', '[role=tabpanel]'],
  ['/compliance', '.list li'],
  ['/compliance?tab=activities', '.table tbody tr'],
  ['/compliance?tab=exports', '.empty'],
  ['/admin', 'tbody tr'],
  ['/admin?tab=invites', 'tbody tr'],
  ['/admin?tab=workspaces', 'article'],
  ['/service', '.faults li'],
];

/** Returns the horizontal overflow of the document and of the main element, in pixels. */
async function overflow(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [document.documentElement, document.querySelector('main')].map((element) =>
      element === null ? Number.NaN : element.scrollWidth - element.clientWidth,
    ),
  );
}

test.each([360, 1_600])('every page fits a screen of %i pixels', async (width) => {
  const { page, url } = await visit('/chat', { viewport: { width, height: 800 } });
  const found: Record<string, number[]> = {};
  // The browser also logs violations of the content security policy, such as inline styles.
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  for (const [address, loaded] of PLACES) {
    await page.goto(url + address);
    await page.locator('main').locator(loaded).first().waitFor();
    found[address] = await overflow(page);
  }
  expect(found).toEqual(Object.fromEntries(PLACES.map(([address]) => [address, [0, 0]])));
  expect(errors).toEqual([]);
});

test('a chat, its deletion, a failed export and pending changes fit a narrow screen', async () => {
  const { page, url, fake } = await visit('/compliance', { viewport: { width: 360, height: 740 } });
  await page
    .getByRole('button', { name: /Onboarding checklist/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  expect(await overflow(page)).toEqual([0, 0]);
  const dialog = page.getByRole('dialog');
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  fake.setFaults([{ match: { operation: 'artifacts.download' }, status: 400 }]);
  await page.goto(`${url}/compliance?tab=exports`);
  await page.getByRole('button', { name: 'Export all chats' }).click();
  await page.getByText(/items could not be read/).waitFor();
  expect(await overflow(page)).toEqual([0, 0]);
  await page.goto(`${url}/admin`);
  await choose(page, 'Role of Grace Kim', 'developer');
  await page.getByRole('region', { name: 'Pending changes' }).waitFor();
  expect(await overflow(page)).toEqual([0, 0]);
});

test.each([360, 1_280])('the program of a page fits a screen of %i pixels', async (width) => {
  const { page } = await visit('/admin', { viewport: { width, height: 740 } });
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('dialog').locator('pre').waitFor();
  const { x = -1, width: shown = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + shown).toBeLessThan(width);
});

test.each([
  ['/agents', 'tab', 5],
  ['/admin?tab=workspaces', 'tab', 3],
  ['/requests', 'link', 9],
] as const)('on a narrow screen, %s shows every %s', async (address, role, count) => {
  const { page } = await visit(address, { viewport: { width: 360, height: 740 } });
  const row = role === 'tab' ? page.getByRole('tablist') : page.getByRole('navigation', { name: 'Pages' });
  await expect.poll(() => row.getByRole(role).count()).toBe(count);
  const boxes = await Promise.all((await row.getByRole(role).all()).map((item) => item.boundingBox()));
  const isInView = boxes.map((box) => box !== null && box.x >= 0 && box.x + box.width <= 360 && box.y < 740);
  expect(isInView).toEqual(boxes.map(() => true));
});

test('on a phone, the names of the pages do not overlap', async () => {
  const { page } = await visit('/', { viewport: { width: 360, height: 740 } });
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const overflows = await links.evaluateAll((all) => all.map((link) => link.scrollWidth - link.clientWidth));
  expect(overflows).toEqual(overflows.map(() => 0));
});

test('on a phone, the bars of rate limits have room', async () => {
  const { page, parlance } = await visit('/service', { viewport: { width: 360, height: 740 } });
  const messages = [{ role: 'user' as const, content: 'hi' }];
  await parlance.inference.messages.create({ model: 'assistant-opus-4-7', max_tokens: 9, messages });
  const bar = page.getByRole('region', { name: 'Rate limits' }).locator('.bar').first();
  await bar.waitFor();
  expect((await bar.boundingBox())?.width).toBeGreaterThan(50);
});

test.each([
  ['/batches', 'Batches', 'tbody tr'],
  ['/agents', 'Agents', 'li'],
  ['/agents?tab=sessions', 'Sessions', 'li'],
  ['/compliance', 'Chats', 'li'],
  ['/compliance?tab=activities', 'Activities', 'tbody tr'],
  ['/admin', 'Members', 'tbody tr'],
  ['/admin?tab=invites', 'Invites', 'tbody tr'],
  ['/requests', 'Requests', 'li'],
] as const)('on a phone, %s shows the first row of %s', async (address, name, row) => {
  const { page, url, parlance, emulator } = await visit('/', { viewport: { width: 360, height: 800 } });
  const { signal } = new AbortController();
  await createDemoSessions({ client: parlance.managedAgents, emulator, signal });
  const params = {
    model: 'assistant-opus-4-7',
    max_tokens: 9,
    messages: [{ role: 'user' as const, content: 'hi' }],
  };
  await parlance.inference.messages.batches.create({ requests: [{ custom_id: 'one', params }] });
  await page.goto(url + address);
  const first = page.getByRole('region', { name, exact: true }).locator(row).first();
  await first.waitFor();
  const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
  const bottom = async (): Promise<number> => {
    const [{ y = NaN, height = NaN } = {}, end] = await Promise.all([
      first.boundingBox().then((box) => box ?? undefined),
      navigation.boundingBox(),
    ]);
    return (end?.y ?? NaN) - y - height;
  };
  await expect.poll(bottom).toBeGreaterThanOrEqual(0);
});

test('on a phone, the filters of activities are behind a button, which counts those that are set', async () => {
  const { page } = await visit('/compliance?tab=activities', { viewport: { width: 360, height: 800 } });
  const button = page.getByRole('button', { name: 'Filters', exact: true });
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByLabel('From').isVisible()).toBe(false);
  await button.click();
  await page.getByLabel('From').fill('2026-05-01');
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect.poll(() => page.getByLabel('From').isVisible()).toBe(false);
});

test('long words and HTML in names wrap, and are shown as text', async () => {
  const { page, url, parlance } = await visit('/agents');
  const name = `<img src=x onerror=alert(1)>${'a'.repeat(200)}`;
  const { id } = await parlance.managedAgents.agents.create({
    model: 'assistant-opus-4-7',
    name,
    description: 'b'.repeat(2_000),
  });
  await page.goto(`${url}/agents?agent=${id}`);
  await page.getByRole('heading', { level: 2, name }).waitFor();
  await expect.poll(() => page.locator('main img').count()).toBe(0);
  const detail = page.locator('.detail');
  expect(await detail.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('a narrow screen shows the list and that the selected item does not exist', async () => {
  const { page } = await visit('/requests?call=999999', { viewport: { width: 360, height: 740 } });
  await page.getByRole('heading', { name: 'Request not found' }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'Requests' }).isVisible()).toBe(true);
});

test.each([360, 1_024])('dates are on one line, and not cut, on a screen of %i pixels', async (width) => {
  const { page, url } = await visit('/', { viewport: { width, height: 800 } });
  for (const [address, dates] of [
    ['/admin', 'tbody td:nth-child(4)'],
    ['/admin?tab=invites', 'tbody td:nth-child(4)'],
    ['/compliance', '.list li .nowrap'],
    ['/compliance?tab=activities', '.table tbody td:first-child'],
  ] as const) {
    await page.goto(url + address);
    const found = page.locator('main').locator(dates);
    await found.first().waitFor();
    const cut = await found.evaluateAll((all) =>
      all.filter((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return one.scrollWidth > one.clientWidth + 1 || text.getClientRects().length !== 1;
      }),
    );
    expect(cut).toEqual([]);
  }
});

test('selects are as quiet as the frame of their table', async () => {
  const { page } = await visit('/admin');
  const borderOf = (place: Locator): Promise<string> =>
    place.evaluate((element) => getComputedStyle(element).borderBlockStartColor);
  const select = selectOf(page, 'Role of Grace Kim');
  await select.waitFor();
  const border = await borderOf(select);
  expect(border).toBe(await borderOf(page.locator('.table-frame')));
  expect(border).not.toBe(await borderOf(page.getByLabel('Search members')));
});

test('on a phone, Back from the only request that is found leads to all', async () => {
  const { page, parlance } = await visit('/requests?kind=failed', { viewport: { width: 360, height: 740 } });
  await parlance.managedAgents.agents.retrieve('agent_missing').catch(() => undefined);
  await parlance.inference.models.list({ limit: 1 });
  await page.getByRole('region', { name: 'agents.retrieve' }).waitFor();
  await page.getByRole('button', { name: 'Back to list' }).click();
  const list = page.getByRole('region', { name: 'Requests' });
  await list.getByText('models.list').waitFor();
  expect(await list.getByText('agents.retrieve').isVisible()).toBe(true);
});

test('the button and the filter above the sessions share a row', async () => {
  const { page } = await visit('/agents?tab=sessions');
  const middleOf = async (locator: Locator): Promise<number> => {
    const { y = NaN, height = NaN } = (await locator.boundingBox()) ?? {};
    return y + height / 2;
  };
  const button = await middleOf(page.getByRole('button', { name: 'New session' }));
  expect(await middleOf(page.getByLabel('Show archived'))).toBeCloseTo(button, -1);
});

test('the skip link jumps past the navigation', async () => {
  const { page } = await visit('/admin');
  await page.getByRole('tab').first().waitFor();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  // The page jumps after the key was handled.
  await page.waitForFunction(() => location.hash === '#main');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab');
});

/** Sums up layout shifts from now on, except those caused by user input. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  const shifts = await page.evaluateHandle(() => {
    const seen = { sum: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) seen.sum += entry.value;
      }
    });
    observer.observe({ type: 'layout-shift' });
    return seen;
  });
  return () => shifts.evaluate(({ sum }) => sum);
}

test('a streaming reply causes no layout shifts', async () => {
  const { page } = await visit('/chat');
  const box = messageBox(page);
  await box.fill('/long 60');
  await page.keyboard.press('Enter');
  await replied(page);
  const shifts = await watchShifts(page);
  await box.fill('/long 200');
  await page.keyboard.press('Enter');
  await replied(page, 2);
  expect(await shifts()).toBeLessThan(0.01);
});

test('a running export and changing service figures cause no layout shifts', async () => {
  const { page, url, parlance, fake } = await visit('/compliance?tab=exports');
  const item = page.getByRole('listitem', { name: / export, started / });
  // Slowed down to outlast the grace period in which shifts count as caused by the click.
  fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 300 }]);
  await page.getByRole('button', { name: 'Export all chats' }).click();
  await item.getByText(/^[1-9]\d* chats/).waitFor();
  const shifts = await watchShifts(page);
  await item.getByText('finished', { exact: true }).waitFor();
  expect(await shifts()).toBeLessThan(0.01);
  await page.goto(`${url}/service`);
  const table = page.getByRole('region', { name: 'Latest attempts' });
  await table.getByRole('row').nth(5).waitFor();
  const later = await watchShifts(page);
  fake.setFaults([]);
  await parlance.inference.models.list({ limit: 1 });
  await table.getByText('models.list').waitFor();
  expect(await later()).toBeLessThan(0.01);
});

test.each([
  ['no-preference', true],
  ['reduce', false],
] as const)('with prefers-reduced-motion %s, animations run: %s', async (reducedMotion, isAnimated) => {
  const { page, fake } = await visit('/compliance?tab=exports', { reducedMotion });
  fake.setFaults([{ match: { operation: 'activities.list' }, stall: true }]);
  await page.getByRole('button', { name: 'Export all activities' }).click();
  await page.getByText('in progress').waitFor();
  const hasAnimations = (): Promise<boolean> =>
    page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running'));
  await expect.poll(hasAnimations).toBe(isAnimated);
});
