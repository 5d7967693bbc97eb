/**
 * Measures how smooth the timeline is with 100,000 activities, and the list of 20,000 chats. Writes
 * `docs/benchmarks/console.md`: `pnpm --filter @parlance/console frame-times`.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { visit } from './open-page.js';
import { choose } from './page-steps.js';

interface Figures {
  readonly frames: number;
  /** Frame duration in milliseconds: median, 95th percentile and maximum. */
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  /** Count and maximum of tasks over 50 ms, as the browser reports them. Includes delays caused by a busy machine. */
  readonly longTasks: number;
  readonly longestTask: number;
  /** Maximum processor time of a single task, in milliseconds. Excludes delays caused by a busy machine. */
  readonly busiestTask: number;
}

/** Measures frames and tasks during an action on the page. */
async function during(page: Page, act: () => Promise<void>): Promise<Figures> {
  const meter = await page.evaluateHandle(() => {
    const frames: number[] = [];
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    let last = performance.now();
    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    return { frames, tasks };
  });
  const busiestTask = await busiestTaskDuring(page, act);
  const { frames, tasks } = await meter.evaluate((seen) => ({ ...seen }));
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return {
    frames: frames.length,
    median: at(0.5),
    p95: at(0.95),
    longest: at(1),
    longTasks: tasks.length,
    longestTask: Math.round(Math.max(0, ...tasks)),
    busiestTask,
  };
}

/** An event of the browser's trace. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Returns the processor time of the longest task on the page's main thread. */
async function busiestTaskDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const traced: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => traced.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threads = new Set(
    traced.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traced.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`),
  );
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000)));
}

/** Loading much data on a busy machine takes minutes. */
const TIMEOUT_MS = 300_000;

const PAGE = new URL('../../../../docs/benchmarks/console.md', import.meta.url);

/** Rows of the page. */
const rows: string[] = [];

/** Prints figures, and adds them to the page. */
function record(data: string, figures: Readonly<Record<string, Figures>>): void {
  console.table(figures);
  for (const [
    action,
    { frames, median, p95, longest, longTasks, longestTask, busiestTask },
  ] of Object.entries(figures))
    rows.push(
      `| ${[data, action, frames, median, p95, longest, longTasks, longestTask, busiestTask].join(' | ')} |\n`,
    );
}

afterAll(async () => {
  const [{ model = 'unknown' } = {}, ...others] = cpus();
  const load = loadavg()[0]?.toFixed(1);
  await writeFile(
    PAGE,
    `# Frame times of the console

Written by \`pnpm --filter @parlance/console frame-times\`. Do not edit.

How smooth the pages are with much data, in headless Chromium at 60 frames per second. Frames and tasks are in milliseconds; long tasks
take more than 50 ms. "Processor" is the processor time of the busiest task, which excludes delays by other programs.
Measured on ${new Date().toISOString().slice(0, 10)} with Node.js ${process.version} on ${others.length + 1} × ${model}, load average ${load} at the end.

| Data | Action | Frames | Median | 95 % | Longest | Long tasks | Longest task | Processor |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('')}`,
  );
});

test('the timeline with 100,000 activities', { timeout: TIMEOUT_MS }, async () => {
  const { page } = await visit('/service', { emulator: { demo: { activities: 100_000 } } });
  const report: Record<string, Figures> = {};
  report['load'] = await during(page, async () => {
    await page.getByRole('link', { name: 'Compliance' }).click();
    await page.getByRole('tab', { name: 'Activities' }).click();
    await page.getByText(/^100,000 activities$/).waitFor();
  });
  const box = await page.locator('.timeline .u-over').boundingBox();
  if (box === null) throw new Error('The timeline is not drawn.');
  report['move'] = await during(page, async () => {
    for (let x = 0; x < 120; x += 1) await page.mouse.move(box.x + (box.width * x) / 120, box.y + 100);
  });
  report['zoom'] = await during(page, async () => {
    for (const [from, to] of [
      [0.1, 0.8],
      [0.2, 0.7],
      [0.3, 0.6],
    ] as const) {
      await page.mouse.move(box.x + box.width * from, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + 100, { steps: 20 });
      await page.mouse.up();
    }
    await page.mouse.dblclick(box.x + box.width / 2, box.y + 100);
  });
  report['families'] = await during(page, async () => {
    for (const button of await page.getByRole('group', { name: 'Families' }).getByRole('button').all()) {
      await button.click();
    }
  });
  report['type'] = await during(page, () => filterBy(page, 'Type', 'assistant_chat_created'));
  report['actor'] = await during(page, () => filterBy(page, 'Actor', { index: 1 }));
  record('100,000 activities', report);
  expect(Object.values(report).every(({ frames }) => frames > 0)).toBe(true);
});

test('the chats with 20,000 chats', { timeout: TIMEOUT_MS }, async () => {
  const { page } = await visit('/service', { emulator: { demo: { chats: 20_000 } } });
  const settled = page.getByLabel('Number of chats').getByText(/^[\d,]+ chats?$/);
  const report: Record<string, Figures> = {};
  report['load'] = await during(page, async () => {
    await page.getByRole('link', { name: 'Compliance' }).click();
    await settled.filter({ hasText: ',' }).waitFor();
  });
  report['search'] = await during(page, async () => {
    await page.getByLabel('Search chats').pressSequentially('invoice', { delay: 60 });
    await page.getByLabel('Search chats').fill('');
  });
  report['more'] = await during(page, async () => {
    for (let times = 0; times < 5; times += 1) await page.getByRole('button', { name: 'Show more' }).click();
  });
  record('20,000 chats', report);
  expect(Object.values(report).every(({ frames }) => frames > 0)).toBe(true);
});

/** Sets a filter, waits for the results, and clears it. */
async function filterBy(
  page: Page,
  label: string,
  option: string | { readonly index: number },
): Promise<void> {
  const settled = page.getByText(/^[\d,]+ activities$/);
  await choose(page, label, option);
  await settled.filter({ hasNotText: '100,000' }).waitFor();
  await choose(page, label, '');
  await settled.filter({ hasText: '100,000' }).waitFor();
}
