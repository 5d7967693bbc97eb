import type { JsonValue } from '../store/json-value.js';

/** An entry of a {@link Ledger}. */
export interface LedgerEntry<Result extends JsonValue = JsonValue> {
  /** Key of the entry. */
  readonly key: string;
  /** `started`: begun, and interrupted or still running; `done`: completed with a result. */
  readonly state: 'started' | 'done';
  /** The result; null until the entry is done. */
  readonly result: Result | null;
  /** Time of the start by the database's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Time of completion; null until the entry is done. */
  readonly doneAt: number | null;
}

/** What {@link Ledger.begin} returns. */
export interface BegunEntry<Result extends JsonValue = JsonValue> extends LedgerEntry<Result> {
  /** Whether this call created the entry. If not, an earlier process started the work, and perhaps completed it. */
  readonly isNew: boolean;
}

/** Which entries {@link Ledger.list} yields. */
export interface LedgerFilter {
  /** State of the entries. Default: all. */
  readonly state?: 'started' | 'done' | undefined;
  /** Start of their keys. Default: all. */
  readonly prefix?: string | undefined;
}

/**
 * Records what was done, by key, so that it is not done twice: begin an entry before an action, complete it with the result after it.
 * After a crash, an entry that is `done` has the result; one that is `started` may or may not have taken effect.
 *
 * @typeParam Result - What completed entries store.
 */
export interface Ledger<Result extends JsonValue = JsonValue> {
  /** Name of the ledger. */
  readonly name: string;
  /**
   * Begins an entry, unless it exists. Of several processes, one creates it.
   *
   * @param key - What is about to be done, for example the id of a tool call.
   * @throws {ConfigError} When the key cannot be stored.
   */
  begin(key: string): Promise<BegunEntry<Result>>;
  /**
   * Completes an entry, begun or not. The first result is kept: completing it again changes nothing.
   *
   * @param key - Key of the entry.
   * @param result - The result.
   * @returns The stored result, which is the one of the first call.
   * @throws {ConfigError} When the key or the result cannot be stored.
   */
  complete(key: string, result: Result): Promise<Result>;
  /**
   * Forgets an entry that was begun but not completed, so that it can be begun again.
   *
   * @param key - Key of the entry.
   * @returns Whether there was such an entry.
   */
  forget(key: string): Promise<boolean>;
  /**
   * Returns an entry.
   *
   * @param key - Key of the entry.
   * @returns The entry; null if it was never begun.
   */
  get(key: string): Promise<LedgerEntry<Result> | null>;
  /**
   * Lists entries, ordered by key.
   *
   * @param filter - Which entries. Default: all.
   */
  list(filter?: LedgerFilter): AsyncIterable<LedgerEntry<Result>>;
}
