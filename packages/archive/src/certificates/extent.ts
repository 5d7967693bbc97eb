/** What a certificate certifies, and where its records are. */

/** The part of an export that is written, sealed and certified as a whole: a window of activities, or a partition of users. */
export interface Unit {
  /** Name, unique within the export and usable as a path: `activities/2026-04-01T00-00-00-000Z`, `chats/000001`, `directory`. */
  readonly name: string;
  /** What the unit contains. */
  readonly family: 'directory' | 'activities' | 'chats';
  /**
   * 0 for the first write of the unit. A later revision has what was added or changed since (late activities, changed
   * chats), never what is already written.
   */
  readonly revision: number;
}

/** A part of a segment: whole lines of one revision of a unit, about 1 MB of them. In a compressed segment, one frame. */
export interface Extent {
  /** Path of the segment in the archive, with `/` between the parts. */
  readonly path: string;
  /** Where it starts in the segment, in bytes. */
  readonly offset: number;
  /** Its size on disk, in bytes. */
  readonly bytes: number;
  /** SHA-256 of these bytes, in lower-case hexadecimal. */
  readonly sha256: string;
  /** Number of records. */
  readonly records: number;
}

/** Where a revision has the records of a chat: from the extent at position `first` to that at position `last`, from 0. */
export type ChatExtents = readonly [chat: string, first: number, last: number];
