/** Waits for the decisions of people, which any process may record in the store. */
import { wait } from '@parlance/core-transport/internal';
import type { Ledger, LedgerClaim, LedgerDecision, Store } from '@parlance/durable';
import type { StoredToolResult } from '@parlance/managed-agents';
import { CallRows, ledgerKey, type CallFacts } from './call-rows.js';

/** Time between two queries of the store while calls wait, in milliseconds. */
const LOOK_EVERY_MS = 1000;

type Claimed = Extract<LedgerClaim<StoredToolResult>, { state: 'claimed' }>;

/** What a person decided, and why. */
export interface Decided {
  readonly decision: LedgerDecision;
  /** The reason of a denial; null without one. */
  readonly reason: string | null;
}

/** Calls of this process that wait for a decision. One query looks for the decisions of all of them. */
export class Decisions {
  readonly #store: Store;
  readonly #rows: CallRows;
  readonly #waiting: Set<{ readonly call: string; readonly wake: () => void }> = new Set();

  constructor(store: Store, rows: CallRows) {
    this.#store = store;
    this.#rows = rows;
  }

  /** Number of waiting calls. */
  get count(): number {
    return this.#waiting.size;
  }

  /**
   * Wakes calls that were decided, until the signal is aborted.
   *
   * @param signal - Ends the watch.
   * @param onError - Receives errors of the store, which is asked again.
   */
  async watch(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    for (;;) {
      await wait(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      if (this.#waiting.size > 0) await this.#wake().catch(onError);
    }
  }

  /** Returns the decision that applies to a claimed call. */
  async of({ decision }: Claimed, call: string): Promise<Decided | undefined> {
    if (decision === null) return undefined;
    return { decision, reason: (await this.#rows.get(call))?.reason ?? null };
  }

  /**
   * Records that a call waits, and waits until it was decided or the signal is aborted. Nobody holds the call during the wait.
   *
   * @param facts - The call.
   * @param signal - Ends the wait.
   */
  async wait(facts: CallFacts, signal: AbortSignal): Promise<void> {
    if (!(await this.#record(facts))) return;
    const decided = new AbortController();
    const waiting = { call: facts.call, wake: () => decided.abort() };
    this.#waiting.add(waiting);
    await wait(2 ** 31 - 1, AbortSignal.any([signal, decided.signal]));
    this.#waiting.delete(waiting);
  }

  async #wake(): Promise<void> {
    const decided = new Set(await this.#rows.decided(Array.from(this.#waiting, ({ call }) => call)));
    for (const { call, wake } of this.#waiting) if (decided.has(call)) wake();
  }

  /** Records that a call waits, unless it was decided. A process that was paused since its claim must not overwrite the decision. */
  async #record(facts: CallFacts): Promise<boolean> {
    const { worker } = this.#rows;
    try {
      await this.#store.transaction(async (transaction) => {
        // This locks the row: a decision is either found next, or recorded after this transaction.
        await new CallRows(transaction, worker).wait(facts);
        if (await isDecided(transaction.ledger(worker), facts, await transaction.now())) throw DECIDED;
      });
      return true;
    } catch (error) {
      if (error === DECIDED) return false;
      throw error;
    }
  }
}

/** Rolls back the transaction of a call that does not wait. */
const DECIDED = new Error('The call was decided.');

async function isDecided(ledger: Ledger, facts: CallFacts, now: number): Promise<boolean> {
  const entry = await ledger.get(ledgerKey(facts));
  if (entry === null) return false;
  const { decision, inputDigest, state } = entry;
  if (state === 'finished') return true;
  if (decision === null || decision.inputDigest !== inputDigest) return false;
  return (decision.expiresAt ?? Infinity) > now;
}
