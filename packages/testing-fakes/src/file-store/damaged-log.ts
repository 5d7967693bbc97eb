/** Notices damage of SQLite's write-ahead log, from which SQLite itself would silently drop everything after a flipped bit. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Identifies a log whose checksums are calculated from little-endian words; one more for big-endian. */
const MAGIC = 0x377f0682;

/**
 * Returns whether the log of a data file contains committed changes that cannot be read any more. A log that merely ends in an
 * incomplete change is as a killed process leaves it.
 *
 * See https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
 *
 * @param path - Path of the data file.
 */
export function isLogDamaged(path: string): boolean {
  if (!existsSync(`${path}-wal`)) return false;
  const file = openSync(`${path}-wal`, 'r');
  try {
    const { size } = fstatSync(file);
    const header = readAt(file, 0, HEADER_BYTES);
    if (header.byteLength < HEADER_BYTES) return false;
    const isLittleEndian = header.readUInt32BE(0) === MAGIC;
    const sum = new Checksum(isLittleEndian);
    sum.add(header.subarray(0, 24));
    if (!sum.matches(header.subarray(24))) return size > HEADER_BYTES;

    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
    const salts = header.subarray(16, 24);
    let isReadable = true;
    for (let at = HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
      const frame = readAt(file, at, isReadable ? frameBytes : FRAME_HEADER_BYTES);
      const isOfThisLog = frame.subarray(8, 16).equals(salts);
      // Frames of changes that were undone can follow, but only the last frame of a committed change has a size here.
      const isCommit = frame.readUInt32BE(4) !== 0;
      if (!isReadable && isOfThisLog && isCommit) return true;
      if (!isReadable) continue;
      sum.add(frame.subarray(0, 8));
      sum.add(frame.subarray(FRAME_HEADER_BYTES));
      isReadable = isOfThisLog && sum.matches(frame.subarray(16, FRAME_HEADER_BYTES));
    }
    return false;
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

/** SQLite's checksum, which continues from frame to frame. */
class Checksum {
  readonly #isLittleEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isLittleEndian: boolean) {
    this.#isLittleEndian = isLittleEndian;
  }

  add(bytes: Buffer): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.byteLength; at += 8) {
      this.#first = (this.#first + view.getUint32(at, this.#isLittleEndian) + this.#second) >>> 0;
      this.#second = (this.#second + view.getUint32(at + 4, this.#isLittleEndian) + this.#first) >>> 0;
    }
  }

  matches(stored: Buffer): boolean {
    return stored.readUInt32BE(0) === this.#first && stored.readUInt32BE(4) === this.#second;
  }
}
