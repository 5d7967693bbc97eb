/** Ledger of tool calls, which makes sure that no call runs twice. */
import { checkRecord, duration, isA } from '@parlance/core-transport/internal';
import type { SessionToolResultBlock } from '@parlance/schemas/managed-agents';

/** Result of a tool, in the format of the API. */
export interface StoredToolResult {
  /** Content of the result. */
  readonly content: readonly SessionToolResultBlock[];
  /** True when the tool failed. */
  readonly is_error: boolean;
}

/** An attempt to run a call: what {@link ToolLedger.claim} returns to the worker that may run it. */
export interface LedgerHold {
  /** Identifier of the tool use event. */
  readonly key: string;
  /** Fencing token: increases each time the call is claimed, so that an earlier holder cannot change it any more. */
  readonly token: number;
}

/**
 * State of a call after an attempt to claim it:
 *
 * - `claimed`: the caller holds the lease and must run the call, finish it or release it. `attempt` counts from 1.
 *   `isInterrupted` is true when an earlier attempt was started and has no result, for example after a crash. A call that was claimed and
 *   never started is safe to run.
 * - `held`: another worker holds the lease.
 * - `finished`: the call has a result.
 */
export type LedgerClaim =
  | (LedgerHold & { readonly state: 'claimed'; readonly attempt: number; readonly isInterrupted: boolean })
  | { readonly state: 'held' }
  | { readonly state: 'finished'; readonly result: StoredToolResult };

/**
 * Records which worker runs a tool call, and its result. Workers that share a ledger run each call once: a call belongs
 * to the worker that claims it, until it finishes or releases the call, or its lease expires. Each method must be atomic
 * across all workers that use the ledger. The ledgers of the stores of `@parlance/durable` are shared by processes and machines.
 */
export interface ToolLedger {
  /** Duration of a lease in milliseconds. Workers renew it three times as often. */
  readonly leaseMs: number;
  /**
   * Claims a call, unless it is finished or another worker holds its lease.
   *
   * @param callId - Identifier of the tool use event.
   * @param request - The worker, different for each run, and the input of the call.
   */
  claim(
    callId: string,
    request: { readonly owner: string; readonly input: unknown },
  ): LedgerClaim | Promise<LedgerClaim>;
  /**
   * Records that the tool is about to be called.
   *
   * @returns False when the worker no longer holds the lease, and must not call the tool.
   */
  started(hold: LedgerHold): boolean | Promise<boolean>;
  /**
   * Extends a lease.
   *
   * @returns False when the worker no longer holds it.
   */
  renew(hold: LedgerHold): boolean | Promise<boolean>;
  /**
   * Stores the result of a call. The result is sent only after it has been stored.
   *
   * @returns False when the worker no longer holds the lease; the result is discarded then.
   */
  finish(hold: LedgerHold, result: StoredToolResult): boolean | Promise<boolean>;
  /**
   * Releases a lease without a result, so that another worker can run the call.
   *
   * @returns False when the worker no longer holds the lease; the call is left as it is then.
   */
  release(hold: LedgerHold): boolean | Promise<boolean>;
}

/** Options for {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /** Duration of a lease in milliseconds. Default 30,000. */
  readonly leaseMs?: number | undefined;
  /** Returns the time in milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
}

interface Entry {
  readonly token: number;
  /** When the lease expires; 0 once it was released. */
  readonly expiresAt: number;
  readonly isStarted: boolean;
  readonly isInterrupted: boolean;
  readonly result: StoredToolResult | null;
}

/** Maximum number of stored results. */
const MAX_RESULTS = 10_000;

/**
 * Creates a ledger in memory. Runs that receive the same ledger share it. It is lost with the process, and keeps the
 * results of the last 10,000 calls.
 *
 * @throws {ConfigError} When an option is unknown or invalid.
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): ToolLedger {
  checkRecord('', options, { leaseMs: duration, now: isA('function') });
  const { leaseMs = 30_000, now = Date.now } = options;
  const entries = new Map<string, Entry>();
  const change = ({ key, token }: LedgerHold, changes: Partial<Entry>): boolean => {
    const entry = entries.get(key);
    if (entry?.token !== token || entry.expiresAt === 0) return false;
    entries.set(key, { ...entry, expiresAt: now() + leaseMs, ...changes });
    return true;
  };
  return {
    leaseMs,
    claim(callId) {
      const entry = entries.get(callId);
      if (entry?.result != null) return { state: 'finished', result: entry.result };
      if (entry !== undefined && entry.expiresAt > now()) return { state: 'held' };
      const token = (entry?.token ?? 0) + 1;
      const isInterrupted = entry !== undefined && (entry.isInterrupted || entry.isStarted);
      const expiresAt = now() + leaseMs;
      entries.set(callId, { token, expiresAt, isStarted: false, isInterrupted, result: null });
      return { state: 'claimed', key: callId, token, attempt: token, isInterrupted };
    },
    started: (hold) => change(hold, { isStarted: true }),
    renew: (hold) => change(hold, {}),
    finish(hold, result) {
      if (!change(hold, { result, expiresAt: 0 })) return false;
      if (entries.size > MAX_RESULTS) dropOldestResult(entries);
      return true;
    },
    release: (hold) => change(hold, { isStarted: false, expiresAt: 0 }),
  };
}

function dropOldestResult(entries: Map<string, Entry>): void {
  for (const [callId, { result }] of entries) {
    if (result === null) continue;
    entries.delete(callId);
    return;
  }
}
