// cspell:ignore Straße STRASSE exmaple
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@parlance/schemas/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecord, sha256 } from '../certificates/digest.js';
import { contentPath } from '../certificates/sealed-file.js';
import type { ExtractText } from '../text/file-text.js';
import { chatRecord, messageRecord } from '../testing/sample-records.js';
import { openArchive } from '../reader/open-archive.js';
import { withSnapshots, writeStates } from '../testing/with-snapshots.js';
import {
  SINK_CONTEXT,
  temporaryFolder,
  writeArchive,
  writeUnit,
  writeUnits,
} from '../testing/write-archive.js';
import { searchArchive, type SearchOptions } from './search-archive.js';
import { indexQuery } from '../text/grams.js';
import { parseTextQuery } from '../text/text-query.js';
import { sqlite } from './sqlite-sink.js';

const MESSAGES = [
  messageRecord(1, 1, { text: 'The annual report about café GmbH is due' }),
  messageRecord(1, 2, { text: 'I will report annually', created_at: '2026-04-02T10:00:00.250Z' }),
  messageRecord(2, 1, { text: 'report report report', user: '2', created_at: '2026-04-03T10:00:00+02:00' }),
];

async function sampleFile(): Promise<string> {
  const file = path.join(await temporaryFolder(), 'archive.db');
  const deleted = createRecord('chat', 'assistant_chat_3', {
    ...chatRecord(3).body,
    name: 'Old notes',
    deleted_at: '2026-04-05T00:00:00Z',
  });
  await writeStates(sqlite({ file }), [
    {
      name: 'chats/000001',
      records: [
        chatRecord(1, { name: 'Report of Falcon' }),
        chatRecord(2, { user: '2' }),
        deleted,
        ...MESSAGES,
      ],
    },
    {
      name: 'chats/000001',
      revision: 1,
      records: [],
      presences: { assistant_chat_2: { state: 'deleted', activity: 'activity_1' } },
    },
  ]);
  return file;
}

async function idsOf(file: string, text: string, options?: SearchOptions): Promise<string[]> {
  return (await searchArchive(file, text, options)).hits.map(({ id }) => id);
}

test.each([
  [
    'DROP VIEW chats; CREATE VIEW chats AS WITH RECURSIVE n (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n) SELECT row AS id FROM n',
    'chats',
  ],
  [
    'DROP VIEW messages; CREATE VIEW messages AS WITH RECURSIVE n (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n) SELECT row FROM n',
    'messages',
  ],
  ['DROP TRIGGER messages_added', 'messages_added'],
])('a database with another view or trigger is refused before it is queried: %#', async (sql, name) => {
  const file = await sampleFile();
  const database = new DatabaseSync(file);
  database.exec('CREATE INDEX of_mine ON users (full_name)');
  expect(await idsOf(file, 'cafe')).toHaveLength(1);
  database.exec(sql);
  database.close();
  await expect(searchArchive(file, 'cafe')).rejects.toMatchObject({
    code: 'archive_damaged',
    message: expect.stringContaining(`is damaged: \`${name}\` is not the table, view or trigger`),
  });
});

test('finds words, phrases and prefixes, without case and accents', async () => {
  const file = await sampleFile();
  expect(await idsOf(file, 'cafe')).toEqual(['assistant_chat_msg_1_1']);
  expect(await idsOf(file, 'CAFÉ due')).toEqual(['assistant_chat_msg_1_1']);
  expect(await idsOf(file, '"report about"')).toEqual(['assistant_chat_msg_1_1']);
  expect(await idsOf(file, '"about report"')).toEqual([]);
  expect(await idsOf(file, 'annual*', { order: 'newest' })).toEqual([
    'assistant_chat_msg_1_2',
    'assistant_chat_msg_1_1',
  ]);
  expect(await idsOf(file, 'falcon')).toEqual(['assistant_chat_1']);
  expect(await idsOf(file, 'missing')).toEqual([]);
});

test('a hit has its chat, its user and highlights', async () => {
  const file = await sampleFile();
  const { hits, total } = await searchArchive(file, '"annual report"');
  expect(total).toBe(1);
  expect(hits).toEqual([
    {
      kind: 'message',
      id: 'assistant_chat_msg_1_1',
      chat_id: 'assistant_chat_1',
      chat_name: 'Report of Falcon',
      project_id: null,
      user_id: 'user_1',
      user_email: 'user1@example.com',
      role: 'user',
      file_name: null,
      created_at: '2026-04-01T10:00:01.000Z',
      presence: 'listed',
      deleted: false,
      excerpt: 'The annual report about café GmbH is due',
      highlights: [{ start: 4, end: 17 }],
      digest: MESSAGES[0]!.digest,
    },
  ]);
});

test('chats that were deleted are found, and marked', async () => {
  const file = await sampleFile();
  expect((await searchArchive(file, 'notes')).hits).toMatchObject([{ kind: 'chat', deleted: true }]);
  expect((await searchArchive(file, 'report', { users: ['user_2'] })).hits).toMatchObject([
    { chat_id: 'assistant_chat_2', deleted: true },
  ]);
});

test('filters by user, e-mail address and time', async () => {
  const file = await sampleFile();
  const newest = { order: 'newest' } as const;
  expect(await idsOf(file, 'report', { users: ['user2@example.com'] })).toEqual(['assistant_chat_msg_2_1']);
  expect(await idsOf(file, 'report', { users: [] })).toEqual([]);
  expect(await idsOf(file, 'report', { from: '2026-04-02T10:00:00.250Z', ...newest })).toEqual([
    'assistant_chat_msg_2_1',
    'assistant_chat_msg_1_2',
  ]);
  const one = { from: new Date('2026-04-02T00:00:00Z'), to: '2026-04-03T08:00:00Z' };
  expect(await idsOf(file, 'report', one)).toEqual(['assistant_chat_msg_1_2']);
});

test('hits are counted, limited and skipped', async () => {
  const file = await sampleFile();
  const all = await searchArchive(file, 'report', { order: 'newest' });
  expect(all.total).toBe(4);
  const page = await searchArchive(file, 'report', { order: 'newest', limit: 2, offset: 1 });
  expect(page).toEqual({ hits: all.hits.slice(1, 3), refused: [], total: 4, scanned: false, skipped: [] });
});

test('names of files and titles of artifacts are found', async () => {
  const file = path.join(await temporaryFolder(), 'archive.db');
  const { body } = messageRecord(1, 1, { text: 'see attachment' });
  const record = createRecord('message', body.id, {
    ...body,
    files: [{ id: 'f', filename: 'budget-2026.xlsx', mime_type: 'x' }],
    artifacts: [{ id: 'a', version_id: 'v', title: 'Hiring plan' }],
  });
  await writeStates(sqlite({ file }), [{ name: 'chats/000001', records: [record] }]);
  expect((await searchArchive(file, 'budget-2026')).hits).toMatchObject([
    {
      excerpt: 'see attachment\nbudget-2026.xlsx\nHiring plan',
      highlights: [{ start: 15, end: 26 }],
    },
  ]);
  expect(await idsOf(file, 'hiring')).toEqual([body.id]);
});

test.each([
  '"unclosed report',
  'report AND',
  'NEAR(report',
  'text:report',
  '^report',
  'report -about',
  "' OR 1=1",
  '{report}',
])('syntax is text: %j', async (text) => {
  const file = await sampleFile();
  await expect(searchArchive(file, text)).resolves.toBeDefined();
});

test.each(['', ' ', '"', '""', '*', '(', '\0', '\ud800'])(
  'a search for nothing is refused: %j',
  async (text) => {
    const file = await sampleFile();
    await expect(searchArchive(file, text)).rejects.toThrow('`text` must contain a word to search for');
  },
);

test('no text is a syntax error', async () => {
  const database = new DatabaseSync(await sampleFile(), { readOnly: true });
  const statement = database.prepare('SELECT count(*) FROM messages_index WHERE messages_index MATCH ?');
  const pieces = fc.constantFrom(
    '"',
    '*',
    '(',
    ')',
    ':',
    '^',
    '-',
    '+',
    '{',
    '}',
    ' ',
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'report',
    'é',
    '\0',
    '\ud83d',
    ',',
    "'",
    '\\',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (query) => {
      let parsed;
      try {
        parsed = parseTextQuery(query);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return;
      }
      const index = indexQuery(parsed);
      if (index !== null) expect(statement.get(index)).toBeDefined();
    }),
  );
  database.close();
});

test('a database that lacks a table or column is damaged', async () => {
  const file = await sampleFile();
  for (const change of [
    'DROP TABLE snapshots',
    'ALTER TABLE message_revisions RENAME COLUMN digest TO hash',
  ]) {
    const damaged = `${file}.${change.length}`;
    await cp(file, damaged);
    new DatabaseSync(damaged).exec(change);
    await expect(searchArchive(damaged, 'report')).rejects.toMatchObject({
      name: 'ArchiveError',
      code: 'archive_damaged',
      path: damaged,
    });
  }
});

test.each<[string, readonly string[]]>([
  ['port about', ['assistant_chat_msg_1_1']],
  ['nnu gmbh', ['assistant_chat_msg_1_1']],
  ['due OR annually', ['assistant_chat_msg_1_1', 'assistant_chat_msg_1_2']],
  ['report NOT will', ['assistant_chat_1', 'assistant_chat_msg_1_1', 'assistant_chat_msg_2_1']],
  ['port*', []],
  ['NOT due OR will report', ['assistant_chat_1', 'assistant_chat_msg_2_1']],
])('parts of words, alternatives and exclusions: %s', async (text, ids) => {
  expect((await idsOf(await sampleFile(), text)).sort()).toEqual(ids);
});

test('a word in a text without spaces is found, and highlighted whatever its form', async () => {
  const file = path.join(await temporaryFolder(), 'archive.db');
  const texts = ['社内の機密報告書', '\uff23\uff41fe\u0301 ｶﾞｲﾄﾞ', `${'x '.repeat(20_000)}Straße`];
  const records = texts.map((text, index) => messageRecord(1, index, { text }));
  await writeStates(sqlite({ file }), [{ name: 'chats/000001', records }]);
  const shown = async (text: string): Promise<string[]> =>
    (await searchArchive(file, text)).hits.flatMap(({ excerpt, highlights }) =>
      highlights.map(({ start, end }) => excerpt.slice(start, end)),
    );
  expect(await shown('社内')).toEqual(['社内']);
  expect(await shown('密')).toEqual(['密']);
  expect(await shown('cafe')).toEqual(['\uff23\uff41fe\u0301']);
  expect(await shown('ガイド')).toEqual(['ｶﾞｲﾄﾞ']);
  expect(await shown('STRASSE')).toEqual(['Straße']);
});

test('a question that the index cannot narrow reads every text, says so and can be ended', async () => {
  const file = path.join(await temporaryFolder(), 'archive.db');
  await writeStates(sqlite({ file }), [
    { name: 'chats/000001', records: [messageRecord(1, 1, { text: 'It costs 5 €' })] },
  ]);
  let scans = 0;
  const onScan = (): void => void (scans += 1);
  expect(await searchArchive(file, '€', { onScan })).toMatchObject({ total: 1, scanned: true });
  expect(await searchArchive(file, 'costs', { onScan })).toMatchObject({ total: 1, scanned: false });
  expect(scans).toBe(1);
  const controller = new AbortController();
  const ended = searchArchive(file, '€', {
    signal: controller.signal,
    onScan: () => controller.abort(new Error('enough')),
  });
  await expect(ended).rejects.toThrow('enough');
});

test('somebody unknown or ambiguous is an error, and earlier addresses and names are found', async () => {
  const file = path.join(await temporaryFolder(), 'archive.db');
  const person = (id: string, email: string) =>
    createRecord('user', id, {
      id,
      full_name: 'Ada Hill',
      email,
      created_at: '2026-01-01T00:00:00Z',
      organization_uuid: 'o',
    });
  await writeStates(sqlite({ file }), [
    {
      name: 'directory',
      records: [person('user_1', 'ada@example.com'), person('user_2', 'hill@example.com')],
    },
    { name: 'chats/000001', records: [chatRecord(1), ...MESSAGES.slice(0, 2)] },
  ]);
  const found = (users: string[]) => idsOf(file, 'annual', { users });
  for (const name of ['user_1', 'ADA@example.com', 'user1@example.com'])
    expect([name, (await found([name])).length]).toEqual([name, 2]);
  expect(await found(['user_2'])).toEqual([]);
  await expect(found(['ada@exmaple.com'])).rejects.toThrow(
    'users must be the id, e-mail address or name of a user: the archive does not know the user "ada@exmaple.com". The nearest is the user user_1',
  );
  await expect(found(['Ada Hill'])).rejects.toThrow('can be the user user_1');
  await expect(idsOf(file, 'annual', { projects: ['Falcon'] })).rejects.toThrow(
    'projects must be the id or name',
  );
});

describe('contents of files', () => {
  const FILES: readonly (readonly [name: string, type: string | null, content: string])[] = [
    ['notes.md', 'text/markdown', '# The falcon *lands*'],
    [
      'page.html',
      null,
      '<style>falcon</style><p>Fal&#99;on &amp; sons</p><script>falcon lands</script><!-- lands --> ok',
    ],
    ['table.csv', 'text/csv; charset=utf-8', 'a,b\nfalcon,2'],
    ['data.json', 'application/json', '{"bird":"falcon"}'],
    ['slides.pdf', 'application/pdf', 'falcon'],
    ['latin.txt', 'text/plain', 'falcon \u00e9'],
  ];

  /** An archive with the files of a message, and its database, which the export of the archive would write. */
  async function setUp(extract?: ExtractText) {
    const dir = await temporaryFolder();
    const { body } = messageRecord(1, 1, { text: 'see attachments' });
    const files = FILES.map(([filename, mime_type], index) => ({
      id: `file_${index}`,
      filename,
      mime_type: mime_type ?? '',
    }));
    const message = createRecord('message', body.id, { ...body, files });
    const contents: Record<string, Uint8Array> = {};
    const records = FILES.map(([name, mime_type, text], index) => {
      const content = Buffer.from(text, 'latin1');
      const digest = sha256(content);
      contents[contentPath(digest)] = content;
      return createRecord('file', `file_${index}`, {
        id: `file_${index}`,
        source: 'file',
        name,
        mime_type,
        chat_id: body.chat_id,
        message_id: body.id,
        user_id: 'user_1',
        size_bytes: content.length,
        sha256: digest,
        path: contentPath(digest),
      });
    });
    const units = withSnapshots([
      { name: 'chats/000001', users: ['user_1'], records: [chatRecord(1), message, ...records] },
    ]);
    await writeArchive({ dir: path.join(dir, 'archive'), units, contents });
    const archive = await openArchive(path.join(dir, 'archive'));
    const file = path.join(dir, 'archive.db');
    const open = await sqlite({ file, extract }).open({
      ...SINK_CONTEXT,
      openFile: (record) => archive.openFile(record),
    });
    for (const unit of units) await writeUnit(open, unit);
    await open.close();
    return { archive, file };
  }

  test('text is searched and compared with the archive, and what was not searched is listed', async () => {
    const { archive, file } = await setUp();
    const { hits, refused, skipped } = await searchArchive(file, 'falcon', { archive });
    expect(refused).toEqual([]);
    expect(hits.map(({ file_name: name }) => name).sort()).toEqual([
      'data.json',
      'notes.md',
      'page.html',
      'table.csv',
    ]);
    expect(hits.find(({ file_name: name }) => name === 'page.html')).toMatchObject({
      kind: 'file',
      chat_id: 'assistant_chat_1',
      excerpt: expect.stringMatching(/^Falcon & sons\s+ok$/),
    });
    expect(skipped).toEqual([
      { mime_type: 'application/pdf', problem: 'type', files: 1 },
      { mime_type: 'text/plain', problem: 'not_text', files: 1 },
    ]);
    expect(await idsOf(file, 'lands', { archive, users: ['user_1'] })).toEqual(['file_0']);
    expect((await searchArchive(file, 'lands')).refused).toMatchObject([
      { id: 'file_0', problem: 'no_archive' },
    ]);
  });

  test('other types are read by a function, which the search needs too', async () => {
    const extract: ExtractText = ({ mime_type: type }, content) =>
      type === 'application/pdf' ? `Read: ${Buffer.from(content).toString()}` : null;
    const { archive, file } = await setUp(extract);
    const found = await searchArchive(file, '"read: falcon"', { archive, extract });
    expect([found.hits, found.skipped]).toMatchObject([
      [{ file_name: 'slides.pdf' }],
      [{ mime_type: 'text/plain' }],
    ]);
    const without = await searchArchive(file, '"read: falcon"', { archive });
    expect([without.hits, without.refused]).toMatchObject([[], [{ kind: 'file', problem: 'changed' }]]);
    const failing = await setUp(() => Promise.reject(new Error('no PDF')));
    expect((await searchArchive(failing.file, 'falcon')).skipped).toContainEqual({
      mime_type: 'application/pdf',
      problem: 'extract_failed',
      files: 1,
    });
  });

  test('a text that was changed in the database is refused', async () => {
    const { archive, file } = await setUp();
    const database = new DatabaseSync(file);
    database.exec("UPDATE file_texts SET text = text || ' and lies'");
    database.close();
    const { hits, refused } = await searchArchive(file, 'falcon', { archive });
    expect([hits.length, new Set(refused.map(({ problem }) => problem))]).toEqual([0, new Set(['changed'])]);
  });
});

describe('a hit is returned only as certified', () => {
  async function archiveAndFile() {
    const dir = await temporaryFolder();
    const units = withSnapshots([
      { name: 'chats/000001', records: [chatRecord(1), ...MESSAGES.slice(0, 2)] },
    ]);
    await writeArchive({ dir: path.join(dir, 'archive'), units });
    const file = path.join(dir, 'archive.db');
    await writeUnits(sqlite({ file }), units);
    return { archive: await openArchive(path.join(dir, 'archive')), file };
  }

  /** Changes rows as somebody with the file can, who also repairs the digest. */
  function change(file: string, sql: string): void {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  }

  test('one that is intact', async () => {
    const { archive, file } = await archiveAndFile();
    expect(await searchArchive(file, 'annual', { archive })).toMatchObject({ total: 2, refused: [] });
  });

  test.each([
    ['its text', "UPDATE message_revisions SET text = replace(text, 'annual', 'annual false')"],
    ['its object', "UPDATE message_revisions SET body = replace(body, 'annual', 'annual false')"],
    ['what is not an object', "UPDATE message_revisions SET body = 'no'"],
  ])('not with a change of %s', async (_name, sql) => {
    const { file } = await archiveAndFile();
    change(file, sql);
    const { hits, refused, total } = await searchArchive(file, 'annual');
    expect([hits, total]).toEqual([[], 2]);
    expect(refused.map(({ id, problem }) => [id, problem]).sort()).toEqual([
      ['assistant_chat_msg_1_1', 'changed'],
      ['assistant_chat_msg_1_2', 'changed'],
    ]);
  });

  test('not with another text whose digest fits, if there is an archive', async () => {
    const { archive, file } = await archiveAndFile();
    const forged = messageRecord(1, 1, { text: 'The annual report is forged' });
    change(
      file,
      `UPDATE message_revisions SET text = 'The annual report is forged', body = '${JSON.stringify(forged.body)}', digest = '${forged.digest}' WHERE id = '${forged.id}'`,
    );
    expect((await searchArchive(file, '"annual report"')).hits).toHaveLength(1);
    const { hits, refused } = await searchArchive(file, '"annual report"', { archive });
    expect([hits, refused]).toMatchObject([[], [{ id: forged.id, problem: 'not_archived' }]]);
  });
});

test('options and the length of the text are checked', async () => {
  const file = await sampleFile();
  await expect(searchArchive(file, 'word '.repeat(101))).rejects.toThrow(
    '`text` must have up to 100 words; received 101',
  );
  await expect(searchArchive(file, 'a '.repeat(40_000))).rejects.toThrow('up to 4,000 characters');
  for (const options of [
    { limit: 0 },
    { limit: 1.5 },
    { users: 'user_1' as unknown as string[] },
    { offset: -1 },
    { from: 'yesterday' },
    { order: 'x' as 'newest' },
  ])
    await expect(searchArchive(file, 'x', options)).rejects.toThrow(ConfigError);
  await expect(searchArchive(`${file}.missing`, 'x')).rejects.toMatchObject({ code: 'archive_missing' });
});
