import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ArchiveError, damaged, type ArchivePlace } from '../archive-error.js';
import type { RecordOf } from '../records/archive-record.js';
import { isArchivePath } from './parse-manifest.js';
import { readChunks } from './read-chunks.js';
import { readError } from './read-error.js';

/**
 * Reads the content of a file record, and checks its size and digest at the end.
 *
 * @throws {ArchiveError} When the path of the record is outside the folder `files`. The stream ends with one when a link leads out of the archive.
 */
export function openArchivedFile(dir: string, record: RecordOf<'file'>): Readable {
  const file = record.body.path;
  if (!isArchivePath(file) || !file.startsWith('files/'))
    throw damaged(placeOf(record), 'is not in the folder `files`.');
  return Readable.from(readContent(dir, record), { objectMode: false });
}

async function* readContent(dir: string, record: RecordOf<'file'>): AsyncGenerator<Buffer, void, undefined> {
  const file = await resolveInside(dir, record);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of readChunks(file, placeOf(record))) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  const { size_bytes: size, sha256 } = record.body;
  if (bytes !== size) throw damaged(placeOf(record), `is damaged: it has ${bytes} of ${size} bytes.`);
  if (hash.digest('hex') !== sha256)
    throw damaged(placeOf(record), 'is damaged: it does not have its SHA-256.');
}

/** Resolves links, which must not lead out of the archive: the content may be sent to the person who asked for the file. */
async function resolveInside(dir: string, record: RecordOf<'file'>): Promise<string> {
  const place = placeOf(record);
  try {
    const root = await realpath(dir);
    const file = await realpath(path.join(root, place.path));
    if (file.startsWith(`${root}${path.sep}`)) return file;
  } catch (error) {
    throw readError(place, error);
  }
  throw new ArchiveError('archive_inaccessible', place, 'is a link out of the archive.');
}

function placeOf({ kind, id, body }: RecordOf<'file'>): ArchivePlace {
  return { path: String(body.path), record: { kind, id } };
}
