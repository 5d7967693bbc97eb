import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { ArchiveError } from '../archive-error.js';
import type { RecordOf } from '../records/archive-record.js';
import { readError } from '../reader/read-error.js';
import type { Verification, VerificationProblem } from './verification.js';

/** What a certificate or record says about a file. */
export interface ExpectedFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** The record whose content the file is. */
  readonly record?: VerificationProblem['record'];
}

/** Reads a file and compares its size and digest. Returns whether it could be read. */
export async function verifyFile(run: Verification, expected: ExpectedFile): Promise<boolean> {
  const { path: file, record } = expected;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path.join(run.dir, file)) as AsyncIterable<Buffer>) {
      run.signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    run.signal?.throwIfAborted();
    const problem = readError({ path: file, record }, error);
    if (!ArchiveError.is(problem)) throw problem;
    const rule = problem.code === 'archive_damaged' ? 'missing' : 'unreadable';
    run.report({ path: file, record, rule, message: problem.message });
    return false;
  }
  run.files += 1;
  run.bytes += bytes;
  run.progress();
  compare(run, expected, { bytes, sha256: hash.digest('hex') });
  return true;
}

/** Verifies the content of a file record. The same content is read once. */
export async function verifyContent(run: Verification, { kind, id, body }: RecordOf<'file'>): Promise<void> {
  const record = { kind, id };
  const file = `files/${String(body.sha256).slice(0, 2)}/${body.sha256}`;
  if (!/^[0-9a-f]{64}$/.test(body.sha256) || body.path !== file) {
    const message = `The record ${id} has the path ${body.path}; expected ${file}.`;
    run.report({ path: String(body.path), record, rule: 'records', message });
    return;
  }
  if (!run.expect(file)) return;
  await verifyFile(run, { path: file, sha256: body.sha256, bytes: body.size_bytes, record });
}

function compare(run: Verification, expected: ExpectedFile, found: { bytes: number; sha256: string }): void {
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
