import { requireFunction, requireIterable } from '../checks/check-arguments.js';
import { abortSignal, checkRecord, isA, must } from '../checks/option-checks.js';
import { CallPool } from './call-pool.js';
import type { MapCallsOptions, MappedCall, MappedCallOptions } from './mapped-call.js';

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
  return results(new CallPool(items, fn, { ...options }));
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
    signal: abortSignal,
  });
}
