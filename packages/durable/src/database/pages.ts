import { sql, type RawBuilder } from 'kysely';

const PAGE = 500;

/**
 * Reads rows in pages, so that a long list needs little memory.
 *
 * @param read - Returns up to `limit` rows with keys after `last`, in the order of their keys. `last` is empty for the first page.
 * @param keyOf - Returns the key of a row.
 */
export async function* inPages<Row>(
  read: (limit: number, last: string) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row, undefined> {
  let last = '';
  for (;;) {
    const rows = await read(PAGE, last);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = keyOf(end);
  }
}

/**
 * Returns the condition that a text column starts with a prefix. `like` ignores case in SQLite, and ranges depend on the collation in
 * PostgreSQL.
 */
export function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, length(${prefix})) = ${prefix}`;
}
