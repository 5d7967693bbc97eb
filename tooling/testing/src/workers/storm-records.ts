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

const FOLDER = new URL('../../../../docs/benchmarks/', import.meta.url);
const RECORDS = new URL('fleet.json', FOLDER);

/** Adds a result to `docs/benchmarks/fleet.json` and `fleet.md`, if `PARLANCE_TEST_RECORD` is set. */
export function recordStorm(result: Omit<StormRecord, 'date' | 'machine'>): void {
  if (process.env['PARLANCE_TEST_RECORD'] === undefined) return;
  const earlier = existsSync(RECORDS) ? (JSON.parse(readFileSync(RECORDS, 'utf8')) as StormRecord[]) : [];
  const date = new Date().toISOString().slice(0, 10);
  const records = [...earlier, { date, machine: machineNow(), ...result }];
  writeFileSync(RECORDS, `${JSON.stringify(records, null, 2)}\n`);
  writeFileSync(new URL('fleet.md', FOLDER), pageOf(records));
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

function pageOf(records: readonly StormRecord[]): string {
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...records.map(lineOf)];
  return `# A disturbed fleet

Written by \`PARLANCE_TEST_RECORD=1 npm run test:scale -- packages/workers/src/fleet-kill\`. Do not edit.

Worker processes serve sessions, and are disturbed in seven ways: SIGKILL, SIGTERM, pauses longer than a lease, restarts of PostgreSQL, cut streams, refused results and clocks
that are five minutes wrong. The test fails when a call takes effect twice or is lost, a session never ends, or a call that can be looked up is reported as
interrupted. A takeover is the time from a kill or a pause until another process has a session or a call, by the clock of the database. All processes, the emulator and the
database share the machine.

${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function lineOf({ date, machine, store, members, calls, disturbances, takeovers }: StormRecord): string[] {
  const counts = [members, calls, disturbances, takeovers.count].map((count) => count.toLocaleString('en'));
  const times = [takeovers.medianMs, takeovers.p99Ms, takeovers.longestMs];
  return [date, machine, store, ...counts, ...times.map((ms) => `${(ms / 1000).toFixed(1)} s`)];
}
