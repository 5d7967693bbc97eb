/** The row of a run in the store, its lease and its jobs. */
import type { Lease, Runner, Store } from '@parlance/durable';
import { ExportError } from '../definition/export-error.js';
import { exportSchema } from '../state/export-schema.js';
import { changeExport, findExport, type ExportRow } from '../state/export-row.js';
import { endForecast } from './forecast-run.js';
import { leaseName } from '../state/read-status.js';
import type { RunContext } from '../state/run-context.js';
import { digestOf } from '../../certificates/digest.js';
import { differences, type ExportDefinition } from '../definition/export-definition.js';
import { decode, encode } from '../state/json-column.js';

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

/** A run that was begun or resumed. */
export interface BegunRun {
  readonly row: ExportRow;
  /** Whether it was stopped or killed before. */
  readonly resumed: boolean;
}

/** Returns the digest of the definition, for the manifest. */
export function definitionDigest({ content }: ExportDefinition): string {
  return digestOf(content);
}

/**
 * Begins a run of an export, or resumes the last one if it did not reach its end.
 *
 * @throws {ExportError} When the definition has changed.
 */
export async function beginRun(
  store: Store,
  lease: Lease,
  { definition, now }: { readonly definition: ExportDefinition; readonly now: string },
): Promise<BegunRun> {
  return store.transaction(
    async (transaction) => {
      const tables = transaction.tables(exportSchema);
      const known = await findExport(transaction, definition.name);
      const row = known === undefined ? newRow(definition, now) : nextRow(definition, known);
      if (known === undefined) await tables.insertInto('archive_exports').values(row).execute();
      else {
        const { content, schedule, state, problem, epoch, run, phase, bound } = row;
        // Only these: other processes may add certificates at the same time.
        const change = { content, schedule, state, problem, epoch, run, phase, bound };
        await changeExport(transaction, row.name, change);
      }
      // After a crash, the jobs are still there. Otherwise, there will be new ones, also for units that failed.
      if (known !== undefined && known.state !== 'running')
        await tables
          .updateTable('archive_units')
          .set((column) => ({ state: 'open', attempts: column('attempts', '+', 1) }))
          .where('export', '=', row.name)
          .where('state', 'in', ['open', 'failed'])
          .execute();
      return { row, resumed: known !== undefined && known.state !== 'done' };
    },
    { lease },
  );
}

function newRow(definition: ExportDefinition, now: string): ExportRow {
  return {
    name: definition.name,
    ...describe(definition),
    state: 'running',
    phase: 'plan',
    run: 1,
    epoch: 1,
    bound: null,
    planned_to: null,
    backfill_to: null,
    swept_to: null,
    sequence: 0,
    head: null,
    certificate_offset: 0,
    ended_segment: 0,
    ended_sequence: 0,
    closed_segment: 0,
    closed_sequence: 0,
    late: 0,
    problem: null,
    completed_to: null,
    forecast: null,
    organizations: null,
    stepped_to: 0,
    started_at: now,
    updated_at: now,
  };
}

function nextRow(definition: ExportDefinition, known: ExportRow): ExportRow {
  requireSame(definition, known);
  const next = { ...known, ...describe(definition), state: 'running', problem: null } as const;
  if (known.state === 'running') return next;
  if (known.state === 'paused') return { ...next, epoch: known.epoch + 1 };
  const again = { ...next, epoch: known.epoch + 1, run: known.run + 1 };
  // Only the units that failed are open.
  return definition.once ? again : { ...again, phase: 'plan', bound: null };
}

function describe({ content, schedule }: ExportDefinition): Pick<ExportRow, 'content' | 'schedule'> {
  return { content: encode(content), schedule: encode(schedule) };
}

/** The content of an archive never changes. The time at which it is read can change between runs. */
function requireSame({ name, content, schedule }: ExportDefinition, known: ExportRow): void {
  const changes = [
    ...differences(decode(known.content), content),
    ...(known.state === 'done' ? [] : differences(decode(known.schedule), schedule)),
  ];
  if (changes.length === 0) return;
  const advice =
    known.state === 'done'
      ? 'use a new name and folder for another archive'
      : 'start it with the same definition until the run is complete, or use a new name and folder';
  throw new ExportError(
    'definition_changed',
    name,
    `the definition differs from that of the export in the store: ${changes.join('; ')}. To continue, ${advice}.`,
  );
}
