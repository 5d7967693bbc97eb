/** Large and restarted fleets, in `npm run test:scale`. `npm run bench -- --workers` measures the rest. */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorker } from './bundle-worker.ts';
import { quietFigures, rollingFigures, type Quiet } from './fleet-figures.ts';
import type { WorkerSubject } from './worker-world.ts';

const folder = mkdtempSync(path.join(import.meta.dirname, '../../node_modules/.workers-'));
let subject: WorkerSubject;

beforeAll(async () => {
  subject = { program: await bundleWorker(folder) };
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each<Quiet>(['followed', 'waiting'])(
  '1,000 quiet sessions in one process: %s',
  { timeout: 1_200_000 },
  async (quiet) => {
    const figures = await quietFigures(subject, { quiet, sessions: 1000, seconds: 60 });
    expect(figures.memoryBytes).toBeLessThanOrEqual(250e6);
    // Polls of the queue, and heartbeats of sessions that came from it: one in 150 seconds each.
    expect(figures.requestsPerSecond).toBeLessThanOrEqual(quiet === 'followed' ? 2 : 2 + 1000 / 150);
  },
);

test('three rolling restarts lose no call', { timeout: 1_200_000 }, async () => {
  const figures = await rollingFigures(subject, { members: 4, sessions: 16, restarts: 3 });
  expect(figures).toMatchObject({ errors: 0 });
  expect(figures.calls).toBeGreaterThan(100);
});
