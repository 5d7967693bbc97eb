/** Writes archives for tests through sinks, with certificates and a manifest, as an export does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate } from '../certificates/certificate.js';
import { RecordsDigest } from '../certificates/digest.js';
import {
  certificatePosition,
  MANIFEST_PATH,
  sealCertificate,
  sealManifest,
} from '../certificates/sealed-file.js';
import type { ArchiveRecord, ChatPresence } from '../records/archive-record.js';
import { ndjson, type NdjsonOptions } from '../sinks/ndjson-sink.js';
import type { Unit } from '../certificates/extent.js';
import type { OpenSink, Sink, SinkContext, WrittenUnit } from '../sinks/sink.js';
import { SAMPLE_ORGANIZATION } from './sample-records.js';

/** A revision of a unit, and what it contains. */
export interface SampleUnit {
  name: string;
  revision?: number;
  records: readonly ArchiveRecord[];
  bounds?: Certificate['bounds'];
  users?: readonly string[];
  /** Changes of the presence of chats, by id, for `withSnapshots`. */
  presences?: Readonly<Record<string, ChatPresence>>;
}

/** What to write. */
export interface SampleArchive extends NdjsonOptions {
  units: readonly SampleUnit[];
  /** Contents of file records, by path. */
  contents?: Readonly<Record<string, string | Uint8Array>>;
  /** Ids of its organizations. Default: that of sample records. */
  organizations?: readonly string[];
}

/** Context of sinks in tests. */
export const SINK_CONTEXT: SinkContext = { exportName: 'test', signal: new AbortController().signal };

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the unit of a sample. */
export function unitOf({ name, revision = 0 }: SampleUnit): Unit {
  const family = name.startsWith('activities')
    ? 'activities'
    : name.startsWith('chats')
      ? 'chats'
      : 'directory';
  return { name, family, revision };
}

/** Writes units to a sink, in two batches each. */
export async function writeUnits(sink: Sink, units: readonly SampleUnit[]): Promise<void> {
  const open = await sink.open(SINK_CONTEXT);
  for (const unit of units) await writeUnit(open, unit);
  await open.close();
}

/** Writes a unit to an open sink. */
export async function writeUnit(open: OpenSink, unit: SampleUnit): Promise<WrittenUnit | null> {
  const writer = await open.begin(unitOf(unit));
  const half = Math.ceil(unit.records.length / 2);
  await writer.write(unit.records.slice(0, half));
  await writer.write(unit.records.slice(half));
  return writer.commit();
}

/** Writes an archive, in place of one that is there, and returns the digest of its last certificate. */
export async function writeArchive(options: SampleArchive): Promise<string | null> {
  await rm(path.join(options.dir, 'segments'), { recursive: true, force: true });
  const open = await ndjson(options).open(SINK_CONTEXT);
  let head: string | null = null;
  let sequence = 0;
  const lines: string[] = [];
  for (const unit of options.units) {
    const { extents, chats } = (await writeUnit(open, unit)) ?? { extents: [], chats: [] };
    sequence += 1;
    const place = { sequence, previous: head, extents, chats };
    const { text, digest } = sealCertificate(certificateOf(unit, place));
    lines.push(`${text}\n`);
    head = digest;
  }
  if (sequence > 0) await open.archive?.writeFile(certificatePosition(1).path, lines.join(''));
  for (const [file, content] of Object.entries(options.contents ?? {}))
    await open.archive?.writeFile(file, content);
  const manifest = sealManifest({
    format: 3,
    export: SINK_CONTEXT.exportName,
    organizations: options.organizations ?? [SAMPLE_ORGANIZATION],
    definition: 'definition',
    certificates: sequence,
    head,
    updated_at: '2026-04-02T00:00:00.000Z',
  });
  await open.archive?.writeFile(MANIFEST_PATH, canonicalJson(manifest));
  await open.close();
  return head;
}

function certificateOf(
  unit: SampleUnit,
  place: Pick<Certificate, 'sequence' | 'previous' | 'extents' | 'chats'>,
): Certificate {
  const digest = new RecordsDigest();
  const counts: Partial<Record<ArchiveRecord['kind'], number>> = {};
  for (const record of unit.records) {
    digest.add(record);
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
  }
  return {
    format: 3,
    unit: unitOf(unit),
    ...place,
    bounds: unit.bounds ?? { from: null, to: '2026-04-02T00:00:00.000Z' },
    users: unit.users ?? null,
    query: {},
    cursors: { first: null, last: null },
    request_ids: ['req_1'],
    counts,
    records_digest: digest.digest(),
    recheck: null,
    own_requests_seen: null,
    // One day later than the certificate before.
    sealed_at: new Date(Date.UTC(2026, 3, 1 + place.sequence)).toISOString(),
  };
}
