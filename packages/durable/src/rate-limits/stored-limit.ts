import { sql } from 'kysely';
import { databaseOf } from '../store/database-store.js';
import type { Store } from '../store/store.js';
import { grantPermits, pauseFor, type Grant, type LeaseRequest, type LimitState } from './grant-permits.js';

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

  /** Returns for how long all processes are paused, in milliseconds; 0 or less if they are not. */
  async pausedMs(): Promise<number> {
    const { db, now } = databaseOf(this.#store);
    const row = await db
      .selectFrom('parlance_rate_limits')
      .select(sql<number>`paused_until - ${now}`.as('remaining'))
      .where('scope', '=', this.#scope)
      .executeTakeFirst();
    return row?.remaining ?? 0;
  }

  /** Pauses all processes. */
  pause(pauseMs: number): Promise<void> {
    return this.#change((state, now) => [pauseFor(state, pauseMs, now), undefined]);
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
          pace: row.pace,
          pacedAt: row.paced_at,
          nextAt: row.next_at,
          pausedUntil: row.paused_until,
          busyUntil: row.busy_until,
        },
        row.now,
      );
      const [next] = changed;
      await db
        .updateTable('parlance_rate_limits')
        .set({
          requests_per_minute: next.requestsPerMinute,
          pace: next.pace,
          paced_at: next.pacedAt,
          next_at: next.nextAt,
          paused_until: next.pausedUntil,
          busy_until: next.busyUntil,
        })
        .where('scope', '=', this.#scope)
        .execute();
      return changed;
    });
    this.#known = state.requestsPerMinute;
    return result;
  }

  async #create(): Promise<void> {
    try {
      const times = { paced_at: 0, next_at: 0, paused_until: 0, busy_until: 0 };
      await databaseOf(this.#store)
        .db.insertInto('parlance_rate_limits')
        .values({ scope: this.#scope, requests_per_minute: null, pace: 1, ...times })
        .onConflict((conflict) => conflict.column('scope').doNothing())
        .execute();
    } catch (error) {
      this.#created = undefined;
      throw error;
    }
  }
}
