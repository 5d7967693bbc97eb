/** Which member of a fleet serves which session, in the store. */
import { wait } from '@parlance/core-transport/internal';
import type { Store } from '@parlance/durable';
import type { Kysely, Selectable } from 'kysely';
import { workerSchema, type WorkerTables } from './worker-schema.js';

/** Delay between two queries of a store that does not respond, in milliseconds. */
const ASK_EVERY_MS = 1000;

/** A session that the fleet serves. */
export type SessionRow = Selectable<WorkerTables['worker_sessions']>;

/** The rows of the workers of one name. */
export class SessionRows {
  readonly #store: Store;
  readonly #db: Kysely<WorkerTables>;
  readonly #worker: string;
  #question: Promise<boolean> | undefined;

  /**
   * @param store - A store with the tables of {@link workerSchema}.
   * @param worker - Name of the workers.
   */
  constructor(store: Store, worker: string) {
    this.#store = store;
    this.#db = store.tables(workerSchema);
    this.#worker = worker;
  }

  /** Returns whether the store responds. Waits before it returns false. Sessions that ask at the same time share a query. */
  answers(): Promise<boolean> {
    this.#question ??= this.#store
      .now()
      .then(() => true)
      .catch(() => wait(ASK_EVERY_MS, undefined).then(() => false))
      .finally(() => (this.#question = undefined));
    return this.#question;
  }

  /** Adds a session, which any member may take. Does nothing if it is there. */
  async add(session: string): Promise<void> {
    await this.#insert({ session, environment: null, item: null, member: null });
  }

  /**
   * Takes a session, for example one that came from the work queue. Another member may have served it before.
   *
   * @returns The row; it has a `problem` when the session is in quarantine.
   */
  async receive(
    session: string,
    { environment, item }: Pick<SessionRow, 'environment' | 'item'>,
    member: string,
  ): Promise<SessionRow> {
    const row = await this.#insert({ session, environment, item, member });
    if (row !== undefined) return row;
    const taken = await this.#update({ environment, item, member })
      .where('session', '=', session)
      .returningAll()
      .executeTakeFirst();
    return taken ?? this.receive(session, { environment, item }, member);
  }

  /** Takes sessions of members that are gone, and those that nobody serves. */
  async adopt(member: string, gone: readonly string[], limit: number): Promise<void> {
    const open = this.#all()
      .select('session')
      .where('problem', 'is', null)
      .where((is) => is.or([is('member', 'is', null), is('member', 'in', [...gone, ''])]))
      .orderBy('since')
      .limit(limit);
    await this.#update({ member })
      .where('session', 'in', open)
      // Another member may have adopted it in the meantime.
      .where((is) => is.or([is('member', 'is', null), is('member', 'in', [...gone, ''])]))
      .execute();
  }

  /** Returns the members that serve sessions. */
  async members(): Promise<string[]> {
    const rows = await this.#all().select('member').distinct().where('member', 'is not', null).execute();
    return rows.flatMap(({ member }) => member ?? []);
  }

  /** Returns the sessions of a member. */
  async of(member: string): Promise<Map<string, SessionRow>> {
    const rows = await this.#all()
      .selectAll()
      .where('member', '=', member)
      .where('problem', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.session, row]));
  }

  /** Passes the sessions of a member on: to its next id, or to anybody. */
  async pass(member: string, next: string | null): Promise<void> {
    await this.#update({ member: next }).where('member', '=', member).execute();
  }

  /** Removes a session and its calls, unless it has come from the queue again. */
  async remove({ session, item }: SessionRow): Promise<void> {
    const row = await this.#db
      .deleteFrom('worker_sessions')
      .where('worker', '=', this.#worker)
      .where('session', '=', session)
      .where('item', item === null ? 'is' : '=', item)
      .returning('session')
      .executeTakeFirst();
    if (row === undefined) return;
    await this.#db
      .deleteFrom('worker_calls')
      .where('worker', '=', this.#worker)
      .where('session', '=', session)
      .where('state', '!=', 'refused')
      .execute();
  }

  /** Puts a session into quarantine. */
  async quarantine(session: string, problem: string): Promise<void> {
    await this.#update({ problem, member: null, since: await this.#store.now() })
      .where('session', '=', session)
      .execute();
  }

  /** Takes a session out of quarantine. Returns whether it was there. */
  async resume(session: string): Promise<boolean> {
    const row = await this.#update({ problem: null, member: null })
      .where('session', '=', session)
      .where('problem', 'is not', null)
      .returning('session')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the sessions in quarantine. */
  quarantined(): Promise<SessionRow[]> {
    return this.#all().selectAll().where('problem', 'is not', null).orderBy('since').execute();
  }

  #all() {
    return this.#db.selectFrom('worker_sessions').where('worker', '=', this.#worker);
  }

  #update(values: Partial<SessionRow>) {
    return this.#db.updateTable('worker_sessions').set(values).where('worker', '=', this.#worker);
  }

  async #insert(
    row: Pick<SessionRow, 'session' | 'environment' | 'item' | 'member'>,
  ): Promise<SessionRow | undefined> {
    return this.#db
      .insertInto('worker_sessions')
      .values({ ...row, worker: this.#worker, problem: null, since: await this.#store.now() })
      .onConflict((conflict) => conflict.columns(['worker', 'session']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }
}
