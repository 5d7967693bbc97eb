import { createHash } from 'node:crypto';
import path from 'node:path';
import { ArchiveError, type ArchivePlace } from '../archive-error.js';
import { contentPath } from '../certificates/sealed-file.js';
import type { RecordOf } from '../records/archive-record.js';
import { readChunks } from '../reader/read-chunks.js';
import { isMissing } from '../reader/read-error.js';
import type { Verification } from './verification.js';

/** What a file contains. */
interface FileContent {
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads a file. */
async function readContent(run: Verification, place: ArchivePlace): Promise<FileContent> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of readChunks(path.join(run.dir, place.path), place)) {
    run.signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Returns whether a file is an intact content, whose name is its digest. */
export async function isContent(run: Verification, file: string): Promise<boolean> {
  if (!/^files\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(file)) return false;
  try {
    return file === contentPath((await readContent(run, { path: file })).sha256);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    return false;
  }
}

/** Verifies the content of a file record. The same content is read once. */
export async function verifyContent(run: Verification, { kind, id, body }: RecordOf<'file'>): Promise<void> {
  const record = { kind, id };
  const file = contentPath(String(body.sha256));
  if (!/^[0-9a-f]{64}$/.test(body.sha256) || body.path !== file) {
    const message = `The record ${id} has the path ${body.path}; expected ${file}.`;
    run.report({ path: String(body.path), record, rule: 'records', message });
    return;
  }
  if (!run.expect(file)) return;
  let found: FileContent;
  try {
    found = await readContent(run, { path: file, record });
  } catch (error) {
    run.signal?.throwIfAborted();
    if (!ArchiveError.is(error)) throw error;
    run.report({
      path: file,
      record,
      rule: isMissing(error) ? 'missing' : 'unreadable',
      message: error.message,
    });
    return;
  }
  run.files += 1;
  run.bytes += found.bytes;
  run.progress();
  const name = `${file} (${kind} ${id})`;
  if (found.bytes !== body.size_bytes) {
    const message = `${name} has ${found.bytes} bytes; expected ${body.size_bytes}.`;
    run.report({ path: file, record, rule: 'size', message });
  } else if (found.sha256 !== body.sha256) {
    const message = `${name} has the SHA-256 ${found.sha256}; expected ${body.sha256}.`;
    run.report({ path: file, record, rule: 'digest', message });
  }
}
