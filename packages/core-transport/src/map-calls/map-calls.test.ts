import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OverloadedError } from '../errors/api-error.js';
import { ConfigError } from '../errors/request-errors.js';
import { randomFrom } from '../testing/random-from.js';
import { settle } from '../testing/things.js';
import { mapCalls } from './map-calls.js';
import type { MapCallsProgress, MappedCallOptions } from './mapped-call.js';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const result of results) collected.push(result);
  return collected;
}

async function* slowly<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await turns(2);
    yield item;
  }
}

function* count(to = Infinity): Generator<number> {
  for (let number = 0; number < to; number += 1) yield number;
}

/** A function whose calls settle when the test says so. */
function manual() {
  const calls: { item: number; options: MappedCallOptions; settle: (error?: Error) => void }[] = [];
  const fn = (item: number, options: MappedCallOptions): Promise<string> =>
    new Promise((resolve, reject) => {
      const settleCall = (error?: Error): void => (error === undefined ? resolve(`${item}`) : reject(error));
      calls.push({ item, options, settle: settleCall });
    });
  return { calls, fn };
}

test('yields a result for each item, failures included, in the order of the items', async () => {
  const results = await collect(
    mapCalls(['a', 'b', 'c'], async (item, _options, index) => {
      await turns(10 - 3 * index);
      if (item === 'b') throw new Error('no b');
      return item.toUpperCase();
    }),
  );
  expect(results).toEqual([
    { index: 0, item: 'a', status: 'fulfilled', value: 'A' },
    { index: 1, item: 'b', status: 'rejected', error: new Error('no b') },
    { index: 2, item: 'c', status: 'fulfilled', value: 'C' },
  ]);
});

test('any items, any failures, any concurrency: each item once, never too many at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ waits: fc.nat(6), fails: fc.boolean() }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('input' as const, 'settled' as const),
      fc.boolean(),
      async (items, concurrency, order, isAsync) => {
        let running = 0;
        let most = 0;
        let last: MapCallsProgress | undefined;
        const onProgress = (progress: MapCallsProgress): void => {
          last = progress;
        };
        const results = await collect(
          mapCalls(
            isAsync ? slowly(items) : items,
            async ({ waits, fails }, _options, index) => {
              running += 1;
              most = Math.max(most, running);
              await turns(waits);
              running -= 1;
              if (fails) throw index;
              return index;
            },
            { concurrency, order, onProgress },
          ),
        );
        const indices = results.map(({ index }) => index);
        expect(order === 'input' ? indices : indices.toSorted((a, b) => a - b)).toEqual([...items.keys()]);
        for (const result of results) {
          expect(result.item).toBe(items[result.index]);
          expect(result.status).toBe(items[result.index]?.fails === true ? 'rejected' : 'fulfilled');
          expect(result.status === 'rejected' ? result.error : result.value).toBe(result.index);
        }
        expect(most).toBeLessThanOrEqual(concurrency);
        if (last !== undefined) {
          expect(last.succeeded + last.failed).toBe(items.length);
          expect(last).toMatchObject({ running: 0, concurrency, total: isAsync ? null : items.length });
        }
      },
    ),
  );
});

test('results in the order in which they settle', async () => {
  const { calls, fn } = manual();
  const results = mapCalls([0, 1, 2], fn, { order: 'settled' });
  const first = results.next();
  await settle();
  calls[2]?.settle();
  expect((await first).value).toMatchObject({ index: 2, value: '2' });
  calls[0]?.settle();
  expect((await results.next()).value).toMatchObject({ index: 0 });
  calls[1]?.settle();
  expect((await results.next()).value).toMatchObject({ index: 1 });
  expect(await results.next()).toEqual({ done: true, value: undefined });
});

test('reads no more items than the consumer and the concurrency allow', async () => {
  let read = 0;
  const items = function* (): Generator<number> {
    for (; ; read += 1) yield read;
  };
  const results = mapCalls(items(), (item) => item, { concurrency: 4 });
  await settle();
  expect(read).toBe(0);
  await results.next();
  await settle();
  expect(read).toBeLessThanOrEqual(9);
  await results.return();
});

test('leaving the loop aborts what is in flight and closes the source', async () => {
  const { calls, fn } = manual();
  let isClosed = false;
  const items = function* (): Generator<number> {
    try {
      yield* count();
    } finally {
      isClosed = true;
    }
  };
  const results = mapCalls(items(), fn, { concurrency: 3 });
  const first = results.next();
  await settle();
  calls[0]?.settle();
  await first;
  await results.return();
  expect(isClosed).toBe(true);
  expect(calls.at(-1)?.options.signal.aborted).toBe(true);
});

test('an abort ends the iteration, even if a call or the source never settles', async () => {
  const { calls, fn } = manual();
  const caller = new AbortController();
  const stuck = async function* (): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => undefined);
  };
  const results = collect(mapCalls(stuck(), fn, { signal: caller.signal }));
  await settle();
  caller.abort('enough');
  await expect(results).rejects.toMatchObject({
    name: 'AbortedError',
    reason: 'enough',
    operation: 'mapCalls',
  });
  expect(calls[0]?.options.signal.aborted).toBe(true);
  const late = collect(mapCalls([1], fn, { signal: caller.signal }));
  await expect(late).rejects.toMatchObject({ name: 'AbortedError' });
  expect(calls).toHaveLength(1);
});

test('an error of the source is thrown after the results so far', async () => {
  const broken = function* (): Generator<number> {
    yield* [1, 2];
    throw new Error('broken source');
  };
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const { item } of mapCalls(broken(), (item) => item)) seen.push(item);
    })(),
  ).rejects.toThrow('broken source');
  expect(seen).toEqual([1, 2]);
});

test('a progress listener that throws is ignored', async () => {
  const onProgress = (): never => {
    throw new Error('listener');
  };
  expect(await collect(mapCalls([1], (item) => item, { onProgress }))).toHaveLength(1);
});

describe("concurrency: 'auto'", () => {
  /** Makes calls, and returns each concurrency that followed another one. */
  const limitsSeen = async (
    calls: number,
    each: (item: number, options: MappedCallOptions, concurrency: number) => void,
  ): Promise<number[]> => {
    const seen: number[] = [8];
    const onProgress = ({ concurrency }: MapCallsProgress): void => {
      if (concurrency !== seen.at(-1)) seen.push(concurrency);
    };
    const work = async (item: number, options: MappedCallOptions): Promise<void> => {
      await turns(5);
      each(item, options, seen.at(-1) ?? 0);
    };
    for await (const _ of mapCalls(count(calls), work, { onProgress })) continue;
    return seen;
  };
  const overloaded = new OverloadedError({
    status: 529,
    type: 'overloaded_error',
    message: 'overloaded',
    requestId: null,
    operation: 'things.create',
    headers: {},
    body: null,
    retryable: true,
    retryAfterMs: null,
    attempts: [],
  });
  const wait = { limit: 'things', queued: 1, waitedMs: 0 };

  test('doubles while all is well, up to 256', async () => {
    const seen = await limitsSeen(2000, () => undefined);
    expect(seen).toEqual([8, 16, 32, 64, 128, 256]);
  });

  test('halves when the service is overloaded, and then adds one in each round', async () => {
    const seen = await limitsSeen(1000, (item) => {
      if (item === 100) throw overloaded;
    });
    expect(seen.slice(0, 8)).toEqual([8, 16, 32, 64, 32, 33, 34, 35]);
  });

  test('does not fall because of errors that are not due to the number of calls', async () => {
    const seen = await limitsSeen(500, () => {
      throw new TypeError('a bug');
    });
    expect(Math.min(...seen)).toBe(8);
  });

  test('falls slowly to what a rate limit can use', async () => {
    const random = randomFrom(3);
    const seen = await limitsSeen(20_000, (_item, { onRateLimitWait }, concurrency) => {
      // Of more than 20 calls at a time, the others wait.
      if (random() < 1 - 20 / concurrency) onRateLimitWait({ ...wait, phase: 'start' });
    });
    expect(Math.max(...seen)).toBeLessThanOrEqual(128);
    expect(Math.min(...seen.slice(-50))).toBeGreaterThan(20);
    expect(Math.max(...seen.slice(-50))).toBeLessThan(60);
  });
});

test('a million items need little memory', async () => {
  const heap = (): number => process.memoryUsage().heapUsed;
  let before = 0;
  let grown = 0;
  for await (const { index } of mapCalls(count(1_000_000), (item) => item)) {
    if (index === 200_000) before = heap();
    if (index % 100_000 === 0 && index > 200_000) grown = Math.max(grown, heap() - before);
  }
  expect(grown).toBeLessThan(64 * 2 ** 20);
});

test.each<[unknown, unknown, object, string]>([
  [5, () => 1, {}, 'items'],
  ['text', () => 1, {}, 'items'],
  [[], undefined, {}, 'fn'],
  [[], () => 1, { concurrency: 0 }, 'concurrency'],
  [[], () => 1, { concurrency: 'many' }, 'concurrency'],
  [[], () => 1, { order: 'none' }, 'order'],
  [[], () => 1, { parallel: 5 }, 'parallel'],
])('mapCalls(%o, %o, %o) is rejected', (items, fn, options, option) => {
  let error: unknown;
  try {
    mapCalls(items as [], fn as () => void, options);
  } catch (reason) {
    error = reason;
  }
  expect(ConfigError.is(error)).toBe(true);
  expect(error).toMatchObject({ option });
});
