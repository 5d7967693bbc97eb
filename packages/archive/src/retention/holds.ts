import { randomUUID } from 'node:crypto';
import { checkRecord, isA, must, type Checks } from '@parlance/core-transport/internal';
import type { Store, StoreSession } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import type { Selectable } from 'kysely';
import { migrateRetention, retentionSchema, type RetentionTables } from './retention-schema.js';

/** What a hold keeps from being deleted: exactly one of the fields. */
export type HoldScope =
  | {
      /** Id of a user: all chats that the user created. */
      readonly user: string;
    }
  | {
      /** Id of a project: all chats in it. */
      readonly project: string;
    }
  | {
      /** Id of a chat. */
      readonly chat: string;
    }
  | {
      /**
       * Text: all chats with it in their name, messages, names of files or titles of artifacts, in any archived version. Case, accents' encoding
       * and white space do not matter. Contents of files are not searched.
       */
      readonly text: string;
    };

/** A hold: chats that must not be deleted, who said so, and why. */
export interface Hold {
  /** Id of the hold. */
  readonly id: string;
  /** What it keeps. */
  readonly scope: HoldScope;
  /** Why, for example the number of a matter. */
  readonly reason: string;
  /** Who added it. */
  readonly addedBy: string;
  /** Time at which it was added (RFC 3339), by the database's clock. */
  readonly addedAt: string;
  /** Who released it, when, and why; null while it is in force. */
  readonly released: { readonly by: string; readonly at: string; readonly reason: string } | null;
}

/** Options for {@link Holds.add}: the scope, and who adds the hold and why. */
export type NewHold = HoldScope & { readonly by: string; readonly reason: string };

const text = must('a non-empty string', (value) => typeof value === 'string' && value.trim() !== '');
const newHoldChecks: Checks = { user: text, project: text, chat: text, text, by: text, reason: text };
const releaseChecks: Checks = { by: text, reason: text };

/**
 * Opens the holds of a store. Use the store of the export, or one that all machines share.
 *
 * @param store - The store. Its tables are created if they are missing.
 * @returns The holds.
 */
export async function openHolds(store: Store): Promise<Holds> {
  await migrateRetention(store);
  return new Holds(store);
}

/** The holds of a store. No chat that a hold keeps becomes part of a retention plan, and a new hold invalidates plans that were made before. */
export class Holds {
  /** The store. */
  readonly store: Store;

  /** @internal Use {@link openHolds}. */
  constructor(store: Store) {
    this.store = store;
  }

  /**
   * Adds a hold. Once it returns, no further deletion starts under a plan that was made before. A request that was already on its way is in
   * the journal with an earlier time.
   *
   * @param hold - What to keep, who adds the hold, and why.
   * @returns The hold.
   * @throws {ConfigError} When it has no scope or several, or no author or reason.
   */
  async add(hold: NewHold): Promise<Hold> {
    checkRecord('', hold, newHoldChecks);
    requireAuthor(hold);
    const scopes = (['user', 'project', 'chat', 'text'] as const).filter((name) => name in hold);
    const [scope] = scopes;
    if (scope === undefined || scopes.length > 1)
      throw new ConfigError('scope', 'set exactly one of user, project, chat and text');
    const value = (hold as unknown as Record<string, string>)[scope] ?? '';
    return this.store.transaction(async (transaction) => {
      const tables = transaction.tables(retentionSchema);
      await tables
        .updateTable('archive_retention_head')
        .set((column) => ({ holds_version: column('holds_version', '+', 1) }))
        .execute();
      const row: Selectable<RetentionTables['archive_holds']> = {
        id: `hold_${randomUUID()}`,
        scope,
        value,
        reason: hold.reason,
        added_by: hold.by,
        added_at: await transaction.now(),
        released_by: null,
        released_at: null,
        release_reason: null,
      };
      await tables.insertInto('archive_holds').values(row).execute();
      return holdOf(row);
    });
  }

  /**
   * Releases a hold. It stays on record.
   *
   * @param id - Id of the hold.
   * @param release - Who releases it, and why.
   * @returns The hold.
   * @throws {ConfigError} When there is no such hold, it was released before, or author or reason are missing.
   */
  async release(id: string, release: { readonly by: string; readonly reason: string }): Promise<Hold> {
    checkRecord('', release, releaseChecks);
    requireAuthor(release);
    return this.store.transaction(async (transaction) => {
      const row = await transaction
        .tables(retentionSchema)
        .updateTable('archive_holds')
        .set({
          released_by: release.by,
          released_at: await transaction.now(),
          release_reason: release.reason,
        })
        .where('id', '=', id)
        .where('released_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined)
        throw new ConfigError(
          'id',
          `\`id\` must be the id of a hold in force; received ${JSON.stringify(id)}`,
        );
      return holdOf(row);
    });
  }

  /**
   * Lists holds, in the order in which they were added.
   *
   * @param options - `released: true` includes those that were released. Default: only those in force.
   */
  async list(options: { readonly released?: boolean | undefined } = {}): Promise<readonly Hold[]> {
    checkRecord('', options, { released: isA('boolean') });
    return listHolds(this.store, options.released === true);
  }
}

/** Lists holds. */
export async function listHolds(session: StoreSession, released = false): Promise<readonly Hold[]> {
  let query = session.tables(retentionSchema).selectFrom('archive_holds').selectAll();
  if (!released) query = query.where('released_at', 'is', null);
  return (await query.orderBy('added_at').orderBy('id').execute()).map(holdOf);
}

function requireAuthor(options: { readonly by?: unknown; readonly reason?: unknown }): void {
  for (const name of ['by', 'reason'] as const)
    if (options[name] === undefined) throw new ConfigError(name, `${name} is missing`);
}

function holdOf(row: Selectable<RetentionTables['archive_holds']>): Hold {
  const { id, scope, value, reason, added_by, added_at, released_by, released_at, release_reason } = row;
  return {
    id,
    scope: { [scope]: value } as unknown as HoldScope,
    reason,
    addedBy: added_by,
    addedAt: new Date(added_at).toISOString(),
    released:
      released_at === null
        ? null
        : { by: released_by ?? '', at: new Date(released_at).toISOString(), reason: release_reason ?? '' },
  };
}
