import { LeaseLostError, type JobContext } from '@parlance/durable';
import { failUnit } from '../sealing/fail-unit.js';
import { isOutage, itemFailure, runFailure } from '../state/item-failure.js';
import { readPartition } from '../reading/read-partition.js';
import { readWindow } from '../reading/read-window.js';
import { RunEndedError, type RunContext } from '../state/run-context.js';
import type { UnitRow } from '../state/unit-row.js';

/** Reads and seals the unit of a job. Returns without doing so if the job is void. */
export async function workUnit(context: RunContext, job: JobContext, name: string): Promise<void> {
  const unit = await openUnit(context, job, name);
  if (unit === undefined) return;
  try {
    if (unit.family === 'activities') await readWindow(context, job, unit);
    else await readPartition(context, job, unit);
  } catch (error) {
    // The run ended in all processes, so the job is void. If it was stopped only here, another process needs the job.
    if (error instanceof RunEndedError && !context.signal.aborted) return;
    if (LeaseLostError.is(error) || isOutage(error) || job.signal.aborted || context.signal.aborted)
      throw error;
    const failure = itemFailure({ kind: 'unit', id: name }, error);
    if (failure !== undefined) return failUnit(context, job, { unit, failures: [failure] });
    context.fail(runFailure(context.definition.name, error));
    throw error;
  }
}

/** Loads a unit, with the number of this attempt. Returns undefined if it need not be read. */
async function openUnit(
  { tables, definition }: RunContext,
  job: JobContext,
  name: string,
): Promise<UnitRow | undefined> {
  const unit = await tables
    .selectFrom('archive_units')
    .selectAll()
    .where('export', '=', definition.name)
    .where('name', '=', name)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return unit && { ...unit, attempts: unit.attempts + job.attempt };
}
