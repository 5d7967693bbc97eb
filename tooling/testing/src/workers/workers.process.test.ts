/** Our worker in a process of its own, as the published table shows it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleWorker } from './bundle-worker.ts';
import { quietFigures, rollingFigures } from './fleet-figures.ts';
import { workerProbes } from './worker-probes.ts';
import type { WorkerSubject } from './worker-world.ts';

const page = readFileSync(new URL('../../../../docs/benchmarks/workers.md', import.meta.url), 'utf8');
const folder = mkdtempSync(path.join(import.meta.dirname, '../../node_modules/.workers-'));
let subject: WorkerSubject;

beforeAll(async () => {
  subject = { program: await bundleWorker(folder) };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('our worker matches the published table', () => {
  test.each(workerProbes)('$id: $title', async ({ title, method, observe }) => {
    expect(page).toContain(`- **${title}.** ${method}`);
    const { says } = await observe(subject);
    const row = page.split('\n').find((line) => line.startsWith(`| ${title} |`));
    expect(row?.split(' | ')[1]).toBe(`**${says}**`);
  });
});

test('quiet sessions need one poll of the queue in a second', async () => {
  const { requestsPerSecond } = await quietFigures(subject, { quiet: 'followed', sessions: 50, seconds: 5 });
  expect(requestsPerSecond).toBeLessThanOrEqual(2);
});

test('a rolling restart loses no call', async () => {
  const { errors } = await rollingFigures(subject, { members: 2, sessions: 4, restarts: 1 });
  expect(errors).toBe(0);
});
