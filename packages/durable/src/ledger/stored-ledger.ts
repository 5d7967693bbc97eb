import type { Selectable } from 'kysely';
import { checkName, jsonText } from '../store/check-text.js';
import type { CoreTables } from '../store/core-schema.js';
import type { JsonValue } from '../store/json-value.js';
import { startsWith } from '../store/starts-with.js';
import type { StoreDatabase } from '../store/store-database.js';
import type { BegunEntry, Ledger, LedgerEntry, LedgerFilter } from './ledger.js';

const PAGE = 500;

/** A ledger in the table `parlance_ledger`. */
export class StoredLedger<Result extends JsonValue> implements Ledger<Result> {
  readonly name: string;
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase, name: string) {
    checkName('name', name);
    this.#database = database;
    this.name = name;
  }

  async begin(key: string): Promise<BegunEntry<Result>> {
    checkName('key', key);
    const { db, now } = this.#database;
    const created = await db
      .insertInto('parlance_ledger')
      .values({ ledger: this.name, key, result: null, started_at: now, done_at: null })
      .onConflict((conflict) => conflict.columns(['ledger', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created !== undefined) return { ...entryOf<Result>(created), isNew: true };
    const existing = await this.get(key);
    // It was forgotten in between.
    if (existing === null) return this.begin(key);
    return { ...existing, isNew: false };
  }

  async complete(key: string, result: Result): Promise<Result> {
    checkName('key', key);
    const text = jsonText('result', result);
    const { db, now } = this.#database;
    await db
      .insertInto('parlance_ledger')
      .values({ ledger: this.name, key, result: text, started_at: now, done_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['ledger', 'key'])
          .doUpdateSet({ result: text, done_at: now })
          .where('parlance_ledger.done_at', 'is', null),
      )
      .execute();
    const entry = await this.get(key);
    return entry === null ? result : (entry.result as Result);
  }

  async forget(key: string): Promise<boolean> {
    const row = await this.#database.db
      .deleteFrom('parlance_ledger')
      .where('ledger', '=', this.name)
      .where('key', '=', key)
      .where('done_at', 'is', null)
      .returning('key')
      .executeTakeFirst();
    return row !== undefined;
  }

  async get(key: string): Promise<LedgerEntry<Result> | null> {
    const row = await this.#database.db
      .selectFrom('parlance_ledger')
      .selectAll()
      .where('ledger', '=', this.name)
      .where('key', '=', key)
      .executeTakeFirst();
    return row === undefined ? null : entryOf<Result>(row);
  }

  async *list({ state, prefix = '' }: LedgerFilter = {}): AsyncGenerator<LedgerEntry<Result>, undefined> {
    let last: string | undefined;
    for (;;) {
      let query = this.#database.db
        .selectFrom('parlance_ledger')
        .selectAll()
        .where('ledger', '=', this.name)
        .where(startsWith('key', prefix))
        .orderBy('key')
        .limit(PAGE);
      if (last !== undefined) query = query.where('key', '>', last);
      if (state !== undefined) query = query.where('done_at', state === 'done' ? 'is not' : 'is', null);
      const rows = await query.execute();
      for (const row of rows) yield entryOf<Result>(row);
      if (rows.length < PAGE) return;
      last = rows.at(-1)?.key;
    }
  }
}

function entryOf<Result extends JsonValue>(
  row: Selectable<CoreTables['parlance_ledger']>,
): LedgerEntry<Result> {
  return {
    key: row.key,
    state: row.done_at === null ? 'started' : 'done',
    result: row.result === null ? null : (JSON.parse(row.result) as Result),
    startedAt: row.started_at,
    doneAt: row.done_at,
  };
}
