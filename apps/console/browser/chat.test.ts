import { expect, test } from 'vitest';
import { accessibilityProblems } from './testing/check-accessibility.js';
import { visit } from './testing/open-page.js';
import { choose, messageBox, replied, say } from './testing/page-steps.js';

test('a reply shows its usage, cost and request ID', async () => {
  const { page } = await visit('/chat');
  await say(page, 'Good morning');
  const reply = page.getByRole('article', { name: 'Reply' });
  await reply.getByText('You said: Good morning', { exact: true }).waitFor();
  await reply.locator('.facts-line').waitFor();
  const facts = await reply.locator('.facts-line').innerText();
  expect(facts).toMatch(/assistant-sonnet-4-6\s+\d+ in\s+\d+ out\s+\d+ to cache\s+\$0\.\d+\s+req_/);
  await say(page, 'And again');
  await reply.getByText('You said: And again', { exact: true }).waitFor();
  await reply.locator('.facts-line').nth(1).waitFor();
  // The second request reads from the cache what the first one wrote.
  const written = /(\d+) to cache/.exec(facts)?.[1];
  await expect.poll(() => reply.locator('.facts-line').nth(1).innerText()).toContain(`${written} from cache`);
});

test('a tool call shows its input and result, even when it fails', async () => {
  const { page } = await visit('/chat');
  await page.getByRole('button', { name: 'Make a tool fail' }).click();
  const tool = page.getByRole('region', { name: 'Tool current_time' });
  await tool.getByText('failed').waitFor();
  await expect.poll(() => tool.innerText()).toContain('"time_zone": "Mars/Olympus"');
  await expect.poll(() => tool.innerText()).toContain('Invalid time zone specified: Mars/Olympus');
  await page.getByText('You said: Invalid time zone').waitFor();
});

test('thinking is collapsed', async () => {
  const { page } = await visit('/chat');
  await page.getByRole('button', { name: 'Show thinking' }).click();
  const summary = page.getByText('Thought process');
  await summary.waitFor();
  await expect.poll(() => page.locator('.fold .thought').isVisible()).toBe(false);
  await summary.click();
  await expect.poll(() => page.locator('.fold .thought').isVisible()).toBe(true);
});

test('the stop button keeps the partial reply', async () => {
  const { page } = await visit('/chat');
  await page.getByRole('button', { name: 'Long reply' }).click();
  await page.getByText(/time river paper/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped. The partial reply is kept.').waitFor();
  const text = await page.getByRole('article', { name: 'Reply' }).locator('.text').innerText();
  expect(text).toMatch(/^time river/);
  expect(text.split(' ').length).toBeLessThan(400);
});

test('a streaming reply causes no layout shifts', async () => {
  const { page } = await visit('/chat');
  await page.evaluate(() => {
    const shifts = ((globalThis as { shifts?: number[] }).shifts = []) as number[];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    });
    observer.observe({ type: 'layout-shift', buffered: false });
  });
  await say(page, '/long 200');
  await replied(page);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

test.each(['light', 'dark'] as const)('the page is accessible in %s', async (colorScheme) => {
  const { page } = await visit('/chat', { colorScheme });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Call a tool' }).click();
  await page.getByText(/^You said: \w+day/).waitFor();
  await page.locator('.facts-line').last().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'assistant-sonnet-4-6' }).click();
  await page.getByText('citations').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the page fits a narrow screen', async () => {
  const { page } = await visit('/chat', { viewport: { width: 360, height: 640 } });
  await messageBox(page).fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('You said: Hello').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the model picker shows capabilities and limits the settings to them', async () => {
  const { page } = await visit('/chat');
  await page.getByRole('button', { name: 'assistant-sonnet-4-6' }).click();
  const capabilities = page.getByLabel('Model capabilities');
  await capabilities.getByText('1,000,000 input tokens').waitFor();
  await capabilities.getByText('pdf input').waitFor();
  const limit = page.getByLabel('Maximum tokens per reply');
  for (const text of ['', '0', '1.5', '999999999']) {
    await limit.fill(text);
    await expect.poll(() => limit.inputValue()).toBe(text);
    await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true');
  }
  await limit.fill('60000');
  await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('false');
  await choose(page.getByRole('dialog'), 'Model', { label: 'Haiku 3' });
  await capabilities.getByText('200,000 input tokens').waitFor();
  await expect.poll(() => capabilities.getByText('pdf input').count()).toBe(0);
  await expect.poll(() => limit.inputValue()).toBe('4096');
  await expect.poll(() => page.getByLabel(/Think before replying/).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await say(page, 'Hello');
  await page.getByText('You said: Hello', { exact: true }).waitFor();
  await replied(page);
  await expect.poll(() => page.locator('.facts-line').innerText()).toContain('assistant-3-haiku-20240307');
});

test('the end of the conversation stays in view while the next message grows', async () => {
  const { page } = await visit('/chat', { viewport: { width: 1000, height: 600 } });
  await page.getByRole('button', { name: 'Long reply' }).click();
  const end = page.locator('.facts-line');
  await end.waitFor();
  await messageBox(page).fill('one\ntwo\nthree\nfour\nfive\nsix');
  const gap = (): Promise<number> =>
    page.evaluate(() => {
      const bottom = (selector: string, side: 'top' | 'bottom'): number =>
        document.querySelector(selector)?.getBoundingClientRect()[side] ?? Number.NaN;
      return bottom('.composer', 'top') - bottom('.facts-line', 'bottom');
    });
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  // Typing a letter without growing the box must not scroll.
  await page.keyboard.type('x');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await gap()).toBeGreaterThanOrEqual(0);
});

test('the last question is edited, and the last reply is requested again', async () => {
  const { page } = await visit('/chat');
  await say(page, 'Good morning');
  await replied(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect.poll(() => messageBox(page).inputValue()).toBe('Good morning');
  await expect.poll(() => page.getByRole('article').count()).toBe(0);
  await say(page, 'Good evening');
  await replied(page);
  const before = await page.locator('.facts-line').innerText();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await replied(page);
  await expect.poll(() => page.locator('.facts-line').innerText()).not.toBe(before);
  await page.reload();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await page.getByText('You said: Good evening').waitFor();
});
