/** Waits for the decisions of people, which any process may record in the store. */
import { wait } from '@parlance/core-transport/internal';
import type { Ledger, LedgerClaim, LedgerDecision, Store } from '@parlance/durable';
import type { StoredToolResult } from '@parlance/managed-agents';
import { ledgerKey, type CallFacts, type CallRows } from './call-rows.js';

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
   * @param ledger - The ledger with the decision.
   * @param facts - The call.
   * @param signal - Ends the wait.
   */
  async wait(ledger: Ledger<StoredToolResult>, facts: CallFacts, signal: AbortSignal): Promise<void> {
    const decided = new AbortController();
    // A process that was paused since its claim would overwrite the row of a decision, for which others wait.
    if (await this.#isDecided(ledger, ledgerKey(facts))) return;
    await this.#rows.wait(facts);
    const waiting = { call: facts.call, wake: () => decided.abort() };
    this.#waiting.add(waiting);
    try {
      // A decision that was recorded just before is not overlooked.
      if (await this.#isDecided(ledger, ledgerKey(facts))) return;
      await wait(2 ** 31 - 1, AbortSignal.any([signal, decided.signal]));
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  async #wake(): Promise<void> {
    const decided = new Set(await this.#rows.decided(Array.from(this.#waiting, ({ call }) => call)));
    for (const { call, wake } of this.#waiting) if (decided.has(call)) wake();
  }

  async #isDecided(ledger: Ledger<StoredToolResult>, key: string): Promise<boolean> {
    const entry = await ledger.get(key);
    if (entry === null) return false;
    const { decision, inputDigest, state } = entry;
    if (state === 'finished') return true;
    if (decision === null || decision.inputDigest !== inputDigest) return false;
    return (decision.expiresAt ?? Infinity) > (await this.#store.now());
  }
}
