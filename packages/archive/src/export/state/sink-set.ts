import { wrong } from '../../option-checks.js';
import type { ArchiveFolder } from '../../folder/archive-folder.js';
import { openArchivedFile } from '../../reader/open-archived-file.js';
import type { ArchiveRecord } from '../../records/archive-record.js';
import type { Unit } from '../../certificates/extent.js';
import type { OpenSink, Sink, SinkContext, UnitWriter, WrittenUnit } from '../../sinks/sink.js';

/** A sink that is open. */
export interface OpenedSink {
  readonly sink: Sink;
  readonly open: OpenSink;
}

/** The open sinks of a run. */
export class SinkSet {
  readonly #opened: readonly OpenedSink[];

  private constructor(opened: readonly OpenedSink[]) {
    this.#opened = opened;
  }

  /**
   * Opens all sinks.
   *
   * @throws {ConfigError} When one cannot be used; those that were opened before are closed.
   */
  static async open(sinks: readonly Sink[], context: SinkContext): Promise<SinkSet> {
    const opened: OpenedSink[] = [];
    const set = new SinkSet(opened);
    const openFile: SinkContext['openFile'] = (record) =>
      set.archive === undefined ? null : openArchivedFile(set.archive.dir, record);
    try {
      for (const sink of sinks) opened.push({ sink, open: await sink.open({ ...context, openFile }) });
      return set;
    } catch (error) {
      await set.refuse();
      throw error;
    }
  }

  /** The folder for certificates and files: that of the first sink that has one. */
  get archive(): ArchiveFolder | undefined {
    return this.#opened.find(({ open }) => open.archive !== undefined)?.open.archive;
  }

  /** Paths of the segments that this process has written in this run. */
  get segments(): readonly string[] {
    return this.#opened.flatMap(({ open }) => open.segments ?? []);
  }

  /** Returns the folder. @throws {ConfigError} When no sink has one. */
  requireArchive(): ArchiveFolder {
    const { archive } = this;
    if (archive === undefined)
      throw wrong('sinks', 'must contain one that writes an archive, e.g. ndjson({ dir })');
    return archive;
  }

  /** The sinks that receive what is certified, from the archive. */
  get followers(): readonly OpenedSink[] {
    const inStep = this.#inStep();
    return this.#opened.filter((one) => !inStep.includes(one));
  }

  /** Starts writing a unit to the archive, or to all sinks of an export without an archive. */
  async begin(unit: Unit, attempt: number): Promise<SinkWriters> {
    const writers: { sink: Sink; writer: UnitWriter }[] = [];
    try {
      for (const { sink, open } of this.#inStep())
        writers.push({ sink, writer: await open.begin(unit, { attempt }) });
    } catch (error) {
      await Promise.all(writers.map(({ writer }) => writer.abort()));
      throw error;
    }
    return new SinkWriters(writers);
  }

  #inStep(): readonly OpenedSink[] {
    const archives = this.#opened.filter(({ open }) => open.archive !== undefined);
    return archives.length === 0 ? this.#opened : archives;
  }

  /** A run has ended; the sinks stay open for the next one. */
  async endRun(): Promise<void> {
    for (const { open } of this.#opened) await open.endRun?.();
  }

  /** Closes all sinks before anything was written, and leaves no new folder behind. */
  async refuse(): Promise<void> {
    await this.close();
    await this.archive?.removeCreated();
  }

  /** Closes all sinks. */
  async close(): Promise<void> {
    for (const { open } of this.#opened) await open.close();
  }
}

/** Writes one revision of a unit to sinks, at the pace of the slowest. */
export class SinkWriters {
  readonly #writers: readonly { readonly sink: Sink; readonly writer: UnitWriter }[];

  constructor(writers: readonly { readonly sink: Sink; readonly writer: UnitWriter }[]) {
    this.#writers = writers;
  }

  async write(records: readonly ArchiveRecord[]): Promise<void> {
    await Promise.all(
      this.#writers.map(async ({ sink, writer }) => {
        const selected = selectRecords(sink, records);
        if (selected.length > 0) await writer.write(selected);
      }),
    );
  }

  /** Commits to all sinks. Returns what was written into the archive. */
  async commit(): Promise<WrittenUnit> {
    let written: WrittenUnit = { extents: [], chats: [] };
    for (const { writer } of this.#writers) written = (await writer.commit()) ?? written;
    return written;
  }

  async abort(): Promise<void> {
    await Promise.all(this.#writers.map(({ writer }) => writer.abort()));
  }
}

/** Returns the records that a sink receives. */
export function selectRecords(
  { kinds, ownRequests = true }: Sink,
  records: readonly ArchiveRecord[],
): readonly ArchiveRecord[] {
  if (kinds === undefined && ownRequests) return records;
  return records.filter(
    ({ kind, own }) => (kinds === undefined || kinds.includes(kind)) && (ownRequests || own !== true),
  );
}
