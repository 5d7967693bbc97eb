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

/** Does work on a file, whose errors are converted by {@link writeError}. */
export async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw writeError(path, error);
  }
}

/** Returns the code of an error of the file system, for example `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
