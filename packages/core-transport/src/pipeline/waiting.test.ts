import { describe, expect, test } from 'vitest';
import { Limiter } from '../rate-limits/rate-limiter.js';
import { ScriptedAdapter } from '../testing/scripted-adapter.js';
import { readThing, settle, transportWith } from '../testing/things.js';

const params = { thing_id: 't' };
const never = (): Promise<never> => new Promise(() => undefined);

/** What a call may wait for before it is sent, and which may never come. */
const waits = {
  'the function that gives the key': { apiKey: never },
  "a limiter of the user's": { limiter: { acquire: never } },
};

describe.each(Object.entries(waits))('waiting for %s', (_name, options) => {
  test('has the total deadline', async () => {
    const { transport, clock } = transportWith({ ...options, http: new ScriptedAdapter({}) });
    const result = transport.call(readThing, { params }).catch((error: unknown) => error);
    await settle();
    clock.advance(120_000);
    expect(await result).toMatchObject({ code: 'timeout_total', sent: false });
    expect(clock.timers).toBe(0);
  });

  test('ends with an abort, and with the client', async () => {
    const caller = new AbortController();
    const { transport } = transportWith({ ...options, http: new ScriptedAdapter({}) });
    const aborted = transport.call(readThing, { params }, { signal: caller.signal });
    const closed = transport.call(readThing, { params });
    await settle();
    caller.abort('enough');
    await expect(aborted).rejects.toMatchObject({ name: 'AbortedError', reason: 'enough' });
    await transport.close();
    await expect(closed).rejects.toMatchObject({
      name: 'AbortedError',
      message: 'things.retrieve: the client was closed',
    });
  });
});

test('waiting in the queue of a limiter has the total deadline', async () => {
  const limiter = new Limiter({ maxConcurrent: 1 });
  await limiter.acquire(new AbortController().signal);
  const { transport, clock } = transportWith({ limiter, http: new ScriptedAdapter({}) });
  const result = transport.call(readThing, { params }).catch((error: unknown) => error);
  await settle();
  clock.advance(120_000);
  expect(await result).toMatchObject({ code: 'timeout_total', sent: false });
});

test('a permission that comes too late is given back', async () => {
  let grant: (release: () => void) => void = () => undefined;
  let released = 0;
  const acquire = (): Promise<() => void> =>
    new Promise((resolve) => {
      grant = resolve;
    });
  const { transport } = transportWith({ limiter: { acquire }, http: new ScriptedAdapter({}) });
  const caller = new AbortController();
  const result = transport.call(readThing, { params }, { signal: caller.signal });
  await settle();
  caller.abort();
  await expect(result).rejects.toMatchObject({ name: 'AbortedError' });
  grant(() => {
    released += 1;
  });
  await settle();
  expect(released).toBe(1);
});
