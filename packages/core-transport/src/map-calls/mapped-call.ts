import type { RateLimitWait } from '../options/client-options.js';

/** Call options for the calls of one item: pass them on, or spread them into your own. */
export interface MappedCallOptions {
  /** Aborted when the iteration ends early. */
  readonly signal: AbortSignal;
  /** Reports waits for rate limits to `concurrency: 'auto'`. */
  readonly onRateLimitWait: (wait: RateLimitWait) => void;
}

/** Result of one item of {@link mapCalls}. */
export type MappedCall<Item, Value> = {
  /** Zero-based index of the item. */
  readonly index: number;
  readonly item: Item;
} & (
  | { readonly status: 'fulfilled'; readonly value: Value }
  | { readonly status: 'rejected'; readonly error: unknown }
);

/** Progress of {@link mapCalls}, after each item. */
export interface MapCallsProgress {
  /** Items whose call succeeded. */
  readonly succeeded: number;
  /** Items whose call failed. */
  readonly failed: number;
  /** Items in flight. */
  readonly running: number;
  /** Current maximum number of items in flight. */
  readonly concurrency: number;
  /** Total number of items; null if it is not known in advance. */
  readonly total: number | null;
}

/** Options for {@link mapCalls}. */
export interface MapCallsOptions {
  /**
   * Maximum number of items in flight. `auto` starts at 8 and adapts, up to 256: it rises while calls succeed without
   * waiting, and falls when they wait for rate limits or fail with 429, 5xx or no response. Default `auto`.
   */
  readonly concurrency?: number | 'auto' | undefined;
  /**
   * Order of the results: `input` is the order of the items, `settled` yields each result as soon as it is available.
   * Default `input`.
   */
  readonly order?: 'input' | 'settled' | undefined;
  /** Called after each item. Errors that it throws are ignored. */
  readonly onProgress?: ((progress: MapCallsProgress) => void) | undefined;
  /** Aborts the items in flight and ends the iteration with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
}
