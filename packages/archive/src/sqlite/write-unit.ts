import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import type { Unit } from '../certificates/extent.js';
import { RECORD_TABLES, recordColumns } from '../records/record-columns.js';

/** The tables with several revisions of an id, and the column that distinguishes them. */
const REVISIONS: { readonly [Kind in RecordKind]?: { readonly table: string; readonly by: string } } = {
  snapshot: { table: 'snapshots', by: 'number' },
  chat: { table: 'chat_revisions', by: 'digest' },
  message: { table: 'message_revisions', by: 'digest' },
};

/** The digests of all messages of a chat in one state. */
const ENTRIES = `
  WITH lists (list) AS (
    SELECT json_extract(body, '$.messages') FROM contents WHERE id = :contents
    UNION ALL
    SELECT json_extract(blocks.body, '$.messages') FROM contents, json_each(contents.body, '$.blocks') AS block
    JOIN blocks ON blocks.id = block.value WHERE contents.id = :contents
  ),
  entries (digest) AS (SELECT json_extract(entry.value, '$[1]') FROM lists, json_each(lists.list) AS entry)`;

/** Inserts and replaces records, with one prepared statement per kind. */
export class RecordStatements {
  readonly #database: DatabaseSync;
  readonly #committed: StatementSync;
  readonly #upserts = new Map<RecordKind, StatementSync>();
  readonly #current: readonly StatementSync[];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#committed = database.prepare('SELECT 1 FROM units WHERE name = ? AND revision = ?');
    this.#current = [
      `UPDATE snapshots SET current = (number = (SELECT max(number) FROM snapshots WHERE id = :id)) WHERE id = :id`,
      `UPDATE chat_revisions SET current = (digest = (SELECT chat FROM snapshots WHERE id = :id AND current = 1)) WHERE id = :id`,
      `${ENTRIES} UPDATE message_revisions SET current = (digest IN (SELECT digest FROM entries))
       WHERE chat_id = :id AND current <> (digest IN (SELECT digest FROM entries))`,
    ].map((sql) => database.prepare(sql));
  }

  /** Inserts a record, or replaces the one with its id unless that is of a later revision of the unit. */
  upsert(unit: Unit, record: ArchiveRecord): void {
    const columns = {
      id: record.id,
      ...recordColumns(record),
      ...(record.number === undefined ? {} : { number: record.number }),
      unit: unit.name,
      revision: unit.revision,
      digest: record.digest,
      body: JSON.stringify(record.body),
    };
    let statement = this.#upserts.get(record.kind);
    if (statement === undefined) {
      statement = this.#database.prepare(upsertSql(record.kind, Object.keys(columns)));
      this.#upserts.set(record.kind, statement);
    }
    statement.run(...Object.values(columns));
  }

  /** Marks what the newest snapshots of the chats of a revision name as current. */
  applySnapshots({ name, revision }: Unit): void {
    const changed = this.#database
      .prepare('SELECT DISTINCT id FROM snapshots WHERE unit = ? AND revision = ?')
      .all(name, revision);
    const newest = this.#database.prepare(
      'SELECT id, contents FROM snapshots WHERE id = ? ORDER BY number DESC LIMIT 1',
    );
    const [snapshots, chats, messages] = this.#current;
    for (const { id } of changed) {
      const { contents = null } = newest.get(id ?? null) ?? {};
      snapshots?.run({ id: id ?? null });
      chats?.run({ id: id ?? null });
      messages?.run({ id: id ?? null, contents });
    }
  }

  /** Returns whether a revision of a unit was committed. */
  hasUnit({ name, revision }: Pick<Unit, 'name' | 'revision'>): boolean {
    return this.#committed.get(name, revision) !== undefined;
  }

  /** Removes what an earlier attempt committed for the first revision of a unit and the current one may not contain. */
  replaceUnit(unit: Unit): void {
    if (unit.revision > 0 || !this.hasUnit(unit)) return;
    for (const kind of Object.keys(RECORD_TABLES) as RecordKind[]) {
      const { table } = REVISIONS[kind] ?? RECORD_TABLES[kind];
      this.#database.prepare(`DELETE FROM ${table} WHERE unit = ? AND revision = 0`).run(unit.name);
    }
  }

  /** Notes the revision as committed. */
  commitUnit(unit: Unit, records: number): void {
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO units (name, revision, family, records, committed_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(unit.name, unit.revision, unit.family, records, new Date().toISOString());
  }
}

function upsertSql(kind: RecordKind, columns: readonly string[]): string {
  const revisions = REVISIONS[kind];
  const { table } = revisions ?? RECORD_TABLES[kind];
  const key = revisions === undefined ? 'id' : `id, ${revisions.by}`;
  const changes = columns
    .filter((column) => !key.split(', ').includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  // What an id and a digest name never changes.
  if (revisions?.by === 'digest') return `${insert} ON CONFLICT (${key}) DO NOTHING`;
  return `${insert} ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}
    WHERE unit <> excluded.unit OR revision <= excluded.revision`;
}
