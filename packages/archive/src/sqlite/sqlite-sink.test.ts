import { execFileSync } from 'node:child_process';
import { stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@parlance/schemas/kit';
import { expect, test, vi } from 'vitest';
import { createRecord } from '../certificates/digest.js';
import { activityRecord, chatRecord, fileRecord, messageRecord } from '../testing/sample-records.js';
import { withSnapshots, writeState, writeStates } from '../testing/with-snapshots.js';
import {
  SINK_CONTEXT,
  temporaryFolder,
  unitOf,
  writeUnits,
  type SampleUnit,
} from '../testing/write-archive.js';
import { searchArchive } from './search-archive.js';
import { sqlite } from './sqlite-sink.js';

/** Queries a database as the `sqlite3` shell does. */
function query(file: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

async function newFile(): Promise<string> {
  return path.join(await temporaryFolder(), 'archive.db');
}

test('there is a table for each kind, with columns for queries and the whole object', async () => {
  const file = await newFile();
  const user = createRecord('user', 'user_1', {
    id: 'user_1',
    full_name: 'Ada',
    email: 'user1@example.com',
    created_at: '2026-01-01T01:00:00+01:00',
    organization_uuid: 'o',
  });
  const gone = createRecord('outcome', 'assistant_chat_9', {
    id: 'assistant_chat_9',
    subject: 'chat',
    outcome: 'gone',
    request_id: 'req_1',
    listed: chatRecord(9).body,
  });
  const project = createRecord('project', 'assistant_proj_1', {
    id: 'assistant_proj_1',
    name: 'Falcon',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    organization_id: 'org_1',
    user: { id: 'user_1', email_address: 'user1@example.com' },
    is_private: false,
  });
  const organization = createRecord('organization', 'o', {
    uuid: 'o',
    name: 'Acme',
    created_at: '2026-01-01T00:00:00Z',
  });
  await writeStates(sqlite({ file }), [
    { name: 'directory', records: [organization, user, project] },
    { name: 'activities/2026-04-01T00-00-00-000Z', records: [activityRecord(1, '2026-04-01T00:10:00Z')] },
    { name: 'chats/000001', records: [chatRecord(1), messageRecord(1, 1), fileRecord(1, 'hello'), gone] },
  ]);

  expect(query(file, 'SELECT id, email, created_at FROM users')).toEqual([
    { id: 'user_1', email: 'user1@example.com', created_at: '2026-01-01T00:00:00.000Z' },
  ]);
  expect(query(file, 'SELECT type, actor_id, created_at FROM activities')).toEqual([
    { type: 'assistant_chat_created', actor_id: 'user_1', created_at: '2026-04-01T00:10:00.000Z' },
  ]);
  expect(query(file, "SELECT json_extract(body, '$.created_at') AS at, text FROM messages")).toEqual([
    { at: '2026-04-01T10:00:01Z', text: 'Message 1 of chat 1' },
  ]);
  expect(query(file, 'SELECT subject, outcome FROM outcomes')).toEqual([
    { subject: 'chat', outcome: 'gone' },
  ]);
  expect(query(file, 'SELECT size_bytes FROM files')).toEqual([{ size_bytes: 5 }]);
  expect(query(file, 'SELECT name FROM organizations UNION SELECT name FROM projects')).toHaveLength(2);
  expect(query(file, 'SELECT name, revision, records FROM units')).toEqual([
    { name: 'activities/2026-04-01T00-00-00-000Z', revision: 0, records: 1 },
    { name: 'chats/000001', revision: 0, records: 8 },
    { name: 'directory', revision: 0, records: 3 },
  ]);
});

test('a new database is readable by its owner only, whatever the folder allows', async () => {
  const file = await newFile();
  await writeStates(sqlite({ file }), []);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a link to nothing is refused, and nothing is created behind it', async () => {
  const file = await newFile();
  await symlink(`${file}.planted`, file);
  await expect(sqlite({ file }).open(SINK_CONTEXT)).rejects.toThrow('`file` must be a database');
  await expect(stat(`${file}.planted`)).rejects.toThrow('ENOENT');
});

test('a pipe, a device and a folder are refused at once, for writing and for reading', async () => {
  const pipe = await newFile();
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero', path.dirname(pipe)]) {
    await expect(sqlite({ file }).open(SINK_CONTEXT)).rejects.toThrow('is not a regular file');
    await expect(searchArchive(file, 'x')).rejects.toMatchObject({
      code: 'archive_inaccessible',
      path: file,
    });
  }
});

test('a later revision replaces records; an earlier one that is delivered again does not', async () => {
  const file = await newFile();
  const first = {
    name: 'chats/000001',
    records: [messageRecord(1, 1, { text: 'draft' }), messageRecord(1, 2)],
  };
  const second = { name: 'chats/000001', revision: 1, records: [messageRecord(1, 1, { text: 'final' })] };
  const states = withSnapshots<SampleUnit>([first, second]);
  await writeUnits(sqlite({ file }), [...states, ...states]);
  expect(query(file, 'SELECT revision, text FROM messages ORDER BY id')).toEqual([
    { revision: 1, text: 'final' },
    { revision: 0, text: 'Message 2 of chat 1' },
  ]);
  expect((await searchArchive(file, 'draft')).hits).toEqual([]);
  expect((await searchArchive(file, 'final')).total).toBe(1);
});

test('what an earlier attempt committed and the current one does not contain is removed', async () => {
  const file = await newFile();
  const unit = { name: 'chats/000001', records: [messageRecord(1, 1), messageRecord(1, 2)] };
  await writeStates(sqlite({ file }), [unit]);
  await writeStates(sqlite({ file }), [{ ...unit, records: [messageRecord(1, 2)] }]);
  expect(query(file, 'SELECT id FROM messages')).toEqual([{ id: 'assistant_chat_msg_1_2' }]);
  expect((await searchArchive(file, 'message')).total).toBe(1);
});

/** The records of a chat. */
const stateOf = (chat: number) =>
  withSnapshots([{ name: 'chats/000001', records: [chatRecord(chat)] }]).flatMap(({ records }) => records);

test('a unit is invisible until it is committed, and after it was aborted', async () => {
  const file = await newFile();
  const open = await sqlite({ file }).open(SINK_CONTEXT);
  const unit = unitOf({ name: 'chats/000001', records: [] });
  const aborted = await open.begin(unit);
  await aborted.write(stateOf(1));
  await aborted.abort();
  const writer = await open.begin(unit);
  await writer.write(stateOf(2));
  expect(query(file, 'SELECT id FROM chats')).toEqual([]);
  expect(await Promise.all([writer.commit(), writer.commit()])).toEqual([null, null]);
  expect(query(file, 'SELECT id FROM chats')).toEqual([{ id: 'assistant_chat_2' }]);
  await open.close();
});

test('units are written at the same time, also over two connections', async () => {
  const file = await newFile();
  const sinks = [await sqlite({ file }).open(SINK_CONTEXT), await sqlite({ file }).open(SINK_CONTEXT)];
  const records = (unit: number): ReturnType<typeof messageRecord>[] =>
    Array.from({ length: 1200 }, (_, index) => messageRecord(unit, index));
  await Promise.all(
    Array.from({ length: 6 }, (_, unit) =>
      writeState(sinks[unit % 2]!, { name: `chats/${unit}`, records: records(unit) }),
    ),
  );
  for (const sink of sinks) await sink.close();
  expect(query(file, 'SELECT count(*) AS count FROM messages')).toEqual([{ count: 7200 }]);
  const check = new DatabaseSync(file);
  check.exec("INSERT INTO messages_index (messages_index, rank) VALUES ('integrity-check', 1)");
  check.close();
});

test('a failed commit changes nothing, and can be repeated', async () => {
  const file = await newFile();
  const open = await sqlite({ file }).open(SINK_CONTEXT);
  await writeState(open, { name: 'chats/000001', records: [chatRecord(1)] });
  const full = Object.assign(new Error('database or disk is full'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 13,
  });
  const original = DatabaseSync.prototype.exec;
  const disk = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (sql === 'COMMIT') throw full;
    original.call(this, sql);
  });
  const failed = writeState(open, { name: 'chats/000002', records: [chatRecord(2)] });
  await expect(failed).rejects.toMatchObject({ name: 'ArchiveError', code: 'archive_full', path: file });
  disk.mockRestore();
  expect(query(file, 'SELECT id FROM chats')).toEqual([{ id: 'assistant_chat_1' }]);
  await writeState(open, { name: 'chats/000002', records: [chatRecord(2)] });
  expect(query(file, 'SELECT name FROM units')).toHaveLength(2);
  await open.close();
});

test('text that SQLite cannot store is replaced in columns and kept in the object', async () => {
  const file = await newFile();
  const body = 'half \ud83d, nul \0 and \u0002mark';
  await writeStates(sqlite({ file }), [{ name: 'chats/1', records: [messageRecord(1, 1, { text: body })] }]);
  expect(query(file, 'SELECT text FROM messages')).toEqual([
    { text: 'half \ufffd, nul \ufffd and \ufffdmark' },
  ]);
  const [row] = query(file, 'SELECT body FROM messages');
  expect(JSON.parse(String(row!['body'])).content[0].text).toBe(body);
});

test('the file of another program, one that is damaged and one of a newer release are refused on opening', async () => {
  const dir = await temporaryFolder();
  const other = path.join(dir, 'other.db');
  new DatabaseSync(other).exec('CREATE TABLE t (a)');
  await expect(sqlite({ file: other }).open(SINK_CONTEXT)).rejects.toThrow(
    /is a database of another program/,
  );
  const text = path.join(dir, 'text.db');
  await writeFile(text, 'not a database, but long enough to be read as one'.repeat(100));
  await expect(sqlite({ file: text }).open(SINK_CONTEXT)).rejects.toThrow(ConfigError);
  await expect(sqlite({ file: path.join(text, 'x', 'y.db') }).open(SINK_CONTEXT)).rejects.toThrow(
    ConfigError,
  );
  const newer = path.join(dir, 'newer.db');
  await writeStates(sqlite({ file: newer }), []);
  new DatabaseSync(newer).exec('PRAGMA user_version = 5');
  await expect(sqlite({ file: newer }).open(SINK_CONTEXT)).rejects.toMatchObject({ code: 'archive_newer' });
  await expect(searchArchive(newer, 'x')).rejects.toThrow('has version 5, and this release reads version 4');
  expect(() => sqlite({ file: '' })).toThrow(ConfigError);
});

test('the database of another export is refused, and not changed', async () => {
  const file = path.join(await temporaryFolder(), 'archive.db');
  const units = [{ name: 'chats/000001', records: [chatRecord(1)] }];
  await writeStates(sqlite({ file }), units);
  const other = { ...SINK_CONTEXT, exportName: 'other' };
  await expect(sqlite({ file }).open(other)).rejects.toThrow(
    `\`file\` must be a database of its own: ${file} has the records of the export \`test\``,
  );
  // A database of an earlier release does not name its export.
  new DatabaseSync(file).exec('DROP TABLE export');
  await writeStates(sqlite({ file }), units);
  await expect(sqlite({ file }).open(other)).rejects.toThrow(ConfigError);
  expect(new DatabaseSync(file).prepare('SELECT count(*) AS chats FROM chats').get()).toEqual({ chats: 1 });
});
