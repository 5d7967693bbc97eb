import { randomUUID } from 'node:crypto';
import { checkRecord, isA, must, withMethods, type Checks } from '@parlance/core-transport/internal';
import type { Store, StoreSession } from '@parlance/durable';
import { ConfigError } from '@parlance/schemas/kit';
import type { Selectable } from 'kysely';
import { requireOptions, text, wrong } from '../option-checks.js';
import { ArchiveError } from '../archive-error.js';
import type { Archive } from '../reader/open-archive.js';
import { decode, encode } from '../export/state/json-column.js';
import { archiveObjects } from '../scopes/archive-objects.js';
import { isId, type ResolvedReference, type TypedReference } from '../scopes/reference.js';
import { requireResolved, resolveReferences, type Resolution } from '../scopes/resolve-references.js';
import { folded } from '../text/fold.js';
import { referenceOf, type HeldChat, type Hold, type HoldEffect, type HoldScope } from './hold.js';
import { chatsInJournal } from './journal.js';
import { archiveOrganizations, bindStore, requireStoreOf } from './one-organization.js';
import type { RetentionPlan } from './plan-file.js';
import { RetentionError } from './retention-error.js';
import { migrateRetention, retentionSchema, type RetentionTables } from './retention-schema.js';
import { listChatUnits, readArchivedUnit } from './archived-chats.js';
import { HoldMatcher } from './hold-match.js';
import { Samples } from '../certificates/samples.js';

/** Options for {@link Holds.add}: the scope, and who adds the hold and why. */
export type NewHold = HoldScope & {
  readonly by: string;
  readonly reason: string;
  /**
   * States that the hold rightly matches no archived chat yet, for example because somebody joins next week. It is recorded with the name in
   * `by`. What is not known must then be an id. Without it, what the archive does not know is refused, and so are plans while a hold on a user,
   * project or chat matches nothing.
   * Default: false.
   */
  readonly matchesNothingYet?: boolean | undefined;
};

/** A hold that was added, and its effect. */
export interface AddedHold extends Hold, HoldEffect {}

/** A hold that was checked: what it matches now, and its problem. */
export interface CheckedHold extends Hold, HoldEffect {
  /**
   * Why the hold in force probably protects nobody: it matches no chat, which nobody has stated to be right, or refers to what the archive does not
   * know. Null if nothing is wrong. A text that matches nothing is not wrong.
   */
  readonly problem: string | null;
}

const newHoldChecks: Checks = {
  user: text,
  project: text,
  chat: text,
  text: must(
    'a text with a visible character',
    (value) => typeof value === 'string' && folded(value).trim() !== '',
  ),
  by: text,
  reason: text,
  matchesNothingYet: isA('boolean'),
};
const SCOPES: readonly string[] = ['user', 'project', 'chat', 'text'];
const releaseChecks: Checks = { by: text, reason: text };

/**
 * Opens the holds of a store.
 *
 * @param store - The store of the export, or one that all machines share. Its tables are created if they are missing.
 * @param archive - The archive with the chats to keep. People, projects and chats are looked up in it.
 * @returns The holds.
 * @throws {RetentionError} With code `other_organization` when the store belongs to another organization than the archive.
 * @throws {ArchiveError} When the archive is damaged.
 */
export async function openHolds(store: Store, archive: Archive): Promise<Holds> {
  requireOptions({ archive }, ['archive']);
  checkRecord('', { archive }, { archive: withMethods('certificates', 'records') });
  const organizations = archiveOrganizations(archive);
  await migrateRetention(store);
  await requireStoreOf(store, organizations);
  return new Holds(store, { archive, organizations });
}

/** The holds of a store. No chat that a hold keeps becomes part of a retention plan, and a new hold invalidates plans that were made before. */
export class Holds {
  /** The store. */
  readonly store: Store;
  readonly #archive: Archive;
  readonly #organizations: readonly string[];

  /** @internal Use {@link openHolds}. */
  constructor(
    store: Store,
    { archive, organizations }: { readonly archive: Archive; readonly organizations: readonly string[] },
  ) {
    this.store = store;
    this.#archive = archive;
    this.#organizations = organizations;
  }

  /**
   * Adds a hold. Once it returns, no further deletion starts under a plan that was made before. A request that was already on its way is in
   * the journal with an earlier time.
   *
   * A user, project or chat is found by id, or by what people call it: an e-mail address, name or title, also an earlier one. It is looked up in the
   * archived directory, chats and audit log, and a chat in the journal, too. The hold is in force before the chats that it matches are counted, which
   * reads the whole archive.
   *
   * @param hold - What to keep, who adds the hold, and why.
   * @returns The hold, how many archived chats it matches, and samples.
   * @throws {ConfigError} When it has no scope or several, no author or reason, or refers to nothing that is known, or to several objects. The message
   *   names them, or what is similar.
   * @throws {RetentionError} With code `other_organization`, or `archive_changed` when the hold is in force and its chats cannot be counted.
   */
  async add(hold: NewHold): Promise<AddedHold> {
    const scope = checkHold(hold);
    const typed = referenceOf(scope);
    if (typed === null && hold.matchesNothingYet === true)
      throw wrong('matchesNothingYet', 'cannot be combined with text');
    const reference = typed && (await this.#resolve(typed, hold.matchesNothingYet === true));
    const added = await this.#insert(scope, reference, hold);
    try {
      const [effect = NO_EFFECT] = await effectsOf(this.#archive, [added]);
      await this.store
        .tables(retentionSchema)
        .updateTable('archive_holds')
        .set({ effect: encode(effect) })
        .where('id', '=', added.id)
        .execute();
      return { ...added, effect, ...effect };
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      throw new RetentionError(
        'archive_changed',
        `The hold ${added.id} is in force, but its chats cannot be counted: ${error.message}`,
        { cause: error },
      );
    }
  }

  /** A reference to nobody protects nobody. */
  async #resolve(typed: TypedReference, matchesNothingYet: boolean): Promise<ResolvedReference> {
    const [resolution = { state: 'unknown' as const, problem: '' }] = await this.#lookUp([typed]);
    if (resolution.state === 'unknown' && matchesNothingYet && isId(typed))
      return { ...typed, id: typed.typed, names: [], record: null };
    return requireResolved(resolution, { kind: typed.kind, path: typed.kind });
  }

  #lookUp(references: readonly TypedReference[]): Promise<readonly Resolution[]> {
    const chats = references.filter(({ kind }) => kind === 'chat').map(({ typed }) => typed);
    const journal = chats.length === 0 ? [] : [() => chatsInJournal(this.store, chats)];
    return resolveReferences([...archiveObjects(this.#archive), ...journal], references);
  }

  #insert(
    scope: HoldScope,
    reference: ResolvedReference | null,
    { by, reason, matchesNothingYet }: NewHold,
  ): Promise<Hold> {
    const [[kind, typed]] = Object.entries(scope) as [[RetentionTables['archive_holds']['scope'], string]];
    return this.store.transaction(async (transaction) => {
      const tables = transaction.tables(retentionSchema);
      await tables
        .updateTable('archive_retention_head')
        .set((column) => ({ holds_version: column('holds_version', '+', 1) }))
        .execute();
      await bindStore(transaction, this.#organizations);
      const row: Selectable<RetentionTables['archive_holds']> = {
        id: `hold_${randomUUID()}`,
        scope: kind,
        value: reference?.id ?? typed,
        reason,
        added_by: by,
        added_at: await transaction.now(),
        released_by: null,
        released_at: null,
        release_reason: null,
        matches_nothing_yet_by: matchesNothingYet === true ? by : null,
        reference: reference && encode(reference),
        effect: null,
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
    requireOptions(release, ['by', 'reason']);
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

  /**
   * Evaluates holds again: which chats they match now, and whether the archive still knows what they refer to. Reads the archive once for all holds.
   *
   * @param options - `released: true` includes those that were released, which have no problems. Default: only those in force.
   * @throws {ArchiveError} When the archive is damaged.
   */
  async check(options: { readonly released?: boolean | undefined } = {}): Promise<readonly CheckedHold[]> {
    const holds = await this.list(options);
    const effects = await effectsOf(this.#archive, holds);
    const checked = holds.map((hold, index) => ({
      ...hold,
      ...(effects[index] ?? NO_EFFECT),
      problem: null,
    }));
    const suspects = checked.flatMap((hold) => {
      const reference = referenceOf(hold.scope);
      const isRight = hold.matches > 0 || hold.matchesNothingYetBy !== null || hold.released !== null;
      return isRight || reference === null ? [] : [{ id: hold.id, reference }];
    });
    const found = await this.#lookUp(suspects.map(({ reference }) => reference));
    const problems = new Map(suspects.map(({ id, reference }, at) => [id, problemOf(reference, found[at])]));
    return checked.map((hold) => ({ ...hold, problem: problems.get(hold.id) ?? null }));
  }
}

const NO_EFFECT: HoldEffect = { matches: 0, samples: [] };

function problemOf({ typed }: TypedReference, resolution: Resolution | undefined): string {
  if (resolution?.state !== 'resolved') return resolution?.problem ?? '';
  const { id } = resolution.reference;
  return id === typed ? 'it matches no archived chat' : `it is not on an id. The id is ${id}`;
}

/** Lists holds. */
export async function listHolds(session: StoreSession, released = false): Promise<readonly Hold[]> {
  let query = session.tables(retentionSchema).selectFrom('archive_holds').selectAll();
  if (!released) query = query.where('released_at', 'is', null);
  return (await query.orderBy('added_at').orderBy('id').execute()).map(holdOf);
}

/**
 * Requires that a plan was made under all holds that are in force.
 *
 * @throws {RetentionError} With code `hold_added`.
 */
export async function requireKnownHolds(plan: RetentionPlan, session: StoreSession): Promise<void> {
  const added = (await listHolds(session)).find(({ id }) => !plan.holds.includes(id));
  if (added !== undefined)
    throw new RetentionError('hold_added', `The hold ${added.id} was added after the plan. Make a new plan.`);
}

/** Lists the holds in force of a store that may have no tables of holds yet. */
export async function holdsInForce(store: Store): Promise<readonly Hold[]> {
  await migrateRetention(store);
  return listHolds(store);
}

/** Checks a hold, and returns its scope. */
function checkHold(hold: NewHold): HoldScope {
  checkRecord('', hold, newHoldChecks);
  requireOptions(hold, ['by', 'reason']);
  const scopes = Object.entries(hold).filter(([name, value]) => SCOPES.includes(name) && value !== undefined);
  if (scopes.length !== 1) throw new ConfigError('scope', 'set exactly one of user, project, chat and text');
  // The checks above have proved it.
  return Object.fromEntries(scopes) as unknown as HoldScope;
}

function holdOf(row: Selectable<RetentionTables['archive_holds']>): Hold {
  const { id, scope, value, reason, added_by, added_at, released_by, released_at, release_reason } = row;
  return {
    id,
    scope: { [scope]: value } as unknown as HoldScope,
    reference: row.reference && decode(row.reference),
    reason,
    addedBy: added_by,
    addedAt: new Date(added_at).toISOString(),
    matchesNothingYetBy: row.matches_nothing_yet_by,
    effect: row.effect && decode(row.effect),
    released:
      released_at === null
        ? null
        : { by: released_by ?? '', at: new Date(released_at).toISOString(), reason: release_reason ?? '' },
  };
}

const SAMPLES = 5;

/**
 * Finds what holds match, in their order. Reads the chats of the archive once for all holds, with the memory of {@link readArchivedUnit}.
 *
 * @throws {ArchiveError} When the archive is damaged.
 */
async function effectsOf(archive: Archive, holds: readonly Hold[]): Promise<readonly HoldEffect[]> {
  if (holds.length === 0) return [];
  const found = new Map(holds.map(({ id }) => [id, { matches: 0, samples: new Samples<HeldChat>(SAMPLES) }]));
  const matcher = new HoldMatcher(holds);
  const { units } = await listChatUnits(archive, archive.manifest.certificates);
  for (const [name, unit] of units) {
    const { chats } = await readArchivedUnit(archive, { name, ...unit }, matcher);
    for (const { chat, holds: matching } of chats.values()) {
      const { id: user, email_address: email } = chat.user;
      const sample = { chat: chat.id, title: chat.name, user, email };
      for (const effect of matching.flatMap((id) => found.get(id) ?? [])) {
        effect.matches += 1;
        effect.samples.add(chat.id, sample);
      }
    }
  }
  return [...found.values()].map(({ matches, samples }) => ({ matches, samples: samples.list }));
}
