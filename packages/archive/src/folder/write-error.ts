import { ArchiveError } from '../archive-error.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Converts an error of the file system to an {@link ArchiveError}; returns all others unchanged.
 *
 * @param path - The file that was read or written.
 */
export function writeError(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (FULL.has(code))
    return new ArchiveError(
      'archive_full',
      { path },
      'cannot be written: the disk is full. What was committed before is intact.',
      { cause: error },
    );
  return new ArchiveError('archive_inaccessible', { path }, `cannot be written (${code}).`, { cause: error });
}

/** Returns the code of an error of the file system, for example `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
