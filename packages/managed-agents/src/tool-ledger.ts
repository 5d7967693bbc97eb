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

/**
 * State of a call after an attempt to claim it:
 *
 * - `claimed`: the caller holds the lease and must run the call, finish it or release it. `attempt` counts from 1.
 *   `isInterrupted` is true when an earlier attempt lost its lease without a result, for example in a crash.
 * - `held`: another worker holds the lease.
 * - `finished`: the call has a result.
 */
export type LedgerClaim =
  | { readonly state: 'claimed'; readonly attempt: number; readonly isInterrupted: boolean }
  | { readonly state: 'held' }
  | { readonly state: 'finished'; readonly result: StoredToolResult };

/**
 * Records which worker runs a tool call, and its result. Workers that share a ledger run each call once: a call belongs
 * to the worker that claims it, until it finishes or releases the call, or its lease expires. Each method must be atomic
 * across all workers that use the ledger.
 */
export interface ToolLedger {
  /** Duration of a lease in milliseconds. Workers renew it three times as often. */
  readonly leaseMs: number;
  /**
   * Claims a call, unless it is finished or another worker holds its lease.
   *
   * @param callId - Identifier of the tool use event.
   * @param owner - Identifier of the worker, different for each run.
   */
  claim(callId: string, owner: string): LedgerClaim | Promise<LedgerClaim>;
  /**
   * Extends a lease.
   *
   * @returns False when the worker no longer holds it.
   */
  renew(callId: string, owner: string): boolean | Promise<boolean>;
  /**
   * Stores the result of a call, replacing an earlier one. The result is sent only after it has been stored.
   *
   * @returns False when another worker holds the lease; the result is discarded then.
   */
  finish(callId: string, owner: string, result: StoredToolResult): boolean | Promise<boolean>;
  /**
   * Releases a lease without a result, so that another worker can run the call. Ignored if the worker does not hold
   * the lease.
   */
  release(callId: string, owner: string): void | Promise<void>;
}

/** Options for {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /** Duration of a lease in milliseconds. Default 30,000. */
  readonly leaseMs?: number | undefined;
  /** Returns the time in milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
}

type Entry =
  | {
      readonly state: 'running';
      readonly owner: string;
      readonly attempt: number;
      readonly expiresAt: number;
    }
  | { readonly state: 'released'; readonly attempt: number }
  | { readonly state: 'finished'; readonly result: StoredToolResult };

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
  const running = (callId: string, owner: string) => {
    const entry = entries.get(callId);
    return entry?.state === 'running' && entry.owner === owner ? entry : undefined;
  };
  return {
    leaseMs,
    claim(callId, owner) {
      const entry = entries.get(callId);
      if (entry?.state === 'finished') return { state: 'finished', result: entry.result };
      if (entry?.state === 'running' && entry.expiresAt > now()) return { state: 'held' };
      const attempt = (entry?.attempt ?? 0) + 1;
      entries.set(callId, { state: 'running', owner, attempt, expiresAt: now() + leaseMs });
      return { state: 'claimed', attempt, isInterrupted: entry?.state === 'running' };
    },
    renew(callId, owner) {
      const entry = running(callId, owner);
      if (entry !== undefined) entries.set(callId, { ...entry, expiresAt: now() + leaseMs });
      return entry !== undefined;
    },
    finish(callId, owner, result) {
      if (entries.get(callId)?.state === 'running' && running(callId, owner) === undefined) return false;
      entries.delete(callId);
      entries.set(callId, { state: 'finished', result });
      if (entries.size > MAX_RESULTS) dropOldestResult(entries);
      return true;
    },
    release(callId, owner) {
      const entry = running(callId, owner);
      if (entry !== undefined) entries.set(callId, { state: 'released', attempt: entry.attempt });
    },
  };
}

function dropOldestResult(entries: Map<string, Entry>): void {
  for (const [callId, { state }] of entries) {
    if (state !== 'finished') continue;
    entries.delete(callId);
    return;
  }
}
