import type { Lease, Runner } from '@parlance/durable';
import { definitionDigest, endRun, enqueueUnits } from './stored-run.js';
import { closeSegments } from '../sealing/close-segments.js';
import { Followers } from '../following/followers.js';
import { checkOrganizations } from '../state/organization.js';
import { planChanges, planRun } from '../planning/plan-run.js';
import { findExport, type ExportRow } from '../state/export-row.js';
import { forecastRun } from './forecast-run.js';
import { progressOf } from './progress.js';
import { publishCertificates } from '../sealing/publish-certificates.js';
import { countUnits } from '../state/read-status.js';
import type { RunContext } from '../state/run-context.js';
import type { UnitJobs } from './unit-jobs.js';

/** What {@link coordinateRun} needs. */
export interface Coordination {
  readonly context: RunContext;
  readonly row: ExportRow;
  readonly lease: Lease;
  readonly runner: Runner;
  readonly jobs: UnitJobs;
  /** How long to wait at the end for followers that are remote, in milliseconds. */
  readonly followersWaitMs: number;
}

/** Runs the phases of a run that are left. Only the process with the lease of the export does so. */
export async function coordinateRun({ context: shared, ...rest }: Coordination): Promise<void> {
  const { row, lease } = rest;
  // Without the lease, another process may coordinate. Units are protected by the leases of their jobs.
  const context = { ...shared, signal: AbortSignal.any([shared.signal, lease.signal]) };
  // Planning reads the directory, which includes the check. Without open units, the last phase sends no request.
  if (row.phase === 'read' || (row.phase === 'changes' && (await hasOpenUnits(context))))
    await checkOrganizations(context);
  const followers = await Followers.start(context, lease);
  try {
    await runPhases({ context, ...rest }, { shared, followers });
    // The archive is complete: it does not wait for anyone.
    await endRun(context.store, lease, { name: row.name, now: context.clock.now() });
    await followers.end(rest.followersWaitMs);
  } finally {
    await followers.stop();
  }
}

async function runPhases(
  coordination: Coordination,
  { shared, followers }: { readonly shared: RunContext; readonly followers: Followers },
): Promise<void> {
  const { context, row, lease, runner, jobs } = coordination;
  jobs.accept(shared);
  await runner.start();
  if (row.phase === 'plan') await planRun({ context, row, lease });
  if (row.phase !== 'changes') {
    if (row.run === 1 && row.forecast === null) await forecastRun(context, lease);
    await readUnits(coordination, followers, 'read');
    await planChanges({ context, row: (await findExport(context.store, row.name)) ?? row, lease });
  }
  await readUnits(coordination, followers, 'changes');
  await closeSegments(context);
}

async function hasOpenUnits({ store, definition }: RunContext): Promise<boolean> {
  const { windows, partitions } = await countUnits(store, definition.name);
  return windows.open + partitions.open > 0;
}

/** Waits until no unit is open, while it publishes certificates. */
async function readUnits(
  { context, runner, jobs }: Coordination,
  followers: Followers,
  phase: ExportRow['phase'],
): Promise<void> {
  const { store, definition, signal, emit } = context;
  const digest = definitionDigest(definition);
  let known = -1;
  for (;;) {
    const counts = await countUnits(store, definition.name);
    const { open, sealed, failed } = counts.windows;
    const windows = open + sealed + failed;
    // A window that was divided has added others.
    if (windows > known) await enqueueUnits(context, runner, phase);
    known = windows;
    await publishCertificates(context, digest);
    followers.wake();
    emit(await progressOf(context, counts));
    if (counts.windows.open + counts.partitions.open === 0) return;
    await jobs.pause();
    signal.throwIfAborted();
  }
}
