import { sql } from 'kysely';
import type { StoreTransaction } from '@parlance/durable';
import { isoTime } from '../definition/duration.js';
import { exportSchema } from '../state/export-schema.js';
import { inParts } from '../state/lists.js';

/** The time of a chat may be this much earlier than that of the activity that names it, in milliseconds. */
const MARGIN_MS = 60_000;

/** Times of the first and the last activity of a user. */
export interface NamedTimes {
  readonly first: string;
  readonly last: string;
}

/** What {@link nameUsers} stores. */
export interface NamedUsers {
  readonly exportName: string;
  readonly users: ReadonlyMap<string, NamedTimes>;
  /** Whether a recheck found the activities. */
  readonly isLate: boolean;
}

/** Remembers users who were named by activities, so that their chats are listed again. */
export async function nameUsers(
  transaction: StoreTransaction,
  { exportName, users, isLate }: NamedUsers,
): Promise<void> {
  for (const part of inParts([...users])) {
    const rows = part.map(([id, { first, last }]) => ({
      export: exportName,
      id,
      unit: null,
      named_to: last,
      late_from: isLate ? isoTime(Date.parse(first) - MARGIN_MS) : null,
      listed_to: null,
    }));
    await transaction
      .tables(exportSchema)
      .insertInto('archive_users')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['export', 'id']).doUpdateSet({
          named_to: sql<string>`case when archive_users.named_to > excluded.named_to then archive_users.named_to else excluded.named_to end`,
          late_from: sql<
            string | null
          >`case when archive_users.late_from < excluded.late_from or excluded.late_from is null then archive_users.late_from else excluded.late_from end`,
        }),
      )
      .execute();
  }
}
