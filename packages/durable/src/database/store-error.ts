import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why a store could not be used:
 * - `store_damaged`: the file is damaged or truncated;
 * - `store_foreign`: the file belongs to another program or is not a database;
 * - `store_newer`: a newer release has written it;
 * - `store_outdated`: a version before the first release has written it;
 * - `store_full`: the disk is full;
 * - `store_forbidden`: the role of the PostgreSQL connection lacks a right; the message has the statements that grant it;
 * - `store_unwritable`: the folder is missing, or the file or folder cannot be written;
 * - `store_unavailable`: the server cannot be reached, has closed the connection, or another process has locked the file for too long.
 */
export type StoreErrorCode =
  | 'store_damaged'
  | 'store_foreign'
  | 'store_newer'
  | 'store_outdated'
  | 'store_full'
  | 'store_forbidden'
  | 'store_unwritable'
  | 'store_unavailable';

/** Options of a {@link StoreError}. */
export interface StoreErrorOptions extends ErrorOptions {
  /** Whether the same operation may succeed later. Default: false. */
  readonly retryable?: boolean | undefined;
}

/** A store could not be opened, read or written. What was committed before is intact, unless the store is damaged. */
export class StoreError extends ParlanceError {
  declare readonly code: StoreErrorCode;
  /** File name, or address of the server without the password. */
  readonly location: string;
  /** Whether the same operation may succeed later, because the server does not respond or another process holds a lock. */
  readonly retryable: boolean;

  /** Name of the class. */
  override get name(): string {
    return 'StoreError';
  }

  /**
   * @param code - What happened.
   * @param location - File name, or address of the server without the password.
   * @param problem - Continues the sentence that starts with the location.
   * @param options - The cause, which must be safe to show, and whether the same operation may succeed later. Default: it may not.
   */
  // oxlint-disable-next-line max-params -- an error takes its options last.
  constructor(code: StoreErrorCode, location: string, problem: string, options: StoreErrorOptions = {}) {
    super(code, `${location} ${problem}`, options);
    this.location = location;
    this.retryable = options.retryable ?? false;
  }
}
