import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ArchiveRecord, RecordKind } from '../records/archive-record.js';
import type { Unit } from '../sinks/sink.js';
import { RECORD_TABLES, recordColumns } from '../records/record-columns.js';

/** Inserts and replaces records, with one prepared statement per kind. */
export class RecordStatements {
  readonly #database: DatabaseSync;
  readonly #committed: StatementSync;
  readonly #upserts = new Map<RecordKind, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#committed = database.prepare('SELECT 1 FROM units WHERE name = ? AND revision = ?');
  }

  /** Inserts a record, or replaces the one with its id unless that is of a later revision of the unit. */
  upsert(unit: Unit, record: ArchiveRecord): void {
    const columns = {
      id: record.id,
      ...recordColumns(record),
      unit: unit.name,
      revision: unit.revision,
      digest: record.digest,
      body: JSON.stringify(record.body),
    };
    let statement = this.#upserts.get(record.kind);
    if (statement === undefined) {
      statement = this.#database.prepare(upsertSql(RECORD_TABLES[record.kind].table, Object.keys(columns)));
      this.#upserts.set(record.kind, statement);
    }
    statement.run(...Object.values(columns));
  }

  /** Returns whether a revision of a unit was committed. */
  hasUnit({ name, revision }: Pick<Unit, 'name' | 'revision'>): boolean {
    return this.#committed.get(name, revision) !== undefined;
  }

  /** Removes what an earlier attempt committed for the first revision of a unit and the current one may not contain. */
  replaceUnit(unit: Unit): void {
    if (unit.revision > 0 || !this.hasUnit(unit)) return;
    for (const { table } of Object.values(RECORD_TABLES))
      this.#database.prepare(`DELETE FROM ${table} WHERE unit = ? AND revision = 0`).run(unit.name);
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

function upsertSql(table: string, columns: readonly string[]): string {
  const changes = columns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${changes.join(', ')}
    WHERE unit <> excluded.unit OR revision <= excluded.revision`;
}
