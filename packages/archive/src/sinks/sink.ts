/** Where an export writes to. */
import type { Readable } from 'node:stream';
import type { ChatExtents, Extent, Unit } from '../certificates/extent.js';
import type { ArchiveFolder } from '../folder/archive-folder.js';
import type { ArchiveRecord, RecordKind, RecordOf } from '../records/archive-record.js';

/** What a sink wrote into the archive. */
export interface WrittenUnit {
  /** The extents, in the order in which they were written. */
  readonly extents: readonly Extent[];
  /** The chats of which it has snapshots. */
  readonly chats: readonly ChatExtents[];
}

/**
 * A kind of destination, for the option `sinks` of an export.
 *
 * The sink that writes the archive is written in step with the export. All others are followers: they receive what is certified, from the archive,
 * each at its own pace. An export without an archive writes all sinks in step.
 */
export interface Sink {
  /** Name of the sink, unique within an export, for example `ndjson`. */
  readonly name: string;
  /** Kinds of records that the sink receives. Default: all. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** Estimates what it writes to the disk. Default: nothing. */
  readonly disk?: ((written: ExpectedRecords) => DiskUse) | undefined;
  /** Whether the sink receives activities that report requests of the export itself. Default: true. */
  readonly ownRequests?: boolean | undefined;
  /** Whether it is a service that may be away. At its end, a run waits for it for a limited time. Default: false. */
  readonly remote?: boolean | undefined;
  /**
   * Where a follower that is new to the export starts: with what was sealed on this UTC day and later (RFC 3339, or a `Date`). It has no effect on a sink
   * with {@link OpenSink.has}, and once the follower has started. Default: with the first certificate.
   */
  readonly from?: string | Date | undefined;
  /**
   * Opens the destination. Called once for each run and process, before the first request is sent.
   *
   * @throws {ConfigError} When the destination is unusable, for example because its folder cannot be written to.
   */
  open(context: SinkContext): Promise<OpenSink>;
  /**
   * Checks whether a run could write to the destination, and changes nothing. `parlance doctor` calls it.
   *
   * @param options - `signal` ends the check.
   * @throws {ParlanceError} When it could not, for example because a folder cannot be written to or a collector does not respond.
   */
  probe(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Records that an export is expected to write. */
export interface ExpectedRecords {
  /** Their size as JSON, in bytes. */
  readonly bytes: number;
  /** Number of revisions of units that have them. */
  readonly revisions: number;
}

/** What a sink has on the disk. */
export interface DiskUse {
  /** Size in bytes. */
  readonly bytes: number;
  /** Number of files. */
  readonly files: number;
}

/** What a {@link Sink} can use. */
export interface SinkContext {
  /** Name of the export. */
  readonly exportName: string;
  /** Aborts when the run is stopped. */
  readonly signal: AbortSignal;
  /** Reads the content of a file record that was written; returns null if no sink of the export writes an archive. Default: there is none. */
  readonly openFile?: ((record: RecordOf<'file'>) => Readable | null) | undefined;
}

/** Options for {@link OpenSink.begin}. */
export interface BeginOptions {
  /**
   * Number of the attempt to write this revision of the unit, from 1. From the second on, a sink that cannot replace what it has sent marks
   * its records as delivered again. Default: 1.
   */
  readonly attempt?: number | undefined;
  /** Ends the delivery of the unit. Default: the signal of {@link SinkContext}. */
  readonly signal?: AbortSignal | undefined;
  /** Receives what was not delivered. Without it, a record that the destination rejects is an error. */
  readonly report?: DeliveryReport | undefined;
}

/** Receives the records that a sink did not deliver. All others count as delivered once their unit is committed. */
export interface DeliveryReport {
  /** The sink leaves a record out, for example because it has no mapping for it. */
  leftOut(record: ArchiveRecord): void;
  /** The destination rejected a record, and would reject it again. */
  rejected(rejection: RejectedRecord): void;
}

/** A record that a destination rejected. */
export interface RejectedRecord {
  /** The record. */
  readonly record: ArchiveRecord;
  /** Its stable id. */
  readonly id: string;
  /** The JSON or text that was sent. */
  readonly sent: string;
  /** Why it was rejected. */
  readonly reason: string;
  /** Status of the response; null without one. */
  readonly status: number | null;
  /** Start of the response, at most 1,000 characters; null without one. */
  readonly response: string | null;
}

/** An open destination. Several units are written at the same time. */
export interface OpenSink {
  /** The folder of the archive, for a sink that writes one. The export writes certificates, the manifest and files to it. */
  readonly archive?: ArchiveFolder | undefined;
  /** Paths of the segments that a sink with an archive has written since it was opened, or since the last run ended. */
  readonly segments?: readonly string[] | undefined;
  /**
   * Returns whether a revision of a unit was committed. A sink with this method receives all it lacks from the archive, also when its data was lost, or
   * was restored from a backup. For other sinks, the store of the export knows what was delivered.
   */
  has?(unit: Pick<Unit, 'name' | 'revision'>): boolean;
  /**
   * Asks the destination which records it has.
   *
   * @param ids - Stable ids of records of a unit that was committed.
   * @returns Those that it has. A follower delivers the unit again if some are missing.
   */
  find?(ids: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** Starts writing a unit. What an earlier, interrupted attempt wrote for the same unit and revision is replaced. */
  begin(unit: Unit, options?: BeginOptions): Promise<UnitWriter>;
  /** A run has ended, and the sink stays open for the next one: that of another process, which this one assists. */
  endRun?(): Promise<void>;
  /** Closes the destination. Units that were not committed are discarded. */
  close(): Promise<void>;
}

/** Writes one revision of a unit. */
export interface UnitWriter {
  /** Writes records. Resolves once more are welcome, so that the export never reads faster than its slowest sink writes. */
  write(records: readonly ArchiveRecord[]): Promise<void>;
  /**
   * Makes the unit durable and visible as a whole. Repeating it for the same unit and revision has no further effect on readers.
   *
   * @returns What was written into the archive; null for a sink that does not write into it.
   */
  commit(): Promise<WrittenUnit | null>;
  /** Discards what was written. */
  abort(): Promise<void>;
}
