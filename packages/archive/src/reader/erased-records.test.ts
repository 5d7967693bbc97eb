/** Archives that a later release has compacted, and from which records were erased. This release reads them. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate, Manifest, Replacement } from '../certificates/certificate.js';
import { createRecord, sha256 } from '../certificates/digest.js';
import { sealCertificate, sealManifest } from '../certificates/sealed-file.js';
import { openArchive, verifyArchive } from '../index.js';
import { HoldMatcher } from '../retention/hold-match.js';
import { listChatUnits, readArchivedUnit } from '../retention/archived-chats.js';
import { chatRecord, fileRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { temporaryFolder, writeArchive } from '../testing/write-archive.js';

const SEGMENT = 'segments/000/000001.ndjson';
const MOVED = 'segments/000/000002.ndjson';
const ERASED = { at: '2026-09-01T00:00:00Z', under: 'Article 17 GDPR, request 12', signature: 'sig' };
const FILE = fileRecord(1, 'content');
const ERASED_IDS = new Set(['assistant_chat_msg_1_1', FILE.id]);

/** Moves the records of the first two certificates to another segment, without those that are erased. */
async function erasedArchive(
  change: (replacement: Replacement) => Replacement = (replacement) => replacement,
): Promise<string> {
  const dir = await temporaryFolder();
  const message = messageRecord(1, 1);
  const withFile = {
    ...message.body,
    files: [{ id: FILE.id, filename: 'file 1.txt', mime_type: 'text/plain' }],
  };
  const units = withSnapshots([
    {
      name: 'chats/000001',
      users: ['user_1'],
      records: [chatRecord(1), createRecord('message', message.id, withFile), messageRecord(1, 2), FILE],
    },
    { name: 'chats/000001', revision: 1, users: ['user_1'], records: [messageRecord(1, 3)] },
    { name: 'chats/000002', users: ['user_2'], records: [chatRecord(2, { user: '2' }), messageRecord(2, 1)] },
  ]);
  await writeArchive({ dir, units });
  const file = path.join(dir, 'certificates/000/000001.ndjson');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const sealed = lines.map((line) => JSON.parse(line) as Certificate);
  const segment = await readFile(path.join(dir, SEGMENT));
  let moved = '';
  const replaces = sealed.slice(0, 2).map(({ sequence, records_digest, extents, chats }) => {
    const [extent] = extents;
    const range = segment.subarray(extent!.offset, extent!.offset + extent!.bytes);
    const text = range.toString('utf8').trimEnd().split('\n').map(erase).join('\n') + '\n';
    range.fill(' ');
    const offset = Buffer.byteLength(moved);
    moved += text;
    const place = { path: MOVED, offset, bytes: Buffer.byteLength(text), sha256: sha256(text) };
    return change({ sequence, records_digest, chats, extents: [{ ...place, records: extent!.records }] });
  });
  await writeFile(path.join(dir, SEGMENT), segment);
  await writeFile(path.join(dir, MOVED), moved);
  const compaction = sealCertificate({
    ...sealed[2]!,
    unit: { ...sealed[0]!.unit, revision: 2 },
    sequence: 4,
    previous: sha256(lines[2]!),
    counts: {},
    records_digest: sha256(''),
    extents: [],
    chats: [],
    replaces,
    sealed_at: '2026-09-01T00:00:00.000Z',
  });
  await writeFile(file, [...lines, compaction.text, ''].join('\n'));
  const manifest = path.join(dir, 'manifest.json');
  const { digest: _digest, ...fields } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  const { digest: head } = compaction;
  await writeFile(manifest, canonicalJson(sealManifest({ ...fields, certificates: 4, head })));
  return dir;
}

function erase(line: string): string {
  const { kind, id, digest } = JSON.parse(line) as { kind: string; id: string; digest: string };
  return ERASED_IDS.has(id) ? JSON.stringify({ kind, id, digest, erased: ERASED }) : line;
}

test('verification names what was erased, when and why, and never calls it missing', async () => {
  const dir = await erasedArchive();
  const { ok, problems, erased, certificates } = await verifyArchive(dir);
  expect([ok, problems, certificates]).toEqual([true, [], 4]);
  expect(erased.map(({ message }) => message)).toEqual([
    'The message assistant_chat_msg_1_1 was erased on 2026-09-01T00:00:00Z under Article 17 GDPR, request 12.',
    'The file assistant_file_1 was erased on 2026-09-01T00:00:00Z under Article 17 GDPR, request 12.',
  ]);
  expect(erased[0]).toMatchObject({ path: MOVED, record: { kind: 'message', erased: ERASED } });
  expect(await verifyArchive(dir, { chat: 'assistant_chat_1' })).toMatchObject({ ok: true });
});

test('a chat is read without what was erased, now and as it was', async () => {
  const archive = await openArchive(await erasedArchive());
  const newest = await archive.conversation('assistant_chat_1');
  expect(newest?.messages?.map(({ id }) => id)).toEqual(['assistant_chat_msg_1_2', 'assistant_chat_msg_1_3']);
  expect([newest?.files, newest?.erased.map(({ id }) => id)]).toEqual([[], [...ERASED_IDS]]);
  const earlier = await archive.conversation('assistant_chat_1', { at: '2026-04-02' });
  expect(earlier?.messages?.map(({ id }) => id)).toEqual(['assistant_chat_msg_1_2']);
  const states: (number | undefined)[] = [];
  for await (const { record } of archive.history('assistant_chat_1')) states.push(record.number);
  expect(states).toEqual([1, 2]);
  for (const revisions of ['latest', 'all'] as const) {
    const ids: string[] = [];
    for await (const { id } of archive.records({ kinds: ['message', 'file'], revisions })) ids.push(id);
    expect(ids.sort()).toEqual([
      'assistant_chat_msg_1_2',
      'assistant_chat_msg_1_3',
      'assistant_chat_msg_2_1',
    ]);
  }
  const { units } = await listChatUnits(archive, 4);
  const unit = units.get('chats/000001')!;
  const { chats } = await readArchivedUnit(archive, { name: 'chats/000001', ...unit }, new HoldMatcher([]));
  expect(chats.get('assistant_chat_1')).toMatchObject({ files: [], missingFiles: 0, isGone: false });
  expect(chats.get('assistant_chat_1')?.messages?.size).toBe(3);
});

test.each([
  ['names other records', (old: Replacement) => ({ ...old, records_digest: sha256('other') }), 'records'],
  ['has fewer records', (old: Replacement) => ({ ...old, extents: [], chats: [] }), 'records'],
  [
    'has other bytes',
    (old: Replacement) => ({ ...old, extents: [{ ...old.extents[0]!, sha256: '0' }] }),
    'digest',
  ],
] as const)('a replacement that %s is damage', async (_what, change, rule) => {
  const { ok, problems } = await verifyArchive(
    await erasedArchive(change as (old: Replacement) => Replacement),
  );
  expect([ok, problems.map((problem) => problem.rule)]).toEqual([false, expect.arrayContaining([rule])]);
});
