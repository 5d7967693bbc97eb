/** The SQLite file of an archive: its tables, and how it is opened. */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@parlance/schemas/kit';
import { ArchiveError, damaged } from '../archive-error.js';
import { folded } from '../text/fold.js';
import { gramsOf } from '../text/grams.js';
import { COLUMN_SEPARATOR, SEARCHED_COLUMNS } from '../text/searched-text.js';

/** Identifies the file type in SQLite's `application_id` field: "ParA". */
const APPLICATION_ID = 0x50617241;
/** Version of the tables, in SQLite's `user_version` field. */
const VERSION = 4;
/** How long to wait for another process that creates the file. Afterwards the sink waits by itself, without blocking. */
export const OPEN_TIMEOUT_MS = 10_000;

const COMMON = 'unit TEXT NOT NULL, revision INTEGER NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL';
const KEY = 'row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE';
/** Rows with `current = 1` are those that the newest snapshot of their chat names. */
const REVISIONS = 'row INTEGER PRIMARY KEY, id TEXT NOT NULL, current INTEGER NOT NULL DEFAULT 0';

/*
 * `row` is explicit because VACUUM renumbers implicit row ids, and the full-text tables refer to them.
 * Times are UTC with milliseconds, so that they sort as text. `body` is the object as the service returned it.
 */
const SCHEMA = `
CREATE TABLE units (
  name TEXT NOT NULL, revision INTEGER NOT NULL, family TEXT NOT NULL, records INTEGER NOT NULL, committed_at TEXT NOT NULL,
  PRIMARY KEY (name, revision)
) WITHOUT ROWID;
CREATE TABLE organizations (${KEY}, name TEXT, created_at TEXT, ${COMMON});
CREATE TABLE users (${KEY}, organization_uuid TEXT, full_name TEXT, email TEXT, created_at TEXT, ${COMMON});
CREATE INDEX users_by_email ON users (email);
CREATE TABLE projects (${KEY}, name TEXT, organization_id TEXT, user_id TEXT, created_at TEXT, updated_at TEXT, ${COMMON});
CREATE TABLE presences (${KEY}, subject TEXT, subject_id TEXT, state TEXT, ${COMMON});
CREATE TABLE activities (${KEY}, type TEXT, created_at TEXT, organization_id TEXT, actor_type TEXT, actor_id TEXT, actor_email TEXT, ${COMMON});
CREATE INDEX activities_by_time ON activities (created_at);
CREATE INDEX activities_by_type ON activities (type, created_at);
CREATE INDEX activities_by_actor ON activities (actor_id, created_at);
CREATE TABLE snapshots (
  ${REVISIONS}, number INTEGER NOT NULL, user_id TEXT, chat TEXT, contents TEXT, presence TEXT, ${COMMON}, UNIQUE (id, number)
);
CREATE TABLE contents (${KEY}, chat_id TEXT, ${COMMON});
CREATE TABLE blocks (${KEY}, ${COMMON});
CREATE TABLE chat_revisions (
  ${REVISIONS}, name TEXT, user_id TEXT, user_email TEXT, project_id TEXT, organization_id TEXT, model TEXT, href TEXT,
  created_at TEXT, updated_at TEXT, deleted_at TEXT, ${COMMON}, UNIQUE (id, digest)
);
CREATE INDEX chats_by_user ON chat_revisions (user_id, created_at);
CREATE INDEX chats_by_email ON chat_revisions (user_email);
CREATE INDEX chats_by_project ON chat_revisions (project_id, created_at);
CREATE VIEW chats AS
  SELECT chat.*, snapshot.presence FROM chat_revisions AS chat
  JOIN snapshots AS snapshot ON snapshot.id = chat.id AND snapshot.current = 1
  WHERE chat.current = 1;
CREATE TABLE message_revisions (
  ${REVISIONS}, chat_id TEXT, user_id TEXT, role TEXT, created_at TEXT, text TEXT, attachments TEXT, ${COMMON}, UNIQUE (id, digest)
);
CREATE INDEX messages_by_chat ON message_revisions (chat_id, created_at);
CREATE INDEX messages_by_user ON message_revisions (user_id, created_at);
CREATE VIEW messages AS SELECT * FROM message_revisions WHERE current = 1;
CREATE TABLE files (
  ${KEY}, source TEXT, name TEXT, mime_type TEXT, chat_id TEXT, message_id TEXT, user_id TEXT, size_bytes INTEGER, sha256 TEXT,
  path TEXT, ${COMMON}
);
CREATE INDEX files_by_chat ON files (chat_id);
CREATE INDEX files_by_sha256 ON files (sha256);
CREATE TABLE file_texts (row INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, text TEXT, problem TEXT);
CREATE VIEW searched_messages AS
  SELECT message.row, message.row AS index_row, message.id, message.digest, message.body, message.chat_id, message.user_id, message.role,
    message.created_at, NULL AS file_name, coalesce(message.text, '') || char(2) || coalesce(message.attachments, '') AS text
  FROM message_revisions AS message WHERE message.current = 1;
CREATE VIEW searched_chats AS
  SELECT chat.row, chat.row AS index_row, chat.id, chat.digest, chat.body, chat.id AS chat_id, chat.user_id, NULL AS role, chat.created_at,
    NULL AS file_name, coalesce(chat.name, '') AS text
  FROM chat_revisions AS chat WHERE chat.current = 1;
CREATE VIEW searched_files AS
  SELECT file.row, content.row AS index_row, file.id, file.digest, file.body, file.chat_id, file.user_id, NULL AS role, message.created_at,
    coalesce(file.name, file.id) AS file_name, content.text
  FROM file_texts AS content JOIN files AS file ON file.sha256 = content.sha256
  JOIN message_revisions AS message ON message.id = file.message_id AND message.current = 1
  WHERE content.text IS NOT NULL;
CREATE TABLE outcomes (${KEY}, subject TEXT, outcome TEXT, request_id TEXT, ${COMMON});
${textIndex('messages', 'message_revisions', SEARCHED_COLUMNS.message)}
${textIndex('chats', 'chat_revisions', SEARCHED_COLUMNS.chat)}
${textIndex('files', 'file_texts', ['text'])}
`;

/** An index of the grams of columns of a table, which triggers keep up to date. The texts of a row do not change. */
function textIndex(name: string, table: string, columns: readonly string[]): string {
  return `
CREATE VIRTUAL TABLE ${name}_index USING fts5 (
  grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii'
);
CREATE TRIGGER ${name}_added AFTER INSERT ON ${table} BEGIN
  INSERT INTO ${name}_index (rowid, grams) VALUES (new.row, text_grams(${columns.map((column) => `new.${column}`).join(', ')}));
END;
CREATE TRIGGER ${name}_removed AFTER DELETE ON ${table} BEGIN
  DELETE FROM ${name}_index WHERE rowid = old.row;
END;`;
}

/** Lets the triggers make grams of text. */
function addFunctions(database: DatabaseSync): void {
  database.function('text_grams', { deterministic: true, varargs: true }, (...texts) =>
    gramsOf(folded(texts.map((text) => (typeof text === 'string' ? text : '')).join(COLUMN_SEPARATOR))),
  );
}

/**
 * Opens the file for writing, and creates it if it is missing. A file that cannot be used is left unchanged.
 *
 * @throws {ArchiveError} When it is damaged, cannot be written, or belongs to another program or a newer release.
 * @throws {ConfigError} When it belongs to another export.
 */
export async function openForWriting(file: string, exportName: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
    createPrivate(file);
    database = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS });
    addFunctions(database);
    database.exec('BEGIN IMMEDIATE');
    if (isEmpty(database)) {
      database.exec(`${SCHEMA}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
    } else checkSchema(database, new DatabaseSync(':memory:'), file);
    checkExport(database, { file, exportName });
    database.exec('COMMIT');
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0`);
    return database;
  } catch (error) {
    database?.close();
    throw databaseError(file, error);
  }
}

/**
 * Opens the file for reading.
 *
 * @throws {ArchiveError} When it is missing, damaged, or belongs to another program or a newer release.
 */
export async function openForReading(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  if (!existsSync(file)) throw new ArchiveError('archive_missing', { path: file }, 'does not exist.');
  let database: DatabaseSync | undefined;
  try {
    requireFile(file);
    database = new DatabaseSync(file, { readOnly: true, timeout: OPEN_TIMEOUT_MS });
    checkSchema(database, new DatabaseSync(':memory:'), file);
    return database;
  } catch (error) {
    database?.close();
    throw databaseError(file, error);
  }
}

/** Creates the file if it is missing: SQLite would let everybody read it, also behind a link to nothing. Its journals have the mode of the file. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    requireFile(file);
  }
}

/** SQLite would wait for ever for the other end of a pipe. */
function requireFile(file: string): void {
  if (!statSync(file).isFile())
    throw new ArchiveError('archive_inaccessible', { path: file }, 'is not a regular file.');
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function checkVersion(database: DatabaseSync, file: string): void {
  const application = database.prepare('PRAGMA application_id').get()?.['application_id'];
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (application !== APPLICATION_ID)
    throw new ArchiveError('archive_missing', { path: file }, 'is a database of another program.');
  if (version < VERSION)
    throw new ArchiveError(
      'archive_older',
      { path: file },
      `has version ${version}, of a preliminary release. Delete it: the next run of the export builds it again.`,
    );
  if (version > VERSION)
    throw new ArchiveError(
      'archive_newer',
      { path: file },
      `has version ${version}, and this release reads version ${VERSION}. Update \`@parlance/archive\`.`,
    );
}

/**
 * Checks that tables, views and triggers are those of this release, beside others. A file that someone else sent could have a view without end in
 * place of one of them.
 *
 * @param fresh - An empty database.
 */
function checkSchema(database: DatabaseSync, fresh: DatabaseSync, file: string): void {
  checkVersion(database, file);
  fresh.exec(SCHEMA);
  const found = objectsOf(database);
  for (const [name, sql] of objectsOf(fresh))
    if (found.get(name) !== sql)
      throw damaged(
        { path: file },
        `is damaged: \`${name}\` is not the table, view or trigger that this release creates.`,
      );
  fresh.close();
}

/** Returns the SQL of what a schema has, by name. */
function objectsOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  return new Map(
    rows.map(({ name, sql }) => {
      // SQLite writes the tables of a full-text index, in the words of its version.
      const isInternal = /_index_/.test(String(name)) && /^CREATE TABLE /i.test(String(sql));
      return [String(name), isInternal ? 'CREATE TABLE' : String(sql)];
    }),
  );
}

/** The units of two exports have the same names, so that they would replace each other's records. Earlier releases did not name the export. */
function checkExport(
  database: DatabaseSync,
  { file, exportName }: { readonly file: string; readonly exportName: string },
): void {
  database.exec('CREATE TABLE IF NOT EXISTS export (name TEXT NOT NULL)');
  const name = database.prepare('SELECT name FROM export').get()?.['name'];
  if (name === undefined) database.prepare('INSERT INTO export (name) VALUES (?)').run(exportName);
  else if (name !== exportName)
    throw new ConfigError(
      'file',
      `\`file\` must be a database of its own: ${file} has the records of the export \`${String(name)}\``,
    );
}

/** Returns whether another connection is writing. The statement had no effect. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === 5;
}

/** Converts an error of SQLite that concerns the file; returns all others unchanged. */
export function databaseError(file: string, error: unknown): unknown {
  const place = { path: file };
  switch (resultCode(error)) {
    case 13:
      return new ArchiveError(
        'archive_full',
        place,
        'cannot be written: the disk is full. What was committed before is intact.',
        { cause: error },
      );
    // An error in SQL that is always the same: the file has other tables or columns.
    case 1:
    case 11:
    case 26:
      return damaged(place, 'is damaged, or is not a database.', error);
    case 5:
    case 8:
    case 10:
    case 14:
      return new ArchiveError(
        'archive_inaccessible',
        place,
        'cannot be opened or written. Check its folder, its permissions, and whether another program has locked it.',
        { cause: error },
      );
    default:
      return error instanceof Error && 'syscall' in error
        ? new ArchiveError('archive_inaccessible', place, 'cannot be created.', { cause: error })
        : error;
  }
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
