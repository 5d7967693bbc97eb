import type { RunContext } from './run-context.js';

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
