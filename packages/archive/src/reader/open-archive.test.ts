import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ConfigError } from '@parlance/schemas/kit';
import { expect, expectTypeOf, test } from 'vitest';
import { ArchiveError } from '../archive-error.js';
import { canonicalJson } from '../certificates/canonical-json.js';
import type { Certificate } from '../certificates/certificate.js';
import { createRecord } from '../certificates/digest.js';
import { sealManifest } from '../certificates/sealed-file.js';
import type { RecordOf } from '../records/archive-record.js';
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
  await writeArchive({ dir, units: DAY.slice(0, 1) });
  const archive = await openArchive(dir);
  await writeArchive({ dir, units: withSnapshots(DAY) });
  expect(await idsOf(archive.activities())).toEqual(['activity_1', 'activity_2']);
});

test('a damaged line is named with its file, line and record', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const file = path.join(dir, 'chats/000001.ndjson');
  const content = await readFile(file, 'utf8');
  const read = async (): Promise<unknown> =>
    all((await openArchive(dir)).records({ units: ['chats/000001'] }));
  const place = { name: 'ArchiveError', code: 'archive_damaged', path: 'chats/000001.ndjson' };

  await writeFile(file, content.replace('Message 1 of chat 2', 'Message 1 of chat 3'));
  const record = { kind: 'message', id: 'assistant_chat_msg_2_1' };
  await expect(read()).rejects.toMatchObject({ ...place, line: 9, record });
  await expect(read()).rejects.toThrow(
    'chats/000001.ndjson, line 9 (message assistant_chat_msg_2_1) is damaged: its object does not have the digest of the record.',
  );
  await writeFile(file, content.replace('"kind":"snapshot"', '"kind":"shot"'));
  await expect(read()).rejects.toMatchObject({ ...place, line: 1 });
  await writeFile(file, content.replace('{"kind', '("kind'));
  await expect(read()).rejects.toThrow('chats/000001.ndjson, line 1 is damaged: expected JSON.');
  await writeFile(file, content.slice(0, -1));
  await expect(read()).rejects.toThrow('its last line is not complete');
  await writeFile(file, content.split('\n').slice(0, 2).join('\n') + '\n');
  await expect(read()).rejects.toThrow('chats/000001.ndjson is damaged: it has 2 of 10 records.');
  await writeFile(file, Buffer.from(content.replace('snapshot', 'Ch\u00e4t 1'), 'latin1'));
  await expect(read()).rejects.toMatchObject({
    ...place,
    line: 1,
    message: expect.stringContaining('UTF-8'),
  });
  await rm(file);
  await expect(read()).rejects.toThrow('chats/000001.ndjson is missing.');
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
    const file = `chats/000001.ndjson${compress === undefined ? '' : '.zst'}`;
    await cp(path.join(other, file), path.join(dir, file));
    await expect(all((await openArchive(dir)).records())).rejects.toMatchObject({
      code: 'archive_damaged',
      path: file,
      message: `${file} is damaged: it does not have the SHA-256 of its certificate.`,
    });
  },
);

test('a certificate whose fields have other types is damaged', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const file = path.join(dir, 'certificates/000/000003.json');
  const certificate = JSON.parse(await readFile(file, 'utf8')) as Certificate;
  const [written] = certificate.files;
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
    { files: {} },
    { files: [null] },
    { files: [{ ...written, path: '../outside' }] },
    { files: [{ ...written, sha256: null }] },
    { files: [{ ...written, records: '6' }] },
  ]) {
    await writeFile(file, canonicalJson({ ...certificate, ...change }));
    await expect(all((await openArchive(dir)).records())).rejects.toThrow(
      'certificates/000/000003.json is damaged: it does not have the fields of a certificate.',
    );
  }
});

test('a truncated compressed file is damaged', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, compress: 'zstd', units: DAY });
  await truncate(path.join(dir, 'chats/000001.ndjson.zst'), 100);
  const archive = await openArchive(dir);
  await expect(all(archive.chats())).rejects.toMatchObject({
    code: 'archive_damaged',
    path: 'chats/000001.ndjson.zst',
  });
});

test('a broken chain of certificates is found while reading', async () => {
  const dir = await temporaryFolder();
  await writeArchive({ dir, units: withSnapshots(DAY) });
  const file = path.join(dir, 'certificates/000/000002.json');
  const certificate = await readFile(file, 'utf8');
  const read = async (): Promise<unknown> => all((await openArchive(dir)).records());
  await writeFile(file, certificate.replace('req_1', 'req_2'));
  await expect(read()).rejects.toMatchObject({
    path: 'certificates/000/000003.json',
    code: 'archive_damaged',
  });
  await writeFile(file, certificate.replace('"sequence":2', '"sequence":4'));
  await expect(read()).rejects.toThrow('certificates/000/000002.json has the certificate 4.');
  await writeFile(file, certificate.replace('activities/2026/04/', '../'));
  await expect(read()).rejects.toThrow('does not have the fields of a certificate');
  await writeFile(file, certificate.replace('"format":2', '"format":3'));
  await expect(read()).rejects.toMatchObject({ code: 'archive_newer' });
});

test('a folder without a manifest, a damaged manifest and a newer one are refused', async () => {
  const dir = await temporaryFolder();
  await expect(openArchive(dir)).rejects.toMatchObject({ code: 'archive_missing', path: dir });
  await writeArchive({ dir, units: [] });
  const file = path.join(dir, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, canonicalJson({ ...manifest, certificates: 5 }));
  await expect(openArchive(dir)).rejects.toMatchObject({ code: 'archive_damaged', path: 'manifest.json' });
  await writeFile(file, canonicalJson(sealManifest({ ...manifest, format: 3 })));
  await expect(openArchive(dir)).rejects.toThrow(
    'manifest.json has format 3, and this release reads format 2. Update `@parlance/archive`.',
  );
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
  const outside = createRecord('file', record.id, { ...record.body, path: 'files/../../etc/passwd' });
  expect(() => archive.openFile(outside)).toThrow(ArchiveError);
});
