import { ArchiveError } from '../archive-error.js';
import type { Certificate } from '../certificates/certificate.js';
import { RecordsDigest, sha256 } from '../certificates/digest.js';
import { certificatePosition } from '../certificates/sealed-file.js';
import type { ArchiveRecord, ErasedRecord, RecordKind } from '../records/archive-record.js';
import { parseRecord } from '../reader/parse-record.js';
import { isMissing } from '../reader/read-error.js';
import { extentsOf } from '../reader/read-unit.js';
import { linesOf } from '../reader/segment-reader.js';
import type { Extent } from '../certificates/extent.js';
import type { Verification } from './verification.js';
import { verifyContent } from './verify-content.js';

/** What was found in the extents of a revision. */
interface FoundRecords {
  readonly digest: RecordsDigest;
  readonly counts: Map<RecordKind, number>;
  /** Whether some of them are in a segment that is missing. */
  isPartial: boolean;
}

/**
 * Verifies the extents of a certificate, their records, and the contents that the records name.
 *
 * @param chat - Verifies only the extents with records of this chat. The counts of the certificate cannot be compared then.
 */
export async function verifyUnit(run: Verification, certificate: Certificate, chat?: string): Promise<void> {
  const before = run.problemCount;
  const found: FoundRecords = { digest: new RecordsDigest(), counts: new Map(), isPartial: false };
  const extents = chat === undefined ? certificate.extents : extentsOf(certificate, chat);
  for (const extent of extents) await verifyExtent(run, extent, found);
  // Damaged bytes are reported with their own place.
  const isComplete = chat === undefined && !found.isPartial;
  if (isComplete && run.problemCount === before) verifyCounts(run, certificate, found);
}

async function verifyExtent(run: Verification, extent: Extent, found: FoundRecords): Promise<void> {
  // A segment is missing once, not once for each of its extents.
  if (run.lost.has(extent.path)) {
    found.isPartial = true;
    return;
  }
  let lines: readonly string[];
  try {
    const data = await run.segments.read(extent);
    run.sawSegment(extent.path);
    run.bytes += data.length;
    compareBytes(run, extent, data);
    lines = await linesOf(extent, data);
  } catch (error) {
    reportUnread(run, extent, error);
    return;
  }
  run.progress();
  for (const [index, text] of lines.entries())
    await verifyLine(run, text, { extent, line: index + 1, found });
}

function compareBytes(run: Verification, extent: Extent, data: Buffer): void {
  const { path, offset } = extent;
  if (data.length < extent.bytes) {
    const message = `${path}, byte ${offset} has ${data.length} bytes; expected ${extent.bytes}.`;
    run.reportUnread({ path, rule: 'size', message });
    return;
  }
  const found = sha256(data);
  if (found === extent.sha256) return;
  const message = `${path}, byte ${offset} has the SHA-256 ${found}; expected ${extent.sha256}.`;
  run.report({ path, rule: 'digest', message });
}

function reportUnread(run: Verification, { path }: Extent, error: unknown): void {
  if (!ArchiveError.is(error)) throw error;
  // The file itself, rather than a part of it.
  if (error.offset === undefined) run.lost.add(path);
  const rule = isMissing(error) ? 'missing' : 'unreadable';
  run.reportUnread({ path, rule, message: error.message });
}

async function verifyLine(
  run: Verification,
  text: string,
  { extent, line, found }: { extent: Extent; line: number; found: FoundRecords },
): Promise<void> {
  const { path, offset } = extent;
  let record: ArchiveRecord | ErasedRecord;
  try {
    record = parseRecord(text, { path, offset, line });
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    const rule = error.record === undefined ? 'unreadable' : 'digest';
    run.reportUnread({ path, record: error.record, rule, message: error.message });
    return;
  }
  run.records += 1;
  found.digest.add(record);
  found.counts.set(record.kind, (found.counts.get(record.kind) ?? 0) + 1);
  if ('erased' in record) run.reportErased(record, path);
  else if (record.kind === 'file') await verifyContent(run, record);
}

function verifyCounts(run: Verification, certificate: Certificate, { digest, counts }: FoundRecords): void {
  const { path, line } = certificatePosition(certificate.sequence);
  const place = `${path}, line ${line}`;
  const kinds = new Set([...counts.keys(), ...(Object.keys(certificate.counts) as RecordKind[])]);
  for (const kind of kinds) {
    const expected = certificate.counts[kind] ?? 0;
    const found = counts.get(kind) ?? 0;
    if (found === expected) continue;
    const message = `${place} counts ${expected} records of the kind ${kind}; its extents have ${found}.`;
    run.report({ path, rule: 'records', message });
  }
  const found = digest.digest();
  if (found === certificate.records_digest) return;
  const message = `${place} has the records digest ${certificate.records_digest}; its extents have ${found}.`;
  run.report({ path, rule: 'records', message });
}
