import { expect, test } from 'vitest';
import { finish } from '../testing/finish.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { readThing, transportWith } from '../testing/things.js';

const params = { thing_id: 't' };

/** A client of a service that can be switched between success and overload. */
function clientWith(budget: { capacity?: number; refill?: number } | undefined, maxRetries = 1) {
  const good = new ScriptedAdapter({ body: { id: 'x' } });
  const overloaded = new ScriptedAdapter({ status: 503 });
  let service = good;
  const { transport, clock } = transportWith({
    http: { send: (request) => service.send(request), close: () => Promise.resolve() },
    retry: { maxRetries, baseDelayMs: 1, maxDelayMs: 1, ...(budget === undefined ? {} : { budget }) },
  });
  const call = (): Promise<unknown> =>
    finish(
      clock,
      transport.call(readThing, { params }).catch(() => 0),
    );
  return {
    async succeed(times: number): Promise<void> {
      service = good;
      for (let count = 0; count < times; count += 1) await call();
    },
    /** Returns how many attempts the call made. */
    async fail(): Promise<number> {
      service = overloaded;
      const before = overloaded.requests.length;
      await call();
      return overloaded.requests.length - before;
    },
  };
}

test('the calls of a client share their retries', async () => {
  const client = clientWith({ capacity: 2 });
  expect([await client.fail(), await client.fail(), await client.fail()]).toEqual([2, 2, 1]);
});

test('successful calls restore retries', async () => {
  const client = clientWith({ capacity: 1, refill: 0.25 });
  expect([await client.fail(), await client.fail()]).toEqual([2, 1]);
  await client.succeed(3);
  expect(await client.fail()).toBe(1);
  await client.succeed(1);
  expect([await client.fail(), await client.fail()]).toEqual([2, 1]);
});

test('successful calls restore no more than the capacity', async () => {
  const client = clientWith({ capacity: 2, refill: 1 });
  await client.succeed(5);
  expect([await client.fail(), await client.fail(), await client.fail()]).toEqual([2, 2, 1]);
});

test('the part of a retry above the capacity is lost', async () => {
  const client = clientWith({ capacity: 2, refill: 0.75 });
  expect(await client.fail()).toBe(2);
  await client.succeed(2);
  expect([await client.fail(), await client.fail()]).toEqual([2, 2]);
  await client.succeed(1);
  expect(await client.fail()).toBe(1);
});

test('a failed call restores nothing', async () => {
  const client = clientWith({ capacity: 1, refill: 1 });
  expect([await client.fail(), await client.fail(), await client.fail()]).toEqual([2, 1, 1]);
});

test('by default, 50 retries in a row, and one for every ten successful calls', async () => {
  const client = clientWith(undefined, 50);
  expect([await client.fail(), await client.fail()]).toEqual([51, 1]);
  await client.succeed(9);
  expect(await client.fail()).toBe(1);
  await client.succeed(2);
  expect([await client.fail(), await client.fail()]).toEqual([2, 1]);
});
