import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the condition that a text column starts with a prefix. `like` ignores case in SQLite, and ranges depend on the collation in
 * PostgreSQL.
 */
export function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, length(${prefix})) = ${prefix}`;
}
