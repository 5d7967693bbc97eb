import { FileError } from '@parlance/files';
import { ArchiveError, damaged, type ArchivePlace } from '../archive-error.js';
import { errorCode } from '../folder/write-error.js';

/** Converts an error of reading or parsing a file of an archive to an {@link ArchiveError}. */
export function readError(place: ArchivePlace, error: unknown): unknown {
  if (ArchiveError.is(error)) return error;
  if (error instanceof FileError) {
    if (error.cause !== undefined) return readError(place, error.cause);
    return new ArchiveError('archive_inaccessible', place, 'is not a regular file.', { cause: error });
  }
  const code = errorCode(error);
  if (code === 'ENOENT') return damaged(place, 'is missing.', error);
  if (code !== undefined)
    return new ArchiveError('archive_inaccessible', place, `cannot be read (${code}).`, { cause: error });
  // The call stack: nothing else throws this for parsed JSON.
  if (error instanceof RangeError) return damaged(place, 'is damaged: it is nested too deeply.');
  return damaged(place, 'is damaged: it cannot be decompressed.', error);
}

/** Returns whether an error means that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return ArchiveError.is(error) && errorCode(error.cause) === 'ENOENT';
}
