/** `npm run bench -- --limits`: sends batches under rate limits with each library and writes `docs/benchmarks/rate-limits.md`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SUBJECT, type Entry } from '../contenders/index.ts';
import { runProgram } from '../measure/processes.ts';
import { summarize } from '../measure/statistics.ts';
import { versionsOf } from '../peers.ts';
import { writePage } from '../report/publish.ts';
import { batches, type Batch } from './batches.ts';
import { startLimitedServer, type Observed } from './limited-server.ts';
import { bucket, windows } from './limits.ts';
import type { ProcessReport } from './processes.ts';
import type { BatchReport } from './run-batch.ts';
import { limitsText, MAP_CALLS, type BatchRow, type ProcessesRow, type SharedRow } from './report.ts';

const sources = new URL('../', import.meta.url);
const peers = new URL('../../peers/', import.meta.url);

/** The libraries, in the order of the columns. */
const SUBJECTS: readonly Entry[] = [
  { name: SUBJECT, module: new URL('features/subjects/parlance.ts', sources).href },
  { name: 'anthropic-sdk', module: new URL('features/anthropic-sdk.ts', peers).href },
  { name: 'openai', module: new URL('features/openai.ts', peers).href },
  { name: 'ai-sdk', module: new URL('features/ai-sdk.ts', peers).href },
  { name: 'p-limit', module: new URL('limits/p-limit.ts', peers).href },
];

const PACKAGES = ['@anthropic-ai/sdk', 'openai', 'ai', '@ai-sdk/anthropic', 'p-limit'];

/**
 * Runs all batches, prints each result, and writes the page.
 *
 * @param only - Parts to run: `batches`, `shared`, `processes`. If there are any, nothing is written.
 */
export async function limits(only: readonly string[]): Promise<void> {
  const isSelected = (part: string) => only.length === 0 || only.includes(part);
  const rows: BatchRow[] = [];
  if (isSelected('batches')) for (const batch of batches) rows.push(await runBatch(batch));
  const shared = isSelected('shared') ? await runShared() : undefined;
  const processes = isSelected('processes') ? await runProcesses() : undefined;
  if (only.length > 0 || shared === undefined || processes === undefined) return;
  const text = limitsText({ versions: versionsOf(PACKAGES), rows, shared, processes });
  writePage('rate-limits.md', text);
}

async function runBatch(batch: Batch): Promise<BatchRow> {
  const cells: BatchRow['cells'][number][] = [];
  for (const { name, module } of SUBJECTS)
    cells.push(await runCell(name, batch, 'library', [module, String(batch.atOnce)]));
  cells.push(await runCell(MAP_CALLS, batch, 'mapCalls', []));
  return { batch, cells };
}

/** Sends a batch in a process of its own to a server of its own. */
async function runCell(
  name: string,
  batch: Batch,
  how: string,
  more: readonly string[],
): Promise<BatchRow['cells'][number]> {
  await using server = await startLimitedServer(batch.limit());
  const args = [how, server.url, String(batch.calls), ...more];
  const { failed } = await run<BatchReport>('run-batch.ts', args);
  const { requests, lastAdmittedAt } = server.observed();
  const cell = { name, failed, requests: requests / batch.calls, time: lastAdmittedAt / batch.ownMs };
  console.log(
    `${batch.title}: ${name} ${failed} failed, ${cell.time.toFixed(2)}x, ${cell.requests.toFixed(2)}x`,
  );
  return cell;
}

const SHARED = { calls: 1000, requests: 40, windowMs: 500 };

/** Four clients in one process share a limiter that knows the limit. */
async function runShared(): Promise<SharedRow> {
  const { calls, requests, windowMs } = SHARED;
  const perMinute = (requests / windowMs) * 60_000;
  await using server = await startLimitedServer(windows(requests, windowMs));
  await run<BatchReport>('run-batch.ts', ['shared', server.url, String(calls), String(perMinute)]);
  const observed: Observed = server.observed();
  const row = {
    ...SHARED,
    used: observed.admitted / ((observed.lastAdmittedAt / windowMs) * requests),
    rejected: observed.rejectedAt.length,
    rejectedLate: observed.rejectedAt.filter((at) => at > 1000).length,
  };
  console.log(
    `four clients: ${(100 * row.used).toFixed(1)} % used, ${row.rejected} rejected, ${row.rejectedLate} late`,
  );
  return row;
}

const PROCESSES = { processes: 4, perMinute: 1_200, minutes: 2 };

/** Processes share a limit through a store, and learn it from the headers. */
async function runProcesses(): Promise<ProcessesRow> {
  const { processes, perMinute, minutes } = PROCESSES;
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-limits-'));
  await using server = await startLimitedServer(bucket('requests', perMinute, 60_000, perMinute / 20));
  const args = [server.url, `sqlite:${path.join(folder, 'limits.db')}`, String(minutes * 60_000)];
  const reports = await Promise.all(
    Array.from({ length: processes }, () => run<ProcessReport>('processes.ts', args)),
  );
  const { admitted, rejectedAt } = server.observed();
  rmSync(folder, { recursive: true });
  const row = {
    ...PROCESSES,
    used: admitted / (perMinute * minutes),
    rejected: rejectedAt.length,
    rejectedLate: rejectedAt.filter((at) => at > 5_000).length,
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    interactive: summarize(reports.flatMap(({ interactiveMs }) => [...interactiveMs])),
  };
  console.log(
    `${processes} processes: ${(100 * row.used).toFixed(1)} % used, ${row.rejected} rejected, ${row.rejectedLate} late, ` +
      `${row.failed} failed, interactive ${Math.round(row.interactive.median)} ms (upper quartile ${Math.round(row.interactive.quartiles[1])} ms)`,
  );
  return row;
}

/** Runs an entry point in its own process and returns its report. */
function run<Report>(file: string, args: readonly string[]): Promise<Report> {
  return runProgram<Report>(new URL(file, import.meta.url), args);
}
