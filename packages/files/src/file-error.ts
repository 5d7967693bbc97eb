import { getSystemErrorMessage } from 'node:util';

/**
 * Why a file could not be read or written:
 * - `file_not_found`: the file, or a folder of its path, does not exist;
 * - `file_is_link`: it is a symbolic link;
 * - `file_not_regular`: it is a directory, a named pipe or a device;
 * - `file_too_large`: it is larger than allowed;
 * - `file_not_text`: it is not UTF-8;
 * - `file_unreadable`, `file_unwritable`: the operating system refused; the `cause` is its error.
 */
export type FileErrorCode =
  | 'file_not_found'
  | 'file_is_link'
  | 'file_not_regular'
  | 'file_too_large'
  | 'file_not_text'
  | 'file_unreadable'
  | 'file_unwritable';

/** A file could not be read or written. The message is the path and the problem. */
export class FileError extends Error {
  /** What happened. */
  readonly code: FileErrorCode;
  /** Path of the file, as it was passed. */
  readonly path: string;
  /** Continues the sentence that starts with the path, for example `is not a regular file`. */
  readonly problem: string;

  /**
   * @param code - What happened.
   * @param path - Path of the file.
   * @param problem - Continues the sentence that starts with the path.
   * @param options - The cause.
   */
  // oxlint-disable-next-line max-params -- an error takes its options last.
  constructor(code: FileErrorCode, path: string, problem: string, options?: ErrorOptions) {
    super(`${path} ${problem}`, options);
    this.name = 'FileError';
    this.code = code;
    this.path = path;
    this.problem = problem;
  }
}

/** Describes an error of the operating system, without the path, which its own message repeats. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined ? message : getSystemErrorMessage(errno);
}
