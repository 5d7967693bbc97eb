/** Compares an archive with what the emulator has, record by record. */
import type { ComplianceClient } from '@parlance/compliance';
import { readDownload } from '@parlance/core-transport';
import { expect } from 'vitest';
import { canonicalJson } from '../certificates/canonical-json.js';
import { createRecord, sha256 } from '../certificates/digest.js';
import { openArchive } from '../index.js';
import type { ArchiveRecord, RecordKind, RecordOf } from '../records/archive-record.js';
import type { Truth } from './read-truth.js';

/** The latest records of an archive, by kind and id. Activities are by digest, because different ones can have the same id. */
export type LatestRecords = ReadonlyMap<RecordKind, ReadonlyMap<string, ArchiveRecord>>;

/** Reads an archive. Fails if it has a record twice. */
export async function latestRecords(dir: string): Promise<LatestRecords> {
  const archive = await openArchive(dir);
  const latest = new Map<RecordKind, Map<string, ArchiveRecord>>();
  const repeated: string[] = [];
  for await (const record of archive.records()) {
    const records = latest.get(record.kind) ?? new Map<string, ArchiveRecord>();
    latest.set(record.kind, records);
    const key = record.kind === 'activity' ? record.digest : record.id;
    if (records.has(key)) repeated.push(`${record.kind} ${record.id}`);
    records.set(key, record);
  }
  expect(repeated).toEqual([]);
  return latest;
}

/** Returns the digests of what the emulator still has, to compare two archives. */
export function digestsOf(latest: LatestRecords, truth: Truth): readonly string[] {
  const { users, chats, messages, fileIds } = truth;
  const ids = new Set([...users.keys(), ...chats.keys(), ...messages.keys(), ...fileIds]);
  return [...latest.values()]
    .flatMap((records) => [...records.values()])
    .filter(
      ({ kind, id }) => kind !== 'outcome' && (kind === 'project' || kind === 'organization' || ids.has(id)),
    )
    .map(({ kind, id, digest }) => `${kind} ${id} ${digest}`)
    .toSorted();
}

/** Fails unless an archive has everything that the emulator has, as it is. */
export async function compareWithTruth(
  latest: LatestRecords,
  { truth, client }: { readonly truth: Truth; readonly client: ComplianceClient },
): Promise<void> {
  expect(differences(latest.get('user'), truth.users)).toEqual([]);
  expect(differences(latest.get('chat'), truth.chats)).toEqual([]);
  expect(differences(latest.get('message'), truth.messages)).toEqual([]);
  const archived = new Set(latest.get('activity')?.keys());
  const missing = truth.activities
    .map((activity) => createRecord('activity', activity.id ?? '', activity))
    .filter(({ digest }) => !archived.has(digest));
  expect(missing).toEqual([]);
  expect(await fileDifferences(latest.get('file'), { truth, client })).toEqual([]);
}

/** Compares the members that the emulator returns: the archive adds to users and messages where they come from. */
function differences(
  archived: ReadonlyMap<string, ArchiveRecord> | undefined,
  expected: ReadonlyMap<string, object>,
): readonly string[] {
  const found: string[] = [];
  for (const [id, body] of expected) {
    const record = archived?.get(id);
    if (record === undefined) found.push(`${id} is missing`);
    else if (!contains(record.body, body))
      found.push(`${id} is ${canonicalJson(record.body)}, not ${canonicalJson(body)}`);
  }
  return found;
}

function contains(actual: object, expected: object): boolean {
  const members = new Map(Object.entries(actual));
  return Object.entries(expected).every(
    ([name, value]) => canonicalJson(members.get(name)) === canonicalJson(value),
  );
}

async function fileDifferences(
  archived: ReadonlyMap<string, ArchiveRecord> | undefined,
  { truth, client }: { readonly truth: Truth; readonly client: ComplianceClient },
): Promise<readonly string[]> {
  const resources = { file: 'files', generated_file: 'generatedFiles', artifact: 'artifacts' } as const;
  const found: string[] = [];
  for (const id of truth.fileIds) {
    const record = archived?.get(id) as RecordOf<'file'> | undefined;
    if (record === undefined || record.body.source === 'project_document') {
      found.push(`${id} is missing`);
      continue;
    }
    const download = await client[resources[record.body.source]].download(id);
    if (sha256(await readDownload(download)) !== record.body.sha256) found.push(`${id} differs`);
  }
  return found;
}
