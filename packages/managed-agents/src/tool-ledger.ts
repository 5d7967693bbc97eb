/** What is known of the custom tool calls that were begun, so that none runs twice. */
import type { SessionToolResultBlock } from '@parlance/schemas/managed-agents';

/** Result of a tool, as it is sent. */
export interface StoredToolResult {
  /** The result. */
  readonly content: readonly SessionToolResultBlock[];
  /** True when the tool failed. */
  readonly is_error: boolean;
}

/** What a ledger knows of a call. */
export type LedgerEntry =
  { readonly state: 'started' } | { readonly state: 'finished'; readonly result: StoredToolResult };

/**
 * Keeps what is known of tool calls. One that outlives the process lets a restarted worker send a stored result instead
 * of running the tool again, and tell of a call that broke off in the middle.
 */
export interface ToolLedger {
  /**
   * Notes that a call begins, unless it is known.
   *
   * @param callId - Identifier of the tool use event.
   * @returns What was known of it before; undefined for a new call.
   */
  begin(callId: string): LedgerEntry | undefined | Promise<LedgerEntry | undefined>;
  /**
   * Keeps the result of a call. It is sent only when this has succeeded.
   *
   * @param callId - Identifier of the tool use event.
   * @param result - The result.
   */
  finish(callId: string, result: StoredToolResult): void | Promise<void>;
}

/** Makes a ledger that is forgotten with the process. */
export function memoryLedger(): ToolLedger {
  const entries = new Map<string, LedgerEntry>();
  return {
    begin(callId) {
      const known = entries.get(callId);
      if (known === undefined) entries.set(callId, { state: 'started' });
      return known;
    },
    finish(callId, result) {
      entries.set(callId, { state: 'finished', result });
    },
  };
}
