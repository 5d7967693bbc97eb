import { Migrator } from 'kysely/migration';
import type { Kysely } from 'kysely';
import { ConfigError } from '@parlance/schemas/kit';
import type { StoreSchema } from './store.js';
import { StoreError } from './store-error.js';

/** The database to migrate. */
export interface MigrationTarget {
  /** File name or address, for errors. */
  readonly location: string;
  readonly db: Kysely<never>;
  /** Schema of the tables; undefined for SQLite. */
  readonly schemaName: string | undefined;
}

/**
 * Creates or migrates the tables of a schema, in one transaction.
 *
 * @throws {StoreError} When a newer release has migrated them.
 * @throws {ConfigError} When the name of the schema is invalid.
 */
export async function migrate<Tables>(target: MigrationTarget, schema: StoreSchema<Tables>): Promise<void> {
  const { db, location, schemaName } = target;
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(schema.name))
    throw new ConfigError('name', 'name must consist of up to 31 lower-case letters, digits and underscores');
  const migrations = Object.fromEntries(
    Object.entries(schema.migrations).map(([name, up]) => [name, { up }]),
  );
  const migrationTableName = `parlance_${schema.name}_migrations`;
  await rejectNewer(target, migrationTableName, migrations);
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
  await rejectNewer(target, migrationTableName, migrations);
  throw error instanceof Error ? error : new Error(`${location} could not be migrated`, { cause: error });
}

async function rejectNewer(
  { db, location, schemaName }: MigrationTarget,
  table: string,
  known: Readonly<Record<string, unknown>>,
): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const exists = tables.some(
    ({ name, schema }) => name === table && (schemaName === undefined || schema === schemaName),
  );
  if (!exists) return;
  const dynamic = db as unknown as Kysely<Record<string, { name: string }>>;
  const rows = await dynamic.selectFrom(table).select('name').orderBy('name').execute();
  const newer = rows.find(({ name }) => !Object.hasOwn(known, name));
  if (newer === undefined) return;
  throw new StoreError(
    'store_newer',
    location,
    `was written by a newer release: this release does not know the migration ${newer.name}. Update the packages to open it.`,
  );
}
