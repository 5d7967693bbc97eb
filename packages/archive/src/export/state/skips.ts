import type { Store } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import { exportSchema } from './export-schema.js';
import { requireStarted } from './read-status.js';
import type { RunContext } from './run-context.js';

/**
 * Marks items that the next run leaves out. Returns their number.
 *
 * @param ids - Ids of chats and files that failed.
 * @throws {ConfigError} When one of them did not fail. Nothing is marked then.
 * @throws {ExportError} When the export was never started.
 */
export async function skipItems(store: Store, exportName: string, ids: readonly string[]): Promise<number> {
  await requireStarted(store, exportName);
  if (ids.length === 0) return 0;
  return store.transaction(async (transaction) => {
    const rows = await transaction
      .tables(exportSchema)
      .updateTable('archive_failures')
      .set({ skip: 1 })
      .where('export', '=', exportName)
      .where('kind', '!=', 'unit')
      .where('id', 'in', [...ids])
      .returning('id')
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    if (unknown.length === 0) return rows.length;
    throw new ConfigError(
      'ids',
      `\`ids\` must be those of chats and files that failed in the export ${exportName}; these did not: ${unknown.join(', ')}`,
    );
  });
}

/** Loads what a person decided to leave out: `chat id` or `file id`. These are few. */
export async function loadSkips({ tables, definition }: RunContext): Promise<ReadonlySet<string>> {
  const rows = await tables
    .selectFrom('archive_failures')
    .select(['kind', 'id'])
    .where('export', '=', definition.name)
    .where('skip', '=', 1)
    .execute();
  return new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
}
