import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@parlance/schemas/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecord } from '../certificates/digest.js';
import { chatRecord, messageRecord } from '../testing/sample-records.js';
import { writeStates } from '../testing/with-snapshots.js';
import { temporaryFolder } from '../testing/write-archive.js';
import { searchArchive, type SearchOptions } from './search-archive.js';
import { searchQuery } from './search-query.js';
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
  const { hits, total } = await searchArchive(file, 'annual report');
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
      created_at: '2026-04-01T10:00:01.000Z',
      deleted: false,
      excerpt: 'The annual report about café GmbH is due',
      highlights: [
        { start: 4, end: 10 },
        { start: 11, end: 17 },
      ],
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
  expect(page).toEqual({ hits: all.hits.slice(1, 3), total: 4 });
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
    { excerpt: 'budget-2026.xlsx\nHiring plan', highlights: [{ start: 0, end: 11 }] },
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
  const statement = database.prepare('SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ?');
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
      const isSearchable = /[\p{L}\p{N}\p{Co}]/u.test(query.toWellFormed());
      if (isSearchable) expect(statement.get(searchQuery(query))).toBeDefined();
      else expect(() => searchQuery(query)).toThrow(ConfigError);
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

test('options and the length of the text are checked', async () => {
  const file = await sampleFile();
  await expect(searchArchive(file, 'word '.repeat(101))).rejects.toThrow(
    '`text` must have up to 100 words; received 101',
  );
  for (const options of [
    { limit: 0 },
    { limit: 1001 },
    { offset: -1 },
    { from: 'yesterday' },
    { order: 'x' as 'newest' },
  ])
    await expect(searchArchive(file, 'x', options)).rejects.toThrow(ConfigError);
  await expect(searchArchive(`${file}.missing`, 'x')).rejects.toMatchObject({ code: 'archive_missing' });
});
