import { requireFunction, requireIterable } from '../checks/check-arguments.js';
import { checkRecord, isA, must } from '../checks/option-checks.js';
import { CallPool } from './call-pool.js';
import { AutoConcurrency, fixedConcurrency } from './concurrency.js';
import type { MapCallsProgress, MappedCall, MappedCallOptions } from './mapped-call.js';

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

/**
 * Makes calls for many items concurrently and yields the results. Use it for batch jobs. A failed item is also a
 * result and does not stop the others.
 *
 * Nothing starts until you iterate. Items are read on demand and unconsumed results are bounded to twice the
 * concurrency, so millions of items need little memory. Leaving the loop aborts the items in flight.
 *
 * @param items - Iterable or async iterable. If it throws, the iteration throws its error after the results so far.
 * @param fn - Makes the calls of an item. Pass its second argument to the calls, so that they can be aborted and
 * `concurrency: 'auto'` learns about waits for rate limits.
 * @param options - See {@link MapCallsOptions}.
 * @throws {ConfigError} When an option is invalid.
 * @throws {AbortedError} From the iteration, when `signal` is aborted.
 */
export function mapCalls<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  fn: (item: Item, options: MappedCallOptions, index: number) => PromiseLike<Value> | Value,
  options: MapCallsOptions = {},
): AsyncGenerator<MappedCall<Item, Awaited<Value>>, void, undefined> {
  checkMapCalls(items, fn, options);
  const { concurrency = 'auto', order = 'input', onProgress, signal } = options;
  return results(
    new CallPool({
      items,
      fn,
      concurrency: concurrency === 'auto' ? new AutoConcurrency() : fixedConcurrency(concurrency),
      isOrdered: order === 'input',
      onProgress,
      signal,
    }),
  );
}

async function* results<Item, Value>(
  pool: CallPool<Item, Value>,
): AsyncGenerator<MappedCall<Item, Awaited<Value>>, void, undefined> {
  try {
    pool.start();
    for (let result = await pool.next(); result !== undefined; result = await pool.next()) yield result;
  } finally {
    pool.close();
  }
}

function checkMapCalls(items: unknown, fn: unknown, options: MapCallsOptions): void {
  requireIterable('items', items);
  requireFunction('fn', fn);
  checkRecord('', options, {
    concurrency: must(
      "a whole number from 1, or 'auto'",
      (value) => value === 'auto' || (Number.isSafeInteger(value) && (value as number) >= 1),
    ),
    order: must("'input' or 'settled'", (value) => value === 'input' || value === 'settled'),
    onProgress: isA('function'),
    signal: must(
      'an AbortSignal',
      (value) => typeof (value as AbortSignal | null)?.addEventListener === 'function',
    ),
  });
}
