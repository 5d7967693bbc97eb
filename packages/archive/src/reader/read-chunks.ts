import { buffer } from 'node:stream/consumers';
import { openUntrustedFile } from '@parlance/files';
import type { ArchivePlace } from '../archive-error.js';
import { isMissing, readError } from './read-error.js';

/**
 * Reads a file of an archive, in chunks. Follows links: an archive may be moved to another disk.
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
    const handle = await openUntrustedFile(file, { followLink: true });
    // The stream closes the file.
    yield* handle.createReadStream() as AsyncIterable<Buffer>;
  } catch (error) {
    throw readError(place, error);
  }
}

/** Reads a small file of an archive as a whole. See {@link readChunks}. Returns undefined if it does not exist. */
export async function readIfExists(file: string, place: ArchivePlace): Promise<Buffer | undefined> {
  try {
    return await buffer(readChunks(file, place));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
