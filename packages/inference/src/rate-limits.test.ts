/** Batches of messages under the emulator's own rate limits, in virtual time. */
import { Transport } from '@parlance/core-transport/internal';
import type { TransportInternals } from '@parlance/core-transport/internal';
import { createMessage } from '@parlance/schemas';
import { inferenceNaming } from '@parlance/schemas/inference';
import { createFake } from '@parlance/testing-fakes';
import type { RateLimit, RateLimits } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { InferenceClient } from './inference-client.js';

const hello = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'hello' }],
};
const limit = 'messages/assistant-sonnet-4-6';

type Clock = NonNullable<TransportInternals['clock']>;

function limitedWorld(rateLimits: RateLimits) {
  const fake = createFake({ rateLimits, clock: { mode: 'manual' } });
  const world = fake.world().clock;
  const due = new Map<() => void, number>();
  const clock: Clock = {
    now: () => world.now(),
    wallNow: () => world.now(),
    setTimer: (callback, delayMs) => {
      const cancel = world.schedule(delayMs, () => {
        due.delete(cancel);
        callback();
      });
      due.set(cancel, world.now() + delayMs);
      return cancel;
    },
    clearTimer: (timer) => {
      const cancel = timer as () => void;
      due.delete(cancel);
      cancel();
    },
  };
  const finish = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false;
    void work.finally(() => (isDone = true));
    for (;;) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      if (isDone) return;
      const next = Math.min(...due.values());
      if (next !== Infinity) world.advance(Math.max(0, next - world.now()));
    }
  };
  const transport = new Transport(
    { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() },
    { key: 'api-key', naming: inferenceNaming },
    { clock },
  );
  return { fake, world, transport, finish };
}

/** Sends messages, 40 at a time, until all of them have settled. */
async function batch(rateLimits: RateLimits, content: string) {
  const { fake, world, transport, finish } = limitedWorld(rateLimits);
  const body = { ...hello, messages: [{ role: 'user' as const, content }] };
  const startedAt = world.now();
  let left = 360;
  let failed = 0;
  const used = { requests: 0, input_tokens: 0, output_tokens: 0 };
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      try {
        const { usage } = await transport.call(createMessage, { body });
        used.requests += 1;
        used.input_tokens += usage?.input_tokens ?? 0;
        used.output_tokens += usage?.output_tokens ?? 0;
      } catch {
        failed += 1;
      }
    }
  };
  await finish(Promise.all(Array.from({ length: 40 }, worker)));
  const requests = fake.journal().length;
  await transport.close();
  return { failed, requests, elapsedMs: world.now() - startedAt, used };
}

describe('360 calls pace themselves by the limits in the headers', () => {
  const perMinute = { requests: 120, input_tokens: 12_000, output_tokens: 12_000 };

  test.each<[string, RateLimit, string]>([
    ['requests', { requests: perMinute.requests }, 'hello'],
    ['input tokens', { input_tokens: perMinute.input_tokens }, 'word '.repeat(100)],
    ['output tokens', { output_tokens: perMinute.output_tokens }, '/long 100'],
    ['all three', perMinute, '/long 100'],
  ])('%s', async (_name, limit, content) => {
    const { failed, requests, elapsedMs, used } = await batch({ messages: limit }, content);
    expect(failed).toBe(0);
    expect(requests).toBeLessThan(1.05 * 360);
    // The buckets are full at the start, and refill within a minute.
    const minutes = Object.entries(limit).map(
      ([measure, limited]) => used[measure as keyof typeof used] / limited - 1,
    );
    expect(elapsedMs / 60_000 / Math.max(...minutes)).toBeLessThan(1.1);
  });

  test('a large max_tokens does not slow down calls with short replies', async () => {
    const { elapsedMs, used } = await batch({ messages: { output_tokens: 6000 } }, '/long 20');
    const ownMinutes = used.output_tokens / 6000 - 1;
    expect(elapsedMs / 60_000 / ownMinutes).toBeLessThan(1.15);
  });
});

describe('over a socket', () => {
  /** A client whose next call has to wait for 30 seconds. */
  async function usedUp() {
    const fake = createFake({ rateLimits: { messages: { requests: 2 } } });
    const { url } = await fake.listen();
    const client = new InferenceClient({ baseUrl: url, apiKey: fake.keys.api });
    await client.messages.create(hello);
    await client.messages.create(hello);
    return { fake, client };
  }
  const caught = (call: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(call).then(
      () => 'no error',
      (error: unknown) => error,
    );

  test('a call that waits can be aborted, others stay in the queue, and close() ends them', async () => {
    const { fake, client } = await usedUp();
    const caller = new AbortController();
    const aborted = caught(client.messages.create(hello, { signal: caller.signal }));
    const call = caught(client.messages.create(hello));
    const stream = caught(client.messages.stream(hello).finalMessage());
    await expect.poll(() => client.limits.waiting).toEqual([{ limit, requests: 3 }]);
    caller.abort('enough');
    expect(await aborted).toMatchObject({ name: 'AbortedError', reason: 'enough' });
    expect(client.limits.waiting).toEqual([{ limit, requests: 2 }]);
    await client.close();
    expect(await call).toMatchObject({ name: 'AbortedError' });
    expect(await stream).toMatchObject({ name: expect.stringMatching(/^(AbortedError|StreamError)$/) });
    expect(client.limits.waiting).toBeUndefined();
    await fake.close();
  });

  test('a call that may not wait fails with the hint, and calls of other limits are not held back', async () => {
    const { fake, client } = await usedUp();
    const failed = caught(client.messages.create(hello, { rateLimit: { maxWaitMs: 0 } }));
    expect(await failed).toMatchObject({
      name: 'RateLimitError',
      message: expect.stringContaining('maxWaitMs'),
    });
    expect((await client.models.list()).data).not.toEqual([]);
    await client.close();
    await fake.close();
  });
});
