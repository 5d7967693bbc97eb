import path from 'node:path';
import { ArchiveError } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import { RecordsDigest } from '../certificates/digest.js';
import { certificatePath } from '../certificates/sealed-file.js';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import { parseRecord } from '../reader/parse-record.js';
import { readLines } from '../reader/read-lines.js';
import type { WrittenFile } from '../sinks/sink.js';
import type { Verification } from './verification.js';
import { verifyContent, verifyFile } from './verify-content.js';

/** What was found in the files of a unit. */
interface FoundRecords {
  readonly digest: RecordsDigest;
  readonly counts: Map<RecordKind, number>;
}

/** Verifies the files of a certificate, their records, and the contents that the records name. */
export async function verifyUnit(run: Verification, certificate: Certificate): Promise<void> {
  const before = run.problemCount;
  const found: FoundRecords = { digest: new RecordsDigest(), counts: new Map() };
  for (const file of certificate.files) {
    run.expect(file.path);
    if (await verifyFile(run, file)) await verifyRecords(run, file, found);
    else run.unread.add(file.path);
  }
  // A damaged file is reported by its own name.
  if (run.problemCount === before) verifyCounts(run, certificate, found);
}

async function verifyRecords(run: Verification, file: WrittenFile, found: FoundRecords): Promise<void> {
  let line = 0;
  try {
    for await (const text of readLines({ file: path.join(run.dir, file.path), path: file.path })) {
      line += 1;
      if (line > file.records) break;
      if (line % 1000 === 0) run.progress();
      await verifyLine(run, text, { path: file.path, line, found });
    }
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    run.reportUnread({ path: file.path, rule: 'unreadable', message: error.message });
    return;
  }
  if (line === file.records) return;
  const count = line > file.records ? `more than ${file.records}` : String(line);
  const message = `${file.path} has ${count} records; expected ${file.records}.`;
  run.reportUnread({ path: file.path, rule: 'records', message });
}

async function verifyLine(
  run: Verification,
  text: string,
  place: { path: string; line: number; found: FoundRecords },
): Promise<void> {
  let record: ArchiveRecord;
  try {
    record = parseRecord(text, place);
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    const rule = error.record === undefined ? 'unreadable' : 'digest';
    run.reportUnread({ path: place.path, record: error.record, rule, message: error.message });
    return;
  }
  run.records += 1;
  place.found.digest.add(record);
  place.found.counts.set(record.kind, (place.found.counts.get(record.kind) ?? 0) + 1);
  if (record.kind === 'file') await verifyContent(run, record);
}

function verifyCounts(run: Verification, certificate: Certificate, { digest, counts }: FoundRecords): void {
  const file = certificatePath(certificate.sequence);
  const kinds = new Set([...counts.keys(), ...(Object.keys(certificate.counts) as RecordKind[])]);
  for (const kind of kinds) {
    const expected = certificate.counts[kind] ?? 0;
    const found = counts.get(kind) ?? 0;
    if (found === expected) continue;
    const message = `${file} counts ${expected} records of the kind ${kind}; its files have ${found}.`;
    run.report({ path: file, rule: 'records', message });
  }
  const found = digest.digest();
  if (found === certificate.records_digest) return;
  const message = `${file} has the records digest ${certificate.records_digest}; its files have ${found}.`;
  run.report({ path: file, rule: 'records', message });
}
