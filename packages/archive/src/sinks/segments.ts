import type { FileHandle } from 'node:fs/promises';
import { numberedPath, SEGMENT_FOLDER } from '../certificates/sealed-file.js';
import type { ArchiveFolder } from '../folder/archive-folder.js';
import { listNumberedFiles, type NumberedFile } from '../folder/numbered-files.js';
import { writeError } from '../folder/write-error.js';
import type { Extent } from '../certificates/extent.js';

/** A segment of this size is closed, and the next one is begun. */
export const SEGMENT_BYTES = 67_108_864;

/** Lists the segments with a number above another one, in ascending order. */
export function listSegments(archive: ArchiveFolder, above = 0): Promise<readonly NumberedFile[]> {
  return listNumberedFiles((folder) => archive.list(folder), SEGMENT_FOLDER, above);
}

/** How the files of records are compressed. */
export type Compression = 'zstd';

interface OpenSegment {
  readonly path: string;
  readonly handle: FileHandle;
  bytes: number;
}

/**
 * The segments that one process writes: it appends to one after the other, and no other process does. The first one is created with the first
 * data, so that a run without records creates none.
 */
export class Segments {
  readonly #folder: ArchiveFolder;
  readonly #extension: string;
  readonly #segmentBytes: number;
  #current: OpenSegment | undefined;
  /** Writes and syncs, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  #paths: string[] = [];
  #nextSync: Promise<void> | undefined;
  /** Errors of segments, by path. It is not known what they have at their end. */
  readonly #failed: Map<string, unknown> = new Map();

  constructor(
    folder: ArchiveFolder,
    compress: Compression | undefined,
    segmentBytes: number = SEGMENT_BYTES,
  ) {
    this.#folder = folder;
    this.#extension = compress === undefined ? 'ndjson' : 'ndjson.zst';
    this.#segmentBytes = segmentBytes;
  }

  /** Appends data, and returns where it is. It is on disk after {@link sync}. */
  append(data: Uint8Array): Promise<Pick<Extent, 'path' | 'offset'>> {
    return this.#enqueue(() => this.#append(data));
  }

  /** Waits until extents that were appended are on disk. Units that are committed at the same time share one sync. */
  async sync(extents: readonly Pick<Extent, 'path'>[]): Promise<void> {
    this.#nextSync ??= this.#enqueue(async () => {
      this.#nextSync = undefined;
      await this.#write((handle) => handle.datasync());
    });
    await this.#nextSync;
    for (const { path } of extents) if (this.#failed.has(path)) throw this.#failed.get(path);
  }

  /** Paths of all segments since the last run ended. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** Ends the current segment. The next data is in a new one. */
  end(): Promise<void> {
    return this.#enqueue(() => this.#end());
  }

  /** Ends the current segment, and forgets all of them. */
  async endRun(): Promise<void> {
    await this.end();
    this.#paths = [];
  }

  async #append(data: Uint8Array): Promise<Pick<Extent, 'path' | 'offset'>> {
    if (this.#current !== undefined && this.#current.bytes >= this.#segmentBytes) await this.#end();
    const segment = (this.#current ??= await this.#create());
    await this.#write((handle) => handle.appendFile(data));
    const { path, bytes: offset } = segment;
    segment.bytes += data.length;
    return { path, offset };
  }

  async #create(): Promise<OpenSegment> {
    let number = (await listSegments(this.#folder)).at(-1)?.number ?? 0;
    for (;;) {
      number += 1;
      const path = numberedPath(SEGMENT_FOLDER, number, this.#extension);
      // Another process may have created the same one.
      const handle = await this.#folder.createInPlace(path);
      if (handle === undefined) continue;
      this.#paths.push(path);
      return { path, handle, bytes: 0 };
    }
  }

  async #write(write: (handle: FileHandle) => Promise<void>): Promise<void> {
    const segment = this.#current;
    if (segment === undefined) return;
    try {
      await write(segment.handle);
    } catch (error) {
      const failure = writeError(segment.path, error);
      this.#failed.set(segment.path, failure);
      this.#current = undefined;
      await segment.handle.close().catch(() => undefined);
      throw failure;
    }
  }

  async #end(): Promise<void> {
    await this.#write((handle) => handle.datasync());
    const segment = this.#current;
    this.#current = undefined;
    await segment?.handle.close();
  }

  #enqueue<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
