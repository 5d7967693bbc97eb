import type { JsonValue } from '../database/json-value.js';

/** An attempt to do the work of an entry: what {@link Ledger.claim} returns to the one that may do it. */
export interface LedgerHold {
  /** Key of the entry. */
  readonly key: string;
  /** Fencing token: increases each time the entry is claimed, so that an earlier holder cannot change it any more. */
  readonly token: number;
}

/** What {@link Ledger.claim} is asked for. */
export interface LedgerClaimRequest {
  /** Describes the worker to people. */
  readonly owner: string;
  /** What the work is about, for example the input of a tool call. The ledger stores its digest only. */
  readonly input?: unknown;
}

/** A decision of a person about an entry. */
export interface LedgerDecision {
  /** What was decided. */
  readonly verdict: 'approved' | 'denied';
  /** Who decided, as reported by the program that recorded it. */
  readonly by: string;
  /** What the person was shown; null if it was not recorded. */
  readonly shown: string | null;
  /** SHA-256 of the input that the person decided about, in hexadecimal. */
  readonly inputDigest: string;
  /** Time of the decision by the database's clock, in milliseconds since 1970. */
  readonly decidedAt: number;
  /** When the decision ceases to apply, by the same clock; null for never. */
  readonly expiresAt: number | null;
}

/** A decision to record with {@link Ledger.decide}. */
export interface NewLedgerDecision {
  /** What was decided. */
  readonly verdict: 'approved' | 'denied';
  /** Who decided. */
  readonly by: string;
  /** What the person decided about. The decision applies to work with the same input only. */
  readonly input: unknown;
  /** What the person was shown. Default: not recorded. */
  readonly shown?: string | undefined;
  /** How long the decision applies, in whole milliseconds, from 1. Default: forever. */
  readonly validForMs?: number | undefined;
}

/**
 * State of an entry after an attempt to claim it:
 *
 * - `claimed`: the caller may do the work, until its lease expires. `attempt` counts from 1. `isInterrupted` is true when an earlier attempt
 *   was started and has no result, so it may have taken effect. `decision` is the decision of a person that applies; null if there is none.
 * - `held`: another worker holds the entry, for another `expiresInMs` milliseconds unless it renews its lease.
 * - `finished`: the work was done, with this result.
 */
export type LedgerClaim<Result> =
  | (LedgerHold & {
      readonly state: 'claimed';
      readonly attempt: number;
      readonly isInterrupted: boolean;
      readonly decision: LedgerDecision | null;
    })
  | { readonly state: 'held'; readonly owner: string; readonly expiresInMs: number }
  | { readonly state: 'finished'; readonly result: Result };

/**
 * State of a {@link LedgerEntry}:
 *
 * - `open`: nobody holds it, and nobody has started the work;
 * - `claimed`: a worker was about to start. It is safe to do the work once the lease has expired;
 * - `started`: the work was started, and may have taken effect;
 * - `finished`: it has a result.
 */
export type LedgerState = 'open' | 'claimed' | 'started' | 'finished';

/** An entry of a {@link Ledger}. */
export interface LedgerEntry<Result> extends LedgerHold {
  /** See {@link LedgerState}. */
  readonly state: LedgerState;
  /** Description of the last worker; empty if there was none. */
  readonly owner: string;
  /** Number of the last attempt; 0 before the first one. */
  readonly attempt: number;
  /** Time until the lease of the worker expires, in milliseconds; 0 if nobody holds the entry. */
  readonly expiresInMs: number;
  /** SHA-256 of the input, in hexadecimal; null if none was passed. */
  readonly inputDigest: string | null;
  /** The last decision of a person, whether it applies or not; null if there was none. */
  readonly decision: LedgerDecision | null;
  /** The result; null until the entry is finished. */
  readonly result: Result | null;
  /** Time of the last claim by the database's clock, in milliseconds since 1970; null before the first one. */
  readonly claimedAt: number | null;
  /** Time of the end; null until the entry is finished. */
  readonly finishedAt: number | null;
}

/** Which entries {@link Ledger.list} yields. */
export interface LedgerFilter {
  /** Only those that are finished, or only those that are not. Default: both. */
  readonly finished?: boolean | undefined;
  /** Start of their keys. Default: all. */
  readonly prefix?: string | undefined;
}

/** Options of a {@link Ledger}. */
export interface LedgerOptions {
  /**
   * How long a claim lasts without being renewed, in whole milliseconds, from 1,000. The claim of a process of this machine that no longer
   * runs ends at once. Default: 30,000.
   */
  readonly leaseMs?: number | undefined;
}

/**
 * Records what was done, by key, so that it is not done twice: claim an entry, mark it as started just before the action, and finish it with
 * the result. After a crash, an entry that was claimed and never started is safe to do; one that was started may have taken effect, which
 * the next claim reports. All methods can be called again when their response was lost, except {@link Ledger.claim}, whose lease then expires.
 * A ledger can be used as the `ledger` of sessions of `@parlance/managed-agents`.
 *
 * @typeParam Result - What finished entries store.
 */
export interface Ledger<Result extends object | JsonValue = JsonValue> {
  /** Name of the ledger. */
  readonly name: string;
  /** How long a claim lasts without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /**
   * Claims an entry, unless it is finished or another worker holds it. Of several workers, one gets it.
   *
   * @param key - What is about to be done, for example the id of a tool call.
   * @param request - The worker, and what the work is about.
   * @throws {ConfigError} When the key, the owner or the input cannot be stored, or the entry was claimed with a different input.
   */
  claim(key: string, request: LedgerClaimRequest): Promise<LedgerClaim<Result>>;
  /**
   * Records that the work begins now. Call it just before the action.
   *
   * @returns False when the holder has lost the entry, and must not begin.
   */
  started(hold: LedgerHold): Promise<boolean>;
  /**
   * Extends the lease.
   *
   * @returns False when the holder has lost the entry.
   */
  renew(hold: LedgerHold): Promise<boolean>;
  /**
   * Finishes an entry. The first result is kept.
   *
   * @returns False when the holder has lost the entry; the result was discarded then.
   * @throws {ConfigError} When the result cannot be stored.
   */
  finish(hold: LedgerHold, result: Result): Promise<boolean>;
  /**
   * Releases an entry without a result, because the work had no effect: the next claim does not report it as interrupted.
   *
   * @returns False when the holder has lost the entry, which is left as it is.
   */
  release(hold: LedgerHold): Promise<boolean>;
  /**
   * Forgets an entry that is not finished and that nobody holds, so that it counts as never started.
   *
   * @returns Whether there was such an entry.
   */
  forget(key: string): Promise<boolean>;
  /**
   * Records the decision of a person. It replaces an earlier one, and ends a claim that was not started, whose holder does not know it.
   *
   * @returns False when the work was started before, so that the decision came too late.
   * @throws {ConfigError} When the decision is invalid.
   */
  decide(key: string, decision: NewLedgerDecision): Promise<boolean>;
  /** Returns an entry; null if there is none. */
  get(key: string): Promise<LedgerEntry<Result> | null>;
  /**
   * Lists entries, ordered by key.
   *
   * @param filter - Which entries. Default: all.
   */
  list(filter?: LedgerFilter): AsyncIterable<LedgerEntry<Result>>;
}
