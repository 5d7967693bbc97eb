/** Renders `docs/benchmarks/rate-limits.md`. */
import { cpus, loadavg } from 'node:os';
import type { Summary } from '../measure/statistics.ts';
import { nameOf, table } from '../report/markdown.ts';
import { MINUTE_MS, type Batch } from './batches.ts';

/** Results of one batch. */
export interface BatchRow {
  readonly batch: Batch;
  readonly cells: readonly Cell[];
}

interface Cell {
  /** Name of the library. */
  readonly name: string;
  /** Calls that failed. */
  readonly failed: number;
  /** Requests per call. */
  readonly requests: number;
  /** Time to the last admitted request, relative to the limit's own time. */
  readonly time: number;
}

/** Result of the clients that share a limiter. */
export interface SharedRow {
  readonly calls: number;
  readonly requests: number;
  readonly windowMs: number;
  /** Part of the limit that was used. */
  readonly used: number;
  readonly rejected: number;
  /** Requests rejected after the first second. */
  readonly rejectedLate: number;
}

/** Result of the processes that share a limit through a store. */
export interface ProcessesRow {
  readonly processes: number;
  readonly perMinute: number;
  readonly minutes: number;
  readonly used: number;
  readonly rejected: number;
  /** Requests rejected after the first five seconds. */
  readonly rejectedLate: number;
  readonly failed: number;
  /** Duration of interactive calls among bulk ones, in milliseconds. */
  readonly interactive: Summary;
}

/** Everything that the page shows. */
export interface LimitResults {
  /** Version by package name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly BatchRow[];
  readonly shared: SharedRow;
  readonly processes: ProcessesRow;
}

/** Name of the cells of `mapCalls()`. */
export const MAP_CALLS = 'mapCalls';

/** Formats the page. */
export function limitsText(results: LimitResults): string {
  return [introduction(results), batchTable(results.rows), ownLimiter(results)].join('\n');
}

function introduction({ versions }: LimitResults): string {
  const named = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`);
  return `# Batches under rate limits

Written by \`npm run bench -- --limits\`. Do not edit.

Each library sends the same calls at once to a server that rejects what exceeds its limit with 429 and \`retry-after-ms\`. Each runs in
its own process on Node ${process.versions.node} with its default settings; \`p-limit\` is \`@anthropic-ai/sdk\` behind \`pLimit(10)\`, and \`mapCalls\` is Parlance's \`mapCalls()\`, which chooses itself how
many calls run at a time. A cell shows the calls that failed for good, the time until the last admitted request as a multiple of the limit's own time, and the requests sent per
call. **Bold** marks 0 failures within 1.3 times of both. A batch with failures ends early, so its time means little. Windows start with their first
request, and the hint is their length. Buckets start full and refill continuously, and the hint is the time until there is room; their minute is
scaled to ${MINUTE_MS / 1000} seconds. The sizes of the windows but the first were drawn at random. Versions: ${named.join(', ')}. ${cpus().length} cores with a
load average of ${(loadavg()[1] ?? 0).toFixed(1)} over the last minutes; a load above the number of cores makes requests late.
`;
}

function batchTable(rows: readonly BatchRow[]): string {
  const names = (rows[0]?.cells ?? []).map(({ name }) => nameOf(name));
  return table(
    ['Batch', ...names],
    rows.map(({ batch, cells }) => [batch.title, ...cells.map(cellText)]),
  );
}

function cellText({ failed, time, requests }: Cell): string {
  const text = `${failed} failed, ${time.toFixed(2)}x time, ${requests.toFixed(2)}x requests`;
  return failed === 0 && time <= 1.3 && requests <= 1.3 ? `**${text}**` : text;
}

function ownLimiter({ shared, processes }: LimitResults): string {
  const { calls, requests, windowMs, used, rejected, rejectedLate } = shared;
  return `
## The rate limiters of Parlance

- Four clients in one process share a \`localRateLimiter()\` with the server's limit, ${requests} requests per ${windowMs} ms, and make ${calls} calls:
  they use ${(100 * used).toFixed(1)} % of the limit, and ${rejected} requests are rejected, ${rejectedLate} of them after the first second.
${processesText(processes)}
`;
}

function processesText(row: ProcessesRow): string {
  const { median, quartiles } = row.interactive;
  return `- ${row.processes} processes share a \`sharedRateLimiter()\` through a SQLite file for ${row.minutes} minutes, each with 20 bulk loops and an interactive one.
  The server admits ${row.perMinute.toLocaleString('en-US')} requests per minute, with a bucket of three seconds, and reports the limit in headers: they use ${(100 * row.used).toFixed(1)} %
  of the limit, ${row.rejected} requests are rejected, ${row.rejectedLate} of them after the first five seconds, and ${row.failed} calls fail. Interactive calls take
  ${Math.round(median)} ms (median; upper quartile ${Math.round(quartiles[1])} ms).`;
}
