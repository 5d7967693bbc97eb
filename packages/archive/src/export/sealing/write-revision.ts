import { CursorRefusedError } from '@parlance/core-transport';
import type { ArchiveRecord } from '../../records/archive-record.js';
import type { WrittenUnit } from '../../sinks/sink.js';
import type { RunContext } from '../state/run-context.js';
import type { UnitRow } from '../state/unit-row.js';
import { UnitLog } from '../state/unit-log.js';

/** How often a unit is restarted when its cursors are refused. */
const MAX_RESTARTS = 10;

/** A revision of a unit that is being read. */
export interface RevisionWriting {
  /** What its certificate needs. */
  readonly log: UnitLog;
  /** Writes records to all sinks. */
  readonly write: (records: readonly ArchiveRecord[]) => Promise<void>;
  /** Commits to all sinks. Seal the revision after it. */
  readonly commit: () => Promise<WrittenUnit>;
  /** Discards what was written. */
  readonly abort: () => Promise<void>;
}

/**
 * Reads the next revision of a unit and writes it to all sinks. If that fails, they discard it.
 *
 * @param read - Reads, commits and seals.
 */
export async function writeRevision<Result>(
  context: Pick<RunContext, 'clock' | 'sinks' | 'requests'>,
  { name, family, revision, attempts }: Pick<UnitRow, 'name' | 'family' | 'revision' | 'attempts'>,
  read: (writing: RevisionWriting) => Promise<Result>,
): Promise<Result> {
  const log = new UnitLog(context.clock);
  const writers = await context.sinks.begin({ name, family, revision: revision + 1 }, attempts);
  const write = async (records: readonly ArchiveRecord[]): Promise<void> => {
    log.add(records);
    await writers.write(records);
  };
  context.requests.begin(log);
  let isSealed = false;
  try {
    const result = await read({ log, write, commit: () => writers.commit(), abort: () => writers.abort() });
    isSealed = true;
    return result;
  } catch (error) {
    await writers.abort();
    throw error;
  } finally {
    context.requests.end(log, isSealed);
  }
}

/** Reads a unit again from the start of its list when the service refuses a cursor. */
export async function restarting<Result>(read: (restarts: number) => Promise<Result>): Promise<Result> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await read(restarts);
    } catch (error) {
      if (!CursorRefusedError.is(error) || restarts >= MAX_RESTARTS) throw error;
    }
  }
}
