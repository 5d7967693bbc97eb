/** Results of disturbed fleets, which the test of the fleet writes and the benchmarks show. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** The result of a run. */
export interface StormRecord {
  readonly date: string;
  readonly machine: string;
  readonly store: string;
  readonly members: number;
  readonly calls: number;
  readonly disturbances: number;
  /** Times until another process has the session or the call of a disturbed one. */
  readonly takeovers: Record<'count' | 'medianMs' | 'p99Ms' | 'longestMs', number>;
}

const FILE = new URL('../../../../docs/benchmarks/fleet.json', import.meta.url);

/** Returns the results, oldest first. */
export function stormRecords(): StormRecord[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as StormRecord[]) : [];
}

/** Adds a result, if `PARLANCE_TEST_RECORD` is set. */
export function recordStorm(result: Omit<StormRecord, 'date' | 'machine'>): void {
  if (process.env['PARLANCE_TEST_RECORD'] === undefined) return;
  const date = new Date().toISOString().slice(0, 10);
  const record: StormRecord = { date, machine: machineNow(), ...result };
  writeFileSync(FILE, `${JSON.stringify([...stormRecords(), record], null, 2)}\n`);
}

/** Describes this machine and its load. */
export function machineNow(): string {
  return `${cpus().length} x ${cpus()[0]?.model.trim() ?? ''}, load ${loadavg()[0]?.toFixed(1) ?? ''}`;
}

const COLUMNS = [
  'Date',
  'Machine',
  'Store',
  'Processes',
  'Calls',
  'Disturbances',
  'Takeovers',
  'Median',
  'p99',
  'Longest',
];

/** Formats a table. */
type FormatTable = (head: readonly string[], lines: readonly (readonly string[])[]) => string;

/** Returns the part of the page about disturbed fleets; empty without a result. */
export function stormSection(table: FormatTable): string {
  const records = stormRecords();
  if (records.length === 0) return '';
  return `## A disturbed fleet

Results of \`npm run test:scale\` with \`PARLANCE_TEST_RECORD=1\`: SIGKILL, SIGTERM, pauses longer than a lease, restarts of PostgreSQL, cut streams, refused results and clocks
that are five minutes wrong. The test fails when a call takes effect twice or is lost, a session never ends, or a call that can be looked up is reported as
interrupted. A takeover is the time from a kill or a pause until another process has a session or a call, by the clock of the database.

${table(COLUMNS, records.map(lineOf))}

`;
}

function lineOf({ date, machine, store, members, calls, disturbances, takeovers }: StormRecord): string[] {
  const counts = [members, calls, disturbances, takeovers.count].map((count) => count.toLocaleString('en'));
  const times = [takeovers.medianMs, takeovers.p99Ms, takeovers.longestMs];
  return [date, machine, store, ...counts, ...times.map((ms) => `${(ms / 1000).toFixed(1)} s`)];
}
