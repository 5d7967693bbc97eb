import path from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { openUntrustedFile } from '@parlance/files';
import { damaged, type ArchivePlace } from '../archive-error.js';
import { sha256 } from '../certificates/digest.js';
import type { Extent } from '../certificates/extent.js';
import { MAX_EXTENT_BYTES } from './parse-manifest.js';
import { readError } from './read-error.js';

const decompressFrame = promisify(zstdDecompress);

/** Reads ranges of the files of an archive. Keeps the last file open, because the extents of a unit follow one another. */
export class SegmentReader {
  readonly #dir: string;
  #open: { readonly path: string; readonly handle: FileHandle; readonly bytes: number } | undefined;

  /** @param dir - Absolute path of the archive. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Reads a range. Returns fewer bytes if the file is shorter.
   *
   * @throws {ArchiveError} When the file is missing or cannot be read.
   */
  async read({ path: file, offset, bytes }: Pick<Extent, 'path' | 'offset' | 'bytes'>): Promise<Buffer> {
    try {
      const { handle, bytes: size } = await this.#file(file);
      // A range that the file does not have is damage, and must not allocate memory.
      const data = Buffer.alloc(Math.max(0, Math.min(bytes, size - offset)));
      let length = 0;
      while (length < data.length) {
        const { bytesRead } = await handle.read(data, length, data.length - length, offset + length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return data.subarray(0, length);
    } catch (error) {
      throw readError({ path: file }, error);
    }
  }

  /**
   * Reads the lines of an extent.
   *
   * @throws {ArchiveError} When its bytes are not those of its certificate.
   */
  async lines(extent: Extent): Promise<readonly string[]> {
    const data = await this.read(extent);
    const place = placeOf(extent);
    if (data.length < extent.bytes)
      throw damaged(place, `is damaged: it has ${data.length} of ${extent.bytes} bytes.`);
    if (sha256(data) !== extent.sha256)
      throw damaged(place, 'is damaged: it does not have the SHA-256 of its certificate.');
    return linesOf(extent, data);
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#open?.handle.close();
    this.#open = undefined;
  }

  async #file(file: string): Promise<{ readonly handle: FileHandle; readonly bytes: number }> {
    if (this.#open?.path === file) return this.#open;
    await this.close();
    const handle = await openUntrustedFile(path.join(this.#dir, file), { followLink: true });
    this.#open = { path: file, handle, bytes: (await handle.stat()).size };
    return this.#open;
  }
}

/** Returns where an extent is, for errors. */
export function placeOf({ path: file, offset }: Extent): ArchivePlace {
  return { path: file, offset };
}

/**
 * Returns the lines of the bytes of an extent.
 *
 * @throws {ArchiveError} When they are not lines of UTF-8, or not as many as its certificate counts.
 */
export async function linesOf(extent: Extent, data: Buffer): Promise<readonly string[]> {
  const place = placeOf(extent);
  const lines = decode(await decompress(extent, data), place).split('\n');
  if (lines.pop() !== '') throw damaged(place, 'is damaged: its last line is not complete.');
  if (lines.length !== extent.records)
    throw damaged(place, `is damaged: it has ${lines.length} of ${extent.records} records.`);
  return lines;
}

async function decompress(extent: Extent, data: Buffer): Promise<Buffer> {
  if (!extent.path.endsWith('.zst')) return data;
  try {
    return await decompressFrame(data, { maxOutputLength: MAX_EXTENT_BYTES });
  } catch (error) {
    throw damaged(placeOf(extent), 'is damaged: it cannot be decompressed.', error);
  }
}

function decode(data: Buffer, place: ArchivePlace): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch (error) {
    throw damaged(place, 'is damaged: it is not UTF-8.', error);
  }
}
