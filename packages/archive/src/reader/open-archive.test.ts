import { cp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ConfigError } from '@parlance/schemas/kit';
import { expect, expectTypeOf, test } from 'vitest';
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate, Manifest } from '../certificates/certificate.js';
import { createRecord, sha256 } from '../certificates/digest.js';
import { sealCertificate, sealManifest } from '../certificates/sealed-file.js';
import type { ArchiveRecord, RecordOf } from '../records/archive-record.js';
import { activityRecord, chatRecord, fileRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots } from '../testing/with-snapshots.js';
import { temporaryFolder, writeArchive, type SampleUnit } from '../testing/write-archive.js';
import { openArchive } from './open-archive.js';

const DAY: SampleUnit[] = [
  {
    name: 'activities/2026-04-01T00-00-00-000Z',
    bounds: { from: '2026-04-01T00:00:00.000Z', to: '2026-04-01T01:00:00.000Z' },
    records: [activityRecord(1, '2026-04-01T00:10:00Z'), activityRecord(2, '2026-04-01T00:50:00.5Z')],
  },
  {
    name: 'activities/2026-04-01T01-00-00-000Z',
    bounds: { from: '2026-04-01T01:00:00.000Z', to: '2026-04-01T02:00:00.000Z' },
    records: [{ ...activityRecord(3, '2026-04-01T01:10:00Z'), own: true }],
  },
  {
    name: 'chats/000001',
    users: ['user_1', 'user_2'],
    records: [
      chatRecord(1),
      messageRecord(1, 2, { created_at: '2026-04-01T10:00:02Z' }),
      messageRecord(1, 1),
      chatRecord(2, { user: '2' }),
      messageRecord(2, 1, { user: '2' }),
      fileRecord(1, 'hello'),
    ],
  },
  { name: 'chats/000002', users: ['user_3'], records: [chatRecord(3, { user: '3' })] },
  {
    name: 'activities/2026-04-01T00-00-00-000Z',
    revision: 1,
    bounds: { from: '2026-04-01T00:00:00.000Z', to: '2026-04-01T01:00:00.000Z' },
    records: [activityRecord(4, '2026-04-01T00:30:00Z')],
  },
  { name: 'activities/2026-04-01T00-00-00-000Z', revision: 2, records: [] },
  {
    name: 'chats/000001',
    revision: 1,
    users: ['user_1', 'user_2'],
    records: [
      chatRecord(1, { name: 'Renamed' }),
      messageRecord(1, 3, { created_at: '2026-04-01T10:00:03Z' }),
    ],
  },
  {
    name: 'chats/000001',
    revision: 2,
    users: ['user_1', 'user_2'],
    records: [messageRecord(1, 3, { text: 'Edited', created_at: '2026-04-01T10:00:03Z' })],
  },
];

const SEGMENT = 'segments/000/000001.ndjson';
const CERTIFICATES = 'certificates/000/000001.ndjson';

async function certificateLines(dir: string): Promise<string[]> {
  return (await readFile(path.join(dir, CERTIFICATES), 'utf8')).split('\n').slice(0, -1);
}

async function writeLines(dir: string, lines: readonly string[]): Promise<void> {
  await writeFile(path.join(dir, CERTIFICATES), lines.map((line) => `${line}\n`).join(''));
}

/** Replaces all certificates by one for the segment, as someone who forges an archive would. */
async function certify(dir: string, segment: Buffer, records = 0): Promise<void> {
  const [first] = (await readFile(path.join(dir, CERTIFICATES), 'utf8')).split('\n');
  const certificate = JSON.parse(first!) as Certificate;
  const unit = { name: 'chats/000001', family: 'chats', revision: 0 } as const;
  const extent = { path: SEGMENT, offset: 0, bytes: segment.length, sha256: sha256(segment), records };
  const { text, digest } = sealCertificate({
    ...certificate,
    unit,
    extents: [extent],
    counts: { chat: 1, snapshot: 1 },
  });
  await writeLines(dir, [text]);
  const manifest = JSON.parse(await readFile(path.join(dir, 'manifest.json'), 'utf8')) as Manifest;
  const { digest: _digest, ...fields } = manifest;
  await writeFile(
    path.join(dir, 'manifest.json'),
    canonicalJson(sealManifest({ ...fields, certificates: 1, head: digest })),
  );
}

/** Orders the records as an export writes them: chat by chat, snapshots first. */
function byChat(left: ArchiveRecord, right: ArchiveRecord): number {
  const chatOf = (record: ArchiveRecord): string =>
    'chat_id' in record.body ? String(record.body.chat_id) : record.id;
  return (
    chatOf(left).localeCompare(chatOf(right)) ||
    Number(right.kind === 'snapshot') - Number(left.kind === 'snapshot')
  );
}

async function all<Value>(items: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function idsOf(records: AsyncIterable<{ id: string }>): Promise<string[]> {
  return (await all(records)).map(({ id }) => id);
}

test.each([undefined, 'zstd'] as const)(
  'reads what was written, latest revisions first: %s',
  async (compress) => {
    const dir = await temporaryFolder();
    await writeArchive({
      dir,
      compress,
      units: withSnapshots(DAY),
      contents: { [fileRecord(1, 'hello').body.path]: 'hello' },
    });
    const archive = await openArchive(dir);

    expect(archive.manifest.certificates).toBe(8);
    expect((await all(archive.certificates())).map(({ unit }) => unit.revision)).toEqual([
      0, 0, 0, 0, 1, 2, 1, 2,
    ]);
    expect(await idsOf(archive.records({ kinds: ['activity', 'chat'] }))).toEqual([
      'activity_4',
      'activity_1',
      'activity_2',
      'activity_3',
      'assistant_chat_2',
      'assistant_chat_1',
      'assistant_chat_3',
    ]);
    const chats = await all(archive.chats());
    expect(chats.map(({ record, certificate }) => [record.body.name, certificate.sequence])).toEqual([
      ['Renamed', 8],
      ['Chat 2', 3],
      ['Chat 3', 4],
    ]);
    const { messages } = (await archive.conversation('assistant_chat_1'))!;
    expect(messages!.map(({ body }) => body.content)).toEqual([
      [{ type: 'text', text: 'Message 2 of chat 1' }],
      [{ type: 'text', text: 'Message 1 of chat 1' }],
      [{ type: 'text', text: 'Edited' }],
    ]);
    expect((await archive.conversation(chats[0]!.record))!.messages).toEqual(messages);
    const own = (await all(archive.activities())).filter((record) => record.own === true);
    expect(own.map(({ id }) => id)).toEqual(['activity_3']);
    const [file] = await all(archive.files());
    expect(await text(archive.openFile(file!))).toBe('hello');
  },
);

test('reads every revision, oldest first', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const archive = await openArchive(dir);
  const query = { units: ['chats/000001'], kinds: ['chat'], revisions: 'all' } as const;
  const names = (await all(archive.records(query))).map(({ body }) => body.name);
  expect(names).toEqual(['Chat 1', 'Chat 2', 'Renamed']);
});

test('filters by time, type, user and project', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const archive = await openArchive(dir);
  const half = { from: '2026-04-01T00:30:00Z', to: new Date('2026-04-01T01:10:00Z') };
  expect(await idsOf(archive.activities(half))).toEqual(['activity_4', 'activity_2']);
  expect(await idsOf(archive.activities({ types: ['user_logged_in'] }))).toEqual([]);
  const chats = async (query: Parameters<typeof archive.chats>[0]): Promise<string[]> =>
    (await all(archive.chats(query))).map(({ record }) => record.id);
  expect(await chats({ users: ['user_2', 'user_3'] })).toEqual(['assistant_chat_2', 'assistant_chat_3']);
  expect(await chats({ projects: ['assistant_proj_1'] })).toEqual([]);
  expect(await chats({ createdFrom: '2026-04-01T10:00:01Z' })).toEqual([]);
  expect(await chats({ createdTo: '2026-04-01T10:00:01Z' })).toHaveLength(3);
  await expect(all(archive.activities({ from: 'yesterday' }))).rejects.toThrow(ConfigError);
  await expect(chats({ createdTo: 'x' })).rejects.toThrow(/^`createdTo` must be a time/);
});

test('records are typed by kind', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: [] });
  const archive = await openArchive(dir);
  for await (const record of archive.records({ kinds: ['chat', 'user'] }))
    expectTypeOf(record).toEqualTypeOf<RecordOf<'chat'> | RecordOf<'user'>>();
  for await (const record of archive.records())
    if (record.kind === 'message') expectTypeOf(record.body.chat_id).toBeString();
  expect(await idsOf(archive.records())).toEqual([]);
});

test('what is sealed after opening is not read', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const file = path.join(dir, 'manifest.json');
  const complete = await readFile(file, 'utf8');
  const { digest: _digest, ...fields } = JSON.parse(complete) as Manifest;
  const head = sha256((await certificateLines(dir))[0]!);
  await writeFile(file, canonicalJson(sealManifest({ ...fields, certificates: 1, head })));
  const archive = await openArchive(dir);
  await writeFile(file, complete);
  expect(await idsOf(archive.activities())).toEqual(['activity_1', 'activity_2']);
});

test('damage is found before a record is returned', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const file = path.join(dir, SEGMENT);
  const content = await readFile(file, 'utf8');
  const offset = content.indexOf('{"kind":"snapshot"');
  const place = { name: 'ArchiveError', code: 'archive_damaged', path: SEGMENT };
  const found: string[] = [];
  const read = async (): Promise<unknown> => {
    for await (const { id } of (await openArchive(dir)).records({
      units: ['chats/000001'],
      revisions: 'all',
    }))
      found.push(id);
    return found;
  };
  await writeFile(file, content.replace('Message 1 of chat 2', 'Message 1 of chat 3'));
  await expect(read()).rejects.toMatchObject({
    ...place,
    offset,
    message: `${SEGMENT}, byte ${offset} is damaged: it does not have the SHA-256 of its certificate.`,
  });
  await writeFile(file, content.slice(0, offset + 100));
  await expect(read()).rejects.toThrow(/byte \d+ is damaged: it has 100 of \d+ bytes\.$/);
  await rm(file);
  await expect(read()).rejects.toThrow(`${SEGMENT} is missing.`);
  expect(found).toEqual([]);
});

test('damage that was certified is named with its line and record', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const file = path.join(dir, SEGMENT);
  const content = await readFile(file, 'utf8');
  const read = async (forged: string | Buffer, records?: number): Promise<unknown> => {
    await writeFile(file, forged);
    await certify(dir, Buffer.from(forged), records);
    return all((await openArchive(dir)).records({ units: ['chats/000001'] }));
  };
  const lines = content.split('\n').length - 1;
  const line = content.slice(0, content.indexOf('Message 1 of chat 2')).split('\n').length;
  const record = { kind: 'message', id: 'assistant_chat_msg_2_1' };
  await expect(
    read(content.replace('Message 1 of chat 2', 'Message 1 of chat 3'), lines),
  ).rejects.toMatchObject({
    path: SEGMENT,
    offset: 0,
    line,
    record,
    message: `${SEGMENT}, byte 0, line ${line} (message assistant_chat_msg_2_1) is damaged: its object does not have the digest of the record.`,
  });
  await expect(read(content.replace('{"kind', '("kind'), lines)).rejects.toThrow(
    'line 1 is damaged: expected JSON.',
  );
  await expect(read(content.replace('{"kind":"activity"', '{"kind":"other"'), lines)).rejects.toThrow(
    'line 1 is damaged: expected a record.',
  );
  await expect(read(content.slice(0, -1), lines)).rejects.toThrow('its last line is not complete');
  await expect(read(content, lines + 1)).rejects.toThrow(
    `byte 0 is damaged: it has ${lines} of ${lines + 1} records.`,
  );
  const latin = Buffer.from(content.replace('Chat 1', 'Ch\u00e4t 1'), 'latin1');
  await expect(read(latin, lines)).rejects.toThrow('is damaged: it is not UTF-8.');
});

test.each([undefined, 'zstd'] as const)(
  'records that are valid by themselves must be those of the certificate: %s',
  async (compress) => {
    const [dir, other] = [await temporaryFolder(), await temporaryFolder()];
    await writeArchive({ dir, compress, units: DAY });
    const changed = DAY.map((unit) => ({
      ...unit,
      records: unit.records.map((record) =>
        record.kind === 'message' ? messageRecord(1, 1, { text: 'forged' }) : record,
      ),
    }));
    await writeArchive({ dir: other, compress, units: changed });
    const file = `${SEGMENT}${compress === undefined ? '' : '.zst'}`;
    await cp(path.join(other, file), path.join(dir, file));
    await expect(all((await openArchive(dir)).records())).rejects.toMatchObject({
      code: 'archive_damaged',
      path: file,
      message: expect.stringMatching(
        /, byte \d+ is damaged: it (?:does not have the SHA-256|has \d+ of \d+ bytes)/,
      ),
    });
  },
);

test('a chat is read without the data of others, at its newest state and at earlier ones', async () => {
  const dir = await temporaryFolder();
  const big = 'x'.repeat(1_100_000);
  const units = withSnapshots([
    {
      name: 'chats/000001',
      users: ['user_1'],
      records: [1, 2, 3].flatMap((chat) => [chatRecord(chat), messageRecord(chat, 1, { text: big })]),
    },
    { name: 'chats/000001', revision: 1, users: ['user_1'], records: [messageRecord(2, 2)] },
    { name: 'chats/000001', revision: 2, users: ['user_1'], records: [messageRecord(3, 2)] },
  ]);
  await writeArchive({
    dir,
    units: units.map((unit) => ({ ...unit, records: unit.records.toSorted(byChat) })),
  });
  const segment = path.join(dir, SEGMENT);
  const content = await readFile(segment, 'utf8');
  // What belongs to the first and the last chat is damaged.
  await writeFile(segment, content.replace(/assistant_chat_msg_[13]_/g, 'assistant_chat_msg_9_'));
  const archive = await openArchive(dir);
  const { messages } = (await archive.conversation('assistant_chat_2'))!;
  expect(messages!.map(({ id }) => id)).toEqual(['assistant_chat_msg_2_1', 'assistant_chat_msg_2_2']);
  const first = await archive.conversation('assistant_chat_2', { at: '2026-04-02T12:00:00Z' });
  expect(first!.messages).toHaveLength(1);
  expect(
    (await all(archive.history('assistant_chat_2'))).map(({ certificate }) => certificate.sequence),
  ).toEqual([1, 2]);
  await expect(archive.conversation('assistant_chat_3')).rejects.toThrow('does not have the SHA-256');
});

test('a certificate whose fields have other types is damaged', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const lines = await certificateLines(dir);
  const certificate = JSON.parse(lines[2]!) as Certificate;
  const [extent] = certificate.extents;
  for (const change of [
    { counts: null },
    { counts: { chat: '1' } },
    { users: 'user_1' },
    { users: [1] },
    { bounds: null },
    { bounds: { from: 1, to: '2026-04-02T00:00:00.000Z' } },
    { unit: null },
    { unit: { name: 'chats/000001', revision: 0 } },
    { records_digest: null },
    { extents: {} },
    { extents: [null] },
    { extents: [{ ...extent, path: '../outside' }] },
    { extents: [{ ...extent, sha256: null }] },
    { extents: [{ ...extent, records: '6' }] },
    { chats: [['assistant_chat_1', 1, 1]] },
  ]) {
    await writeLines(dir, lines.with(2, canonicalJson({ ...certificate, ...change })));
    await expect(all((await openArchive(dir)).records())).rejects.toThrow(
      `${CERTIFICATES}, line 3 is damaged: it does not have the fields of a certificate.`,
    );
  }
});

test('a truncated compressed file is damaged', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, compress: 'zstd', units: DAY });
  await truncate(path.join(dir, `${SEGMENT}.zst`), 100);
  const archive = await openArchive(dir);
  await expect(all(archive.records())).rejects.toMatchObject({
    code: 'archive_damaged',
    path: `${SEGMENT}.zst`,
  });
});

test('a broken chain of certificates is found while reading', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const lines = await certificateLines(dir);
  const second = lines[1]!;
  const read = async (line: string): Promise<unknown> => {
    await writeLines(dir, lines.with(1, line));
    return all((await openArchive(dir)).records());
  };
  await expect(read(second.replace('req_1', 'req_2'))).rejects.toMatchObject({
    path: CERTIFICATES,
    line: 3,
    code: 'archive_damaged',
  });
  await expect(read(second.replace('"sequence":2', '"sequence":4'))).rejects.toThrow(
    `${CERTIFICATES}, line 2 has the certificate 4.`,
  );
  await expect(read(second.replace('"segments/', '"../'))).rejects.toThrow(
    'does not have the fields of a certificate',
  );
  await expect(read(second.replace('"format":3', '"format":4'))).rejects.toMatchObject({
    code: 'archive_newer',
  });
  await writeLines(dir, lines.slice(0, 7));
  await expect(all((await openArchive(dir)).records())).rejects.toThrow(
    `${CERTIFICATES} is damaged: it does not have the certificate 8 of 8.`,
  );
  // An export that was interrupted has written more than its manifest names.
  await writeLines(dir, [...lines, 'cut']);
  expect(await all((await openArchive(dir)).certificates())).toHaveLength(8);
});

test('a folder without a manifest, a damaged manifest and a newer one are refused', async () => {
  const dir = await temporaryFolder();
  await expect(openArchive(dir)).rejects.toMatchObject({ code: 'archive_missing', path: dir });
  await writeArchive({ dir, units: [] });
  const file = path.join(dir, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, canonicalJson({ ...manifest, certificates: 5 }));
  await expect(openArchive(dir)).rejects.toMatchObject({ code: 'archive_damaged', path: 'manifest.json' });
  await writeFile(file, canonicalJson(sealManifest({ ...manifest, format: 4 })));
  await expect(openArchive(dir)).rejects.toThrow(
    'manifest.json has format 4, and this release reads format 3. Update `@parlance/archive`.',
  );
  await writeFile(file, canonicalJson(sealManifest({ ...manifest, format: 2 })));
  await expect(openArchive(dir)).rejects.toMatchObject({ code: 'archive_older', path: 'manifest.json' });
});

test('the content of a file is checked', async () => {
  const dir = await temporaryFolder();
  const record = fileRecord(1, 'hello');
  const contents = { [record.body.path]: 'hello' };
  await writeArchive({ dir, units: [{ name: 'chats/000001', records: [record] }], contents });
  const archive = await openArchive(dir);
  const read = (file: RecordOf<'file'>): Promise<string> => text(archive.openFile(file));
  const place = { path: record.body.path, record: { kind: 'file', id: record.id } };

  await writeFile(path.join(dir, record.body.path), 'jello');
  await expect(read(record)).rejects.toMatchObject({ ...place, message: expect.stringContaining('SHA-256') });
  await writeFile(path.join(dir, record.body.path), 'hell');
  await expect(read(record)).rejects.toMatchObject({
    ...place,
    message: expect.stringContaining('4 of 5 bytes'),
  });
  await rm(path.join(dir, record.body.path));
  await expect(read(record)).rejects.toMatchObject({
    ...place,
    message: expect.stringContaining('is missing'),
  });
  const secret = path.join(await temporaryFolder(), 'secret');
  await writeFile(secret, 'hello');
  await symlink(secret, path.join(dir, record.body.path));
  await expect(read(record)).rejects.toMatchObject({
    ...place,
    code: 'archive_inaccessible',
    message: expect.stringContaining('is a link out of the archive'),
  });
  const outside = createRecord('file', record.id, { ...record.body, path: 'files/../../etc/passwd' });
  expect(() => archive.openFile(outside)).toThrow(ArchiveError);
});
