import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ArchiveError, type ArchivePlace } from '../archive-error.js';
import { errorCode } from '../folder/write-error.js';
import { readError } from './read-error.js';

/**
 * Reads a file of an archive, in chunks.
 *
 * @param file - Absolute path of the file.
 * @param place - The file in errors.
 * @throws {ArchiveError} When it is missing or cannot be read.
 */
export async function* readChunks(
  file: string,
  place: ArchivePlace,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    // Opening a named pipe would block until another process writes to it.
    if (!(await stat(file)).isFile())
      throw new ArchiveError('archive_inaccessible', place, 'is not a regular file.');
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw readError(place, error);
  }
}

/** Reads a small file of an archive as a whole. See {@link readChunks}. */
export async function readWhole(file: string, place: ArchivePlace): Promise<Buffer> {
  return buffer(readChunks(file, place));
}

/** As {@link readWhole}, but returns undefined if the file does not exist. */
export async function readIfExists(file: string, place: ArchivePlace): Promise<Buffer | undefined> {
  try {
    return await readWhole(file, place);
  } catch (error) {
    if (ArchiveError.is(error) && errorCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}
