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

/** A kind of destination, for the option `sinks` of an export. */
export interface Sink {
  /** Name of the sink, unique within an export, for example `ndjson`. */
  readonly name: string;
  /** Kinds of records that the sink receives. Default: all. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** Estimates what it writes to the disk. Default: nothing. */
  readonly disk?: ((written: ExpectedRecords) => DiskUse) | undefined;
  /** Whether the sink receives activities that report requests of the export itself. Default: true. */
  readonly ownRequests?: boolean | undefined;
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
}

/** An open destination. Several units are written at the same time. */
export interface OpenSink {
  /** The folder of the archive, for a sink that writes one. The export writes certificates, the manifest and files to it. */
  readonly archive?: ArchiveFolder | undefined;
  /** Paths of the segments that a sink with an archive has written since it was opened, or since the last run ended. */
  readonly segments?: readonly string[] | undefined;
  /**
   * Returns whether a revision of a unit was committed. When a run starts, a sink with this method receives what it lacks from the archive, for
   * example because it was added to the export later.
   */
  has?(unit: Pick<Unit, 'name' | 'revision'>): boolean;
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
