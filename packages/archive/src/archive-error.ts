import { ParlanceError } from '@parlance/schemas/kit';

/**
 * Why an archive could not be used:
 * - `archive_missing`: the folder is not an archive;
 * - `archive_damaged`: a file is missing, truncated or changed;
 * - `archive_newer`: a newer release has written it;
 * - `archive_older`: a preliminary release has written it, in a format that is no longer read;
 * - `archive_full`: the disk is full;
 * - `archive_inaccessible`: a file or folder cannot be read or written.
 */
export type ArchiveErrorCode =
  | 'archive_missing'
  | 'archive_damaged'
  | 'archive_newer'
  | 'archive_older'
  | 'archive_full'
  | 'archive_inaccessible';

/** The place in an archive that an error is about. */
export interface ArchivePlace {
  /** Path of the file: in the archive, with `/` between the parts, or of the archive itself. */
  readonly path: string;
  /** Start of the extent in a segment, in bytes. */
  readonly offset?: number | undefined;
  /** Number of the line, from 1: in the extent if there is one, in the file otherwise. */
  readonly line?: number | undefined;
  /** The record, if it could be read. */
  readonly record?: { readonly kind: string; readonly id: string } | undefined;
}

/** An archive could not be read or written. The message names the file, the line and the record. */
export class ArchiveError extends ParlanceError {
  declare readonly code: ArchiveErrorCode;
  /** Path of the file: in the archive, with `/` between the parts, or of the archive itself. */
  readonly path: string;
  /** Start of the extent in a segment, in bytes; undefined for other files. */
  readonly offset: number | undefined;
  /** Number of the line, from 1: in the extent if there is one, in the file otherwise. Undefined if the error is not about a line. */
  readonly line: number | undefined;
  /** The record, if it could be read. */
  readonly record: { readonly kind: string; readonly id: string } | undefined;

  /** Name of the class. */
  override get name(): string {
    return 'ArchiveError';
  }

  /**
   * @param code - What happened.
   * @param place - Where it happened.
   * @param problem - Continues the sentence that starts with the place.
   * @param options - The cause, which must be safe to show.
   */
  // oxlint-disable-next-line max-params -- an error takes its options last.
  constructor(code: ArchiveErrorCode, place: ArchivePlace, problem: string, options?: ErrorOptions) {
    super(code, `${describePlace(place)} ${problem}`, options);
    this.path = place.path;
    this.offset = place.offset;
    this.line = place.line;
    this.record = place.record;
  }
}

/** Creates the error for a file that is missing, truncated or changed, and continues the sentence that starts with its place. */
export function damaged(place: ArchivePlace, problem: string, cause?: unknown): ArchiveError {
  return new ArchiveError('archive_damaged', place, problem, cause === undefined ? undefined : { cause });
}

function describePlace({ path, offset, line, record }: ArchivePlace): string {
  const start = offset === undefined ? path : `${path}, byte ${offset}`;
  const position = line === undefined ? start : `${start}, line ${line}`;
  return record === undefined ? position : `${position} (${record.kind} ${record.id})`;
}
