import type { Kysely } from 'kysely';

/** Names of columns by their type, separated by spaces: `{ text: 'name value', bigint: 'saved_at' }`. */
export type ColumnNames = Readonly<Partial<Record<'text' | 'integer' | 'bigint', string>>>;

/** A table, for {@link createTable}. */
export interface TableDefinition {
  /** Columns without null. */
  readonly columns: ColumnNames;
  /** Columns that can be null. */
  readonly nullable?: ColumnNames | undefined;
  /** Columns of the primary key. */
  readonly key: readonly string[];
}

/** Creates a table, in a migration of a {@link StoreSchema}. The types are the same on SQLite and PostgreSQL. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  { columns, nullable = {}, key }: TableDefinition,
): Promise<void> {
  let table = db.schema.createTable(name);
  for (const [column, type] of columnsOf(columns))
    table = table.addColumn(column, type, (definition) => definition.notNull());
  for (const [column, type] of columnsOf(nullable)) table = table.addColumn(column, type);
  await table.addPrimaryKeyConstraint(`${name}_key`, [...key] as never).execute();
}

function columnsOf(names: ColumnNames): [column: string, type: keyof ColumnNames][] {
  return (['text', 'integer', 'bigint'] as const).flatMap((type) =>
    (names[type] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((column): [string, keyof ColumnNames] => [column, type]),
  );
}
