import type { Pace } from '@parlance/core-transport/internal';
import { sql } from 'kysely';
import { databaseOf } from '../store/database-store.js';
import type { Store } from '../store/store.js';
import {
  grantPermits,
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
    return this.#change((state, now) => {
      const { state: next, grant } = grantPermits(state, request, now);
      return [next, grant];
    });
  }

  /** Returns for how long all processes are held back, in milliseconds; 0 or less if they are not. */
  async heldMs(): Promise<number> {
    const { db, now } = databaseOf(this.#store);
    const row = await db
      .selectFrom('parlance_rate_limits')
      .select(['pace', sql<number>`${now}`.as('now')])
      .where('scope', '=', this.#scope)
      .executeTakeFirst();
    return row === undefined ? 0 : paceOf(row.pace).heldUntil - row.now;
  }

  /** Holds all processes back after a 429. */
  hold(refusal: LimitRefusal): Promise<void> {
    return this.#change((state, now) => [holdAfter(state, refusal, now), undefined]);
  }

  /** Sets the limit that a response has reported. */
  async learn(requestsPerMinute: number): Promise<void> {
    if (requestsPerMinute === this.#known) return;
    await this.#change((state) => [{ ...state, requestsPerMinute }, undefined]);
  }

  async #change<Result>(change: (state: LimitState, now: number) => [LimitState, Result]): Promise<Result> {
    this.#created ??= this.#create();
    await this.#created;
    const [state, result] = await this.#store.transaction(async (transaction) => {
      const { db, kind, now: clock } = databaseOf(transaction);
      const row = await db
        .selectFrom('parlance_rate_limits')
        .selectAll()
        .select(sql<number>`${clock}`.as('now'))
        .where('scope', '=', this.#scope)
        .$if(kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
      const changed = change(
        {
          requestsPerMinute: row.requests_per_minute,
          pace: paceOf(row.pace),
          busyUntil: row.busy_until,
          savedAt: row.saved_at,
        },
        row.now,
      );
      const [next] = changed;
      await db
        .updateTable('parlance_rate_limits')
        .set(columnsOf(next))
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
        .values({ scope: this.#scope, ...columnsOf(UNKNOWN_LIMIT) })
        .onConflict((conflict) => conflict.column('scope').doNothing())
        .execute();
    } catch (error) {
      this.#created = undefined;
      throw error;
    }
  }
}

function columnsOf({ requestsPerMinute, pace, busyUntil, savedAt }: LimitState): {
  requests_per_minute: number | null;
  pace: string;
  busy_until: number;
  saved_at: number;
} {
  const json = JSON.stringify(pace);
  return { requests_per_minute: requestsPerMinute, pace: json, busy_until: busyUntil, saved_at: savedAt };
}

function paceOf(json: string): Pace {
  // Written by `columnsOf`.
  return JSON.parse(json) as Pace;
}
