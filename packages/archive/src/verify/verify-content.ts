import { createHash } from 'node:crypto';
import path from 'node:path';
import { ArchiveError, type ArchivePlace } from '../archive-error.js';
import { contentPath } from '../certificates/sealed-file.js';
import type { RecordOf } from '../records/archive-record.js';
import { readChunks } from '../reader/read-chunks.js';
import { isMissing } from '../reader/read-error.js';
import type { Verification, VerificationProblem } from './verification.js';

/** What a record says about its content. */
interface ExpectedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The record whose content the file is. */
  readonly record: VerificationProblem['record'];
}

/** What a file contains. */
type FileContent = Pick<ExpectedFile, 'sha256' | 'bytes'>;

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

/** Reads a file and compares its size and digest. */
async function verifyFile(run: Verification, expected: ExpectedFile): Promise<void> {
  const { path: file, record } = expected;
  let found: FileContent;
  try {
    found = await readContent(run, { path: file, record });
  } catch (error) {
    run.signal?.throwIfAborted();
    if (!ArchiveError.is(error)) throw error;
    const rule = isMissing(error) ? 'missing' : 'unreadable';
    run.report({ path: file, record, rule, message: error.message });
    return;
  }
  run.files += 1;
  run.bytes += found.bytes;
  run.progress();
  compare(run, expected, found);
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
  await verifyFile(run, { path: file, sha256: body.sha256, bytes: body.size_bytes, record });
}

function compare(run: Verification, expected: ExpectedFile, found: FileContent): void {
  const { path: file, record } = expected;
  const name = record === undefined ? file : `${file} (${record.kind} ${record.id})`;
  if (found.bytes !== expected.bytes) {
    const message = `${name} has ${found.bytes} bytes; expected ${expected.bytes}.`;
    run.report({ path: file, record, rule: 'size', message });
  } else if (found.sha256 !== expected.sha256) {
    const message = `${name} has the SHA-256 ${found.sha256}; expected ${expected.sha256}.`;
    run.report({ path: file, record, rule: 'digest', message });
  }
}
