/** The row of a run in the store, its lease and its jobs. */
import type { Lease, Runner, Store } from '@parlance/durable';
import { ExportError } from '../definition/export-error.js';
import { exportSchema } from '../state/export-schema.js';
import type { ExportRow } from '../state/export-row.js';
import { endForecast } from './forecast-run.js';
import { leaseName } from '../state/read-status.js';
import type { RunContext } from '../state/run-context.js';

/** Data of a job: the unit to read, and the epoch that it belongs to. */
export type UnitJob = { readonly unit: string; readonly epoch: number };

const UNITS = 500;

/** Another process takes over this long after the coordinating one was killed, at the latest. */
const LEASE_MS = 10_000;

/** Name of the jobs of an export. */
export function jobName(exportName: string): string {
  return `archive/${exportName}`;
}

/** Acquires the lease of an export. Returns undefined when another process has it. */
export async function acquireLease(store: Store, exportName: string): Promise<Lease | undefined> {
  return (await store.leases.acquire(leaseName(exportName), { durationMs: LEASE_MS })) ?? undefined;
}

/** Creates the error for a second run of an export. */
export async function alreadyRunning(store: Store, exportName: string): Promise<ExportError> {
  const holder = await store.leases.holder(leaseName(exportName));
  return new ExportError(
    'already_running',
    exportName,
    `already running${holder === null ? '' : ` (host and process id: ${holder.owner})`}. Stop it first, or pass \`join: true\` to help.`,
  );
}

/** Creates the error for a run whose runner was stopped. */
export function runnerStopped(exportName: string): ExportError {
  return new ExportError(
    'runner_stopped',
    exportName,
    'stopped, because its runner was stopped. What was sealed is intact; start it again with a new runner to resume.',
  );
}

/** Pauses the run in all processes. Its jobs are void from now on. */
export async function pauseRun(
  { tables, definition, epoch }: RunContext,
  problem: string | null,
): Promise<void> {
  await tables
    .updateTable('archive_exports')
    .set({ state: 'paused', problem })
    .where('name', '=', definition.name)
    .where('epoch', '=', epoch)
    .where('state', '=', 'running')
    .execute();
}

/** Records the end of a run. */
export async function endRun(
  store: Store,
  lease: Lease,
  { name, now }: { readonly name: string; readonly now: string },
): Promise<void> {
  await store.transaction(
    async (transaction) => {
      await transaction
        .tables(exportSchema)
        .updateTable('archive_exports')
        .set(({ ref }) => ({ state: 'done', updated_at: now, completed_to: ref('bound') }))
        .where('name', '=', name)
        .execute();
      await endForecast(transaction, { name, now });
    },
    { lease },
  );
}

/** Enqueues a job for each open unit. */
export async function enqueueUnits(
  { tables, epoch, definition }: RunContext,
  runner: Runner,
  phase: ExportRow['phase'],
): Promise<void> {
  let last = '';
  for (;;) {
    const rows = await tables
      .selectFrom('archive_units')
      .select(['name', 'priority'])
      .where('export', '=', definition.name)
      .where('state', '=', 'open')
      .where('name', '>', last)
      .orderBy('name')
      .limit(UNITS)
      .execute();
    const jobs = rows.map(({ name, priority }) => ({
      // A unit can be opened twice in a run: for its first read, and for changes.
      key: `${epoch}/${phase}/${name}`,
      data: { unit: name, epoch },
      priority,
    }));
    await runner.enqueue<UnitJob>(jobName(definition.name), jobs);
    if (rows.length < UNITS) return;
    last = rows.at(-1)?.name ?? last;
  }
}
