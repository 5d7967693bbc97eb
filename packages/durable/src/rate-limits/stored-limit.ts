import { sql } from 'kysely';
import { storedJson } from '../database/json-value.js';
import { databaseOf, unsyncedTransaction } from '../store/database-store.js';
import type { Store } from '../store/store.js';
import {
  grantPermits,
  heldMs,
  holdAfter,
  UNKNOWN_LIMIT,
  type Grant,
  type LeaseRequest,
  type LimitRefusal,
  type LimitState,
} from './grant-permits.js';

/** The state of a limit in the table `parlance_rate_limits`, which all processes share. */
export class StoredLimit {
  readonly #store: Store;
  readonly #scope: string;
  #created: Promise<void> | undefined;
  /** The limit in the table when it was last read or set here. */
  #known: number | null = null;

  constructor(store: Store, scope: string) {
    this.#store = store;
    this.#scope = scope;
  }

  /** Throws in the function of a transaction. With SQLite, the request would wait for a permit, and the permit for the transaction. */
  requireUsable(): void {
    void databaseOf(this.#store).db;
  }

  /** Reserves permits for this process. */
  lease(request: LeaseRequest): Promise<Grant> {
    return this.#change((state, clock) => {
      const { state: next, grant } = grantPermits(state, request, clock);
      return [next, grant];
    });
  }

  /** Returns for how long all processes are held back, in milliseconds; 0 or less if they are not. */
  async heldMs(): Promise<number> {
    const { db, now } = databaseOf(this.#store);
    const row = await db
      .selectFrom('parlance_rate_limits')
      .select(['state', sql<number>`${now}`.as('clock')])
      .where('scope', '=', this.#scope)
      .executeTakeFirst();
    return row === undefined ? 0 : heldMs(this.#stateOf(row), row.clock);
  }

  /** Holds all processes back after a 429. */
  hold(refusal: LimitRefusal): Promise<void> {
    return this.#change((state, clock) => [holdAfter(state, refusal, clock), undefined]);
  }

  /** Sets the limit that a response has reported. */
  async learn(requestsPerMinute: number): Promise<void> {
    if (requestsPerMinute === this.#known) return;
    await this.#change((state) => [{ ...state, requestsPerMinute }, undefined]);
  }

  async #change<Result>(change: (state: LimitState, clock: number) => [LimitState, Result]): Promise<Result> {
    this.#created ??= this.#create();
    await this.#created;
    // Each request may change it, and after a power failure, a state that is a little older serves as well.
    const [state, result] = await unsyncedTransaction(this.#store, async (transaction) => {
      const { db, kind, now } = databaseOf(transaction);
      const row = await db
        .selectFrom('parlance_rate_limits')
        .select(['state', sql<number>`${now}`.as('clock')])
        .where('scope', '=', this.#scope)
        .$if(kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
      const changed = change(this.#stateOf(row), row.clock);
      await db
        .updateTable('parlance_rate_limits')
        .set({ state: JSON.stringify(changed[0]) })
        .where('scope', '=', this.#scope)
        .execute();
      return changed;
    });
    this.#known = state.requestsPerMinute;
    return result;
  }

  async #create(): Promise<void> {
    try {
      await databaseOf(this.#store)
        .db.insertInto('parlance_rate_limits')
        .values({ scope: this.#scope, state: JSON.stringify(UNKNOWN_LIMIT) })
        .onConflict((conflict) => conflict.column('scope').doNothing())
        .execute();
    } catch (error) {
      this.#created = undefined;
      throw error;
    }
  }

  #stateOf({ state }: { readonly state: string }): LimitState {
    return storedJson(this.#store.location, 'state', state, isSound);
  }
}

function isSound({ busyUntil, savedAt, aheadMs, pace }: LimitState): boolean {
  return [busyUntil, savedAt, aheadMs, pace.nextAt, pace.heldUntil].every(Number.isFinite);
}
