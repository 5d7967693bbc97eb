import { StoreError, type StoreErrorCode } from './store-error.js';

/** Errors that say something about the file rather than the statement, by SQLite's primary result code. */
const FILE_ERRORS: Readonly<Record<number, readonly [StoreErrorCode, string]>> = {
  5: ['store_unavailable', 'is locked by another process.'],
  6: ['store_unavailable', 'is locked by another process.'],
  8: ['store_unwritable', 'cannot be written: it is read-only.'],
  10: ['store_unwritable', 'cannot be read or written: the disk reported an error.'],
  11: ['store_damaged', 'is damaged. Restore it from a copy.'],
  13: ['store_full', 'cannot be written: the disk is full. What was committed before is intact.'],
  14: ['store_unwritable', 'cannot be opened. Check that its folder exists and can be written.'],
  26: ['store_foreign', 'is not a database.'],
};

/** Returns whether another connection holds the lock. The statement had no effect. */
function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6;
}

/** Converts an error of SQLite that concerns the file; returns all others unchanged. */
export function sqliteError(location: string, error: unknown): unknown {
  const known = FILE_ERRORS[primaryCode(error) ?? -1];
  if (known === undefined) return error;
  return new StoreError(known[0], location, known[1], { cause: error, retryable: isBusy(error) });
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR')
    return undefined;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}
