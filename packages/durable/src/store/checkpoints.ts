import { checkName } from '../database/check-name.js';
import { jsonText, storedJson, type JsonValue } from '../database/json-value.js';
import { inPages, startsWith } from '../database/pages.js';
import type { StoreDatabase } from '../database/store-database.js';

/** A stored checkpoint and its name. */
export interface StoredCheckpoint {
  /** Name under which it was saved. */
  readonly name: string;
  /** The checkpoint. */
  readonly value: JsonValue;
  /** Time of the last save by the database's clock, in milliseconds since 1970. */
  readonly savedAt: number;
}

/**
 * Named checkpoints: serializable points to resume from, such as those of lists, tails and exports. Saving one in the transaction that
 * writes the data it covers makes both appear together or not at all.
 */
export interface Checkpoints {
  /**
   * Loads a checkpoint.
   *
   * @typeParam Value - What was saved under the name; not checked.
   * @param name - The name.
   * @returns The checkpoint; null if there is none.
   */
  load<Value = JsonValue>(name: string): Promise<Value | null>;
  /**
   * Saves a checkpoint, replacing an earlier one with the same name.
   *
   * @param name - The name, for example `exports/nightly/activities`.
   * @param value - A value that JSON can represent.
   * @throws {ConfigError} When the name or the value cannot be stored.
   */
  save(name: string, value: object | JsonValue): Promise<void>;
  /**
   * Deletes a checkpoint, if there is one.
   *
   * @param name - The name.
   */
  delete(name: string): Promise<void>;
  /**
   * Lists checkpoints, ordered by name.
   *
   * @param prefix - Start of the names to list. Default: all.
   */
  list(prefix?: string): AsyncIterable<StoredCheckpoint>;
}

/** Checkpoints in the table `parlance_checkpoints`. */
export class StoredCheckpoints implements Checkpoints {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async load<Value = JsonValue>(name: string): Promise<Value | null> {
    const row = await this.#database.db
      .selectFrom('parlance_checkpoints')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? null : this.#valueOf<Value>(row);
  }

  async save(name: string, value: object | JsonValue): Promise<void> {
    checkName('name', name);
    const text = jsonText('value', value);
    const { now, patience } = this.#database;
    await patience.run(async () =>
      this.#database.db
        .insertInto('parlance_checkpoints')
        .values({ name, value: text, saved_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text, saved_at: now }))
        .execute(),
    );
  }

  async delete(name: string): Promise<void> {
    await this.#database.patience.run(async () =>
      this.#database.db.deleteFrom('parlance_checkpoints').where('name', '=', name).execute(),
    );
  }

  async *list(prefix = ''): AsyncGenerator<StoredCheckpoint, undefined> {
    const read = (limit: number, last: string) =>
      this.#database.db
        .selectFrom('parlance_checkpoints')
        .selectAll()
        .where(startsWith('name', prefix))
        .where('name', '>', last)
        .orderBy('name')
        .limit(limit)
        .execute();
    for await (const row of inPages(read, ({ name }) => name))
      yield { name: row.name, value: this.#valueOf(row), savedAt: row.saved_at };
  }

  #valueOf<Value = JsonValue>({ value }: { readonly value: string }): Value {
    return storedJson(this.#database.location, 'value', value);
  }
}
