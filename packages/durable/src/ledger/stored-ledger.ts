import { wrong } from '@parlance/core-transport/internal';
import { createHash } from 'node:crypto';
import { sql, type RawBuilder, type Selectable, type UpdateObject } from 'kysely';
import { ConfigError } from '@parlance/schemas/kit';
import { checkName } from '../database/check-name.js';
import type { CoreTables } from '../database/core-schema.js';
import { jsonText, storedJson, type JsonValue } from '../database/json-value.js';
import { inPages, startsWith } from '../database/pages.js';
import { readClock, type StoreDatabase } from '../database/store-database.js';
import { checkLeaseDuration } from './lease-duration.js';
import { hasEnded, processIdentity } from './process-identity.js';
import type {
  Ledger,
  LedgerClaim,
  LedgerClaimRequest,
  LedgerDecision,
  LedgerEntry,
  LedgerFilter,
  LedgerHold,
  LedgerOptions,
  LedgerState,
  NewLedgerDecision,
} from './ledger.js';

const DEFAULT_LEASE_MS = 30_000;

type Row = Selectable<CoreTables['parlance_ledger']> & { readonly now: number };

interface Request {
  readonly key: string;
  readonly owner: string;
  readonly digest: string | null;
}

/** A ledger in the table `parlance_ledger`. A released entry stays there, so that its token keeps increasing. */
export class StoredLedger<Result extends object | JsonValue> implements Ledger<Result> {
  readonly name: string;
  readonly leaseMs: number;
  readonly #database: StoreDatabase;

  private constructor(database: StoreDatabase, name: string, leaseMs: number) {
    this.#database = database;
    this.name = name;
    this.leaseMs = leaseMs;
  }

  /** Returns the ledger of a user. */
  static named<Result extends object | JsonValue>(
    database: StoreDatabase,
    name: string,
    { leaseMs = DEFAULT_LEASE_MS }: LedgerOptions = {},
  ): StoredLedger<Result> {
    checkName('name', name);
    checkLeaseDuration('leaseMs', leaseMs);
    return new StoredLedger(database, name, leaseMs);
  }

  /** Returns the ledger of the leases. Its name is one that users cannot choose. */
  static ofLeases(database: StoreDatabase, leaseMs: number): StoredLedger<null> {
    return new StoredLedger(database, '', leaseMs);
  }

  async claim(key: string, { owner, input }: LedgerClaimRequest): Promise<LedgerClaim<Result>> {
    checkName('key', key);
    checkName('owner', owner);
    const request = { key, owner, digest: input === undefined ? null : digestOf('input', input) };
    const row = (await this.#takeFree(request)) ?? (await this.#takeFromEnded(request));
    if (row !== undefined)
      return {
        state: 'claimed',
        key,
        token: row.token,
        attempt: row.attempt,
        isInterrupted: row.interrupted === 1,
        decision: this.#applicableDecision(row),
      };
    const entry = await this.get(key);
    if (entry !== null && request.digest !== null && (entry.inputDigest ?? request.digest) !== request.digest)
      throw wrong(
        'input',
        `differs from the one that ${key} was claimed with before. Use another key for other work.`,
      );
    if (entry?.state === 'finished') return { state: 'finished', result: entry.result as Result };
    return { state: 'held', owner: entry?.owner ?? '', expiresInMs: entry?.expiresInMs ?? 0 };
  }

  started(hold: LedgerHold): Promise<boolean> {
    return this.#change(hold, { started: 1 });
  }

  renew(hold: LedgerHold): Promise<boolean> {
    return this.#change(hold, {});
  }

  async finish(hold: LedgerHold, result: Result): Promise<boolean> {
    const { now } = this.#database;
    const values = { result: jsonText('result', result), finished_at: now };
    if (await this.#change(hold, { ...values, expires_at: 0, process: null })) return true;
    // It may have been finished by an earlier call whose response was lost.
    const entry = await this.get(hold.key);
    return entry?.state === 'finished' && entry.token === hold.token;
  }

  release(hold: LedgerHold): Promise<boolean> {
    return this.#change(hold, { expires_at: 0, process: null, started: 0 });
  }

  async forget(key: string): Promise<boolean> {
    const { db, now } = this.#database;
    // The row stays, because a token must not be used twice.
    const values = { expires_at: 0, process: null, started: 0, interrupted: 0, input: null, decision: null };
    return this.#affects(
      db
        .updateTable('parlance_ledger')
        .set(values)
        .where('ledger', '=', this.name)
        .where('key', '=', key)
        .where('finished_at', 'is', null)
        .where(sql<boolean>`expires_at <= ${now}`)
        .returning('key'),
    );
  }

  async decide(key: string, decision: NewLedgerDecision): Promise<boolean> {
    checkName('key', key);
    const { db, now } = this.#database;
    const text = JSON.stringify(await this.#checked(decision));
    const values = { ledger: this.name, key, owner: '', token: 0, attempt: 0, expires_at: 0 };
    return this.#affects(
      db
        .insertInto('parlance_ledger')
        .values({ ...values, started: 0, interrupted: 0, decision: text })
        .onConflict((conflict) =>
          conflict
            .columns(['ledger', 'key'])
            .doUpdateSet({
              decision: text,
              // The holder of a claim that was not started does not know the decision: it has to claim again.
              token: sql<number>`parlance_ledger.token + 1 - parlance_ledger.started`,
              expires_at: sql<number>`parlance_ledger.expires_at * parlance_ledger.started`,
            })
            .where('parlance_ledger.finished_at', 'is', null)
            .where(sql<boolean>`(parlance_ledger.started = 0 or parlance_ledger.expires_at <= ${now})`),
        )
        .returning('key'),
    );
  }

  async get(key: string): Promise<LedgerEntry<Result> | null> {
    const row = await this.#rows().where('key', '=', key).executeTakeFirst();
    return row === undefined ? null : this.#entryOf(row);
  }

  async *list({ finished, prefix = '' }: LedgerFilter = {}): AsyncGenerator<LedgerEntry<Result>, undefined> {
    const read = (limit: number, last: string): Promise<Row[]> =>
      this.#rows()
        .where(startsWith('key', prefix))
        .where('key', '>', last)
        .$if(finished !== undefined, (query) => query.where('finished_at', finished ? 'is not' : 'is', null))
        .orderBy('key')
        .limit(limit)
        .execute();
    for await (const row of inPages(read, ({ key }) => key)) yield this.#entryOf(row);
  }

  #rows() {
    const { db, now } = this.#database;
    return db
      .selectFrom('parlance_ledger')
      .selectAll()
      .select(sql<number>`${now}`.as('now'))
      .where('ledger', '=', this.name);
  }

  /** Claims an entry that does not exist, was released or has expired. */
  async #takeFree({ key, owner, digest }: Request): Promise<Row | undefined> {
    const { db, now } = this.#database;
    const claim = { owner, process: processIdentity(), ...this.#times() };
    const first = { ledger: this.name, key, token: 1, attempt: 1, started: 0, interrupted: 0, input: digest };
    return db
      .insertInto('parlance_ledger')
      .values({ ...first, ...claim })
      .onConflict((conflict) =>
        conflict
          .columns(['ledger', 'key'])
          .doUpdateSet({ ...claim, ...nextAttempt(digest) })
          .where('parlance_ledger.finished_at', 'is', null)
          .where(sql<boolean>`parlance_ledger.expires_at <= ${now}`)
          .where(hasInput(digest)),
      )
      .returningAll()
      .returning(sql<number>`${now}`.as('now'))
      .executeTakeFirst();
  }

  /** Claims an entry whose holder is a process of this machine that no longer runs. */
  async #takeFromEnded({ key, owner, digest }: Request): Promise<Row | undefined> {
    const { db, now, location } = this.#database;
    const held = await this.#rows()
      .where('key', '=', key)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (held === undefined || !hasEnded(held.process, location)) return undefined;
    return db
      .updateTable('parlance_ledger')
      .set({ owner, process: processIdentity(), ...this.#times(), ...nextAttempt(digest) })
      .where(this.#is(held))
      .where(hasInput(digest))
      .returningAll()
      .returning(sql<number>`${now}`.as('now'))
      .executeTakeFirst();
  }

  #times() {
    const { now } = this.#database;
    return { claimed_at: now, expires_at: sql<number>`${now} + ${this.leaseMs}` };
  }

  /** Changes an entry as its holder, and renews its lease. One that has expired and was not claimed by anybody else is still held. */
  async #change(hold: LedgerHold, values: UpdateObject<CoreTables, 'parlance_ledger'>): Promise<boolean> {
    const { db, now } = this.#database;
    return this.#affects(
      db
        .updateTable('parlance_ledger')
        .set({ expires_at: sql<number>`${now} + ${this.leaseMs}`, ...values })
        .where(this.#is(hold))
        .where('expires_at', '>', 0)
        .returning('key'),
    );
  }

  /** Runs a statement, and returns whether it has found an entry. */
  async #affects(statement: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
    return (await this.#database.patience.run(() => statement.executeTakeFirst())) !== undefined;
  }

  /** The condition that a row is an entry that still has a token. */
  #is({ key, token }: LedgerHold): RawBuilder<boolean> {
    return sql<boolean>`ledger = ${this.name} and key = ${key} and token = ${token} and finished_at is null`;
  }

  async #checked({ verdict, by, input, shown, validForMs }: NewLedgerDecision): Promise<LedgerDecision> {
    if (verdict !== 'approved' && verdict !== 'denied')
      throw new ConfigError('verdict', 'verdict must be `approved` or `denied`');
    checkName('by', by);
    if (shown !== undefined) checkName('shown', shown);
    if (validForMs !== undefined && !(Number.isSafeInteger(validForMs) && validForMs >= 1))
      throw new ConfigError('validForMs', 'validForMs must be a whole number from 1');
    const decidedAt = await readClock(this.#database);
    return {
      verdict,
      by,
      shown: shown ?? null,
      inputDigest: digestOf('input', input),
      decidedAt,
      expiresAt: validForMs === undefined ? null : decidedAt + validForMs,
    };
  }

  /** Returns the decision of a person, if it is about this input and has not expired. */
  #applicableDecision({ decision, input, now }: Row): LedgerDecision | null {
    const parsed = this.#stored<LedgerDecision>('decision', decision);
    const isExpired = (parsed?.expiresAt ?? Infinity) <= now;
    return parsed?.inputDigest === input && !isExpired ? parsed : null;
  }

  #entryOf(row: Row): LedgerEntry<Result> {
    return {
      key: row.key,
      token: row.token,
      state: stateOf(row),
      owner: row.owner,
      attempt: row.attempt,
      expiresInMs: Math.max(0, row.expires_at - row.now),
      inputDigest: row.input,
      decision: this.#stored<LedgerDecision>('decision', row.decision),
      result: this.#stored<Result>('result', row.result),
      claimedAt: row.claimed_at,
      finishedAt: row.finished_at,
    };
  }

  #stored<Value>(column: string, text: string | null): Value | null {
    return text === null ? null : storedJson<Value>(this.#database.location, column, text);
  }
}

/** What claiming an existing entry changes. An attempt that was started and has no result may have taken effect. */
function nextAttempt(digest: string | null) {
  return {
    token: sql<number>`parlance_ledger.token + 1`,
    attempt: sql<number>`parlance_ledger.attempt + 1`,
    interrupted: sql<number>`case when parlance_ledger.started = 1 then 1 else parlance_ledger.interrupted end`,
    started: 0,
    input: sql<string | null>`coalesce(parlance_ledger.input, ${digest})`,
  };
}

/** The condition that an entry was not claimed with another input. */
function hasInput(digest: string | null): RawBuilder<boolean> {
  return digest === null
    ? sql<boolean>`1 = 1`
    : sql<boolean>`coalesce(parlance_ledger.input, ${digest}) = ${digest}`;
}

function stateOf(row: Row): LedgerState {
  if (row.finished_at !== null) return 'finished';
  if (row.started === 1 || row.interrupted === 1) return 'started';
  return row.expires_at > 0 ? 'claimed' : 'open';
}

/** Returns the SHA-256 of a value: of its JSON with sorted names. */
function digestOf(option: string, value: unknown): string {
  const text = jsonText(option, value, (_, part) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
