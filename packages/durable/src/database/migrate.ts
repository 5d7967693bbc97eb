import { Migrator } from 'kysely/migration';
import { sql, type Kysely } from 'kysely';
import { ConfigError } from '@parlance/schemas/kit';
import type { StoreDatabase } from './store-database.js';
import { StoreError } from './store-error.js';

/**
 * The tables of a package, for `store.migrate`.
 *
 * @typeParam Tables - Interface of Kysely: the columns by table name.
 */
export interface StoreSchema<Tables> {
  /** Name of the owner of the tables, for example `archive`: lower-case letters, digits and underscores. */
  readonly name: string;
  /**
   * The migrations by name. They run once each, ordered by name, in a transaction, on both databases. Names are never
   * reused or removed: a store with a migration that is missing here was written by a newer release and is rejected.
   */
  readonly migrations: Readonly<Record<string, StoreMigration>>;
  /** Never set. Carries the type of the tables. */
  readonly tables?: Tables | undefined;
}

/** Creates or changes tables. It runs in a transaction. */
export type StoreMigration = (db: Kysely<unknown>) => Promise<void>;

/**
 * Creates or migrates the tables of a schema, in one transaction.
 *
 * @throws {StoreError} When a newer release has migrated them.
 * @throws {ConfigError} When the name of the schema is invalid.
 */
export async function migrate<Tables>(database: StoreDatabase, schema: StoreSchema<Tables>): Promise<void> {
  const { db, location, schemaName } = database;
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(schema.name))
    throw new ConfigError('name', 'name must consist of up to 31 lower-case letters, digits and underscores');
  const migrations = Object.fromEntries(
    Object.entries(schema.migrations).map(([name, up]) => [name, { up }]),
  );
  const migrationTableName = `parlance_${schema.name}_migrations`;
  // Most stores are up to date. Kysely's migrator would read the columns of all tables of the database to find that out.
  if (await isUpToDate(database, migrationTableName, migrations)) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName,
    migrationLockTableName: `${migrationTableName}_lock`,
    ...(schemaName === undefined ? {} : { migrationTableSchema: schemaName }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // Another process may have migrated the tables with a newer release in the meantime.
  await isUpToDate(database, migrationTableName, migrations);
  throw error instanceof Error ? error : new Error(`${location} could not be migrated`, { cause: error });
}

/**
 * Returns whether all known migrations have been applied.
 *
 * @throws {StoreError} When others have been applied as well.
 */
async function isUpToDate(
  { db, location, schemaName }: StoreDatabase,
  table: string,
  known: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const tables =
    schemaName === undefined
      ? sql`select name from sqlite_master where type = 'table' and name = ${table}`
      : sql`select table_name from information_schema.tables where table_schema = ${schemaName} and table_name = ${table}`;
  if ((await tables.execute(db)).rows.length === 0) return false;
  const dynamic = db as unknown as Kysely<Record<string, { name: string }>>;
  const rows = await dynamic.selectFrom(table).select('name').orderBy('name').execute();
  const unknown = rows.find(({ name }) => !Object.hasOwn(known, name));
  if (unknown === undefined) return rows.length === Object.keys(known).length;
  // Migrations are ordered by name, so one of a newer release comes last.
  if (Object.keys(known).some((name) => name > unknown.name))
    throw new StoreError(
      'store_outdated',
      location,
      `was written before the first release: its migration ${unknown.name} was never released. Use another store, or move this one away.`,
    );
  throw new StoreError(
    'store_newer',
    location,
    `was written by a newer release: this release does not know the migration ${unknown.name}. Update the packages to open it.`,
  );
}
