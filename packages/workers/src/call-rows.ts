/** Calls that wait for a decision, and results that the service refused, in the store. */
import type { Store, StoreSession } from '@parlance/durable';
import type { Kysely, Selectable } from 'kysely';
import { workerSchema, type WorkerTables } from './worker-schema.js';

/** A call that waits, was decided or has a refused result. */
export type CallRow = Selectable<WorkerTables['worker_calls']>;

/** What identifies and describes a call. */
export type CallFacts = Pick<CallRow, 'call' | 'session' | 'tool' | 'kind'> & { readonly input: unknown };

/** Returns the key of a call in the ledger. A prompt is decided apart from the call that it allows. */
export function ledgerKey({ kind, call }: Pick<CallRow, 'kind' | 'call'>): string {
  return kind === 'prompt' ? `prompt/${call}` : call;
}

/** The rows of the workers of one name. */
export class CallRows {
  readonly #store: StoreSession;
  readonly #db: Kysely<WorkerTables>;
  /** Name of the workers, and of their ledger. */
  readonly worker: string;

  /**
   * @param store - A store with the tables of {@link workerSchema}, or a transaction of it.
   * @param worker - Name of the workers.
   */
  constructor(store: StoreSession, worker: string) {
    this.#store = store;
    this.#db = store.tables(workerSchema);
    this.worker = worker;
  }

  /** Migrates the tables, and returns the rows of a store. */
  static async open(store: Store, worker: string): Promise<CallRows> {
    await store.migrate(workerSchema);
    return new CallRows(store, worker);
  }

  /** Records that a call waits for a decision. An earlier decision did not apply. */
  async wait(facts: CallFacts): Promise<void> {
    await this.#put(facts, { state: 'waiting', reason: null });
  }

  /** Records that the service refused the result of a call. */
  async refuse(facts: CallFacts, reason: string): Promise<void> {
    await this.#put(facts, { state: 'refused', reason });
  }

  /** Returns those of the calls that no longer wait: they were decided, or another worker has settled them. */
  async decided(calls: readonly string[]): Promise<string[]> {
    const rows = await this.#all()
      .select('call')
      .where('state', '=', 'waiting')
      .where('call', 'in', [...calls])
      .execute();
    const waiting = new Set(rows.map(({ call }) => call));
    return calls.filter((call) => !waiting.has(call));
  }

  /** Returns a call. */
  get(call: string): Promise<CallRow | undefined> {
    return this.#all().selectAll().where('call', '=', call).executeTakeFirst();
  }

  /** Records that a call was decided. */
  async decide(call: string, reason: string | null): Promise<void> {
    await this.#db
      .updateTable('worker_calls')
      .set({ state: 'decided', reason })
      .where('worker', '=', this.worker)
      .where('call', '=', call)
      .execute();
  }

  /** Removes a call that no longer waits. A refused result stays. */
  async settle(call: string): Promise<void> {
    await this.#delete(call).where('state', '!=', 'refused').execute();
  }

  /** Removes a refused result. Returns whether there was one. */
  async dismiss(call: string): Promise<boolean> {
    const row = await this.#delete(call).where('state', '=', 'refused').returning('call').executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the calls in a state, oldest first. */
  list(state: CallRow['state']): Promise<CallRow[]> {
    return this.#all().selectAll().where('state', '=', state).orderBy('since').orderBy('call').execute();
  }

  #delete(call: string) {
    return this.#db.deleteFrom('worker_calls').where('worker', '=', this.worker).where('call', '=', call);
  }

  #all() {
    return this.#db.selectFrom('worker_calls').where('worker', '=', this.worker);
  }

  async #put({ input, ...facts }: CallFacts, state: Pick<CallRow, 'state' | 'reason'>): Promise<void> {
    const row = { ...facts, ...state, input: JSON.stringify(input) };
    await this.#db
      .insertInto('worker_calls')
      .values({ ...row, worker: this.worker, since: await this.#store.now() })
      .onConflict((conflict) =>
        // A worker that was paused may report late that a call waits.
        conflict.columns(['worker', 'call']).doUpdateSet(state).where('worker_calls.state', '!=', 'refused'),
      )
      .execute();
  }
}
