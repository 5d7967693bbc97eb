import { createFake, type Fake, type Script } from '@parlance/testing-fakes';
import { ConfigError } from '@parlance/core-transport';
import type { MessageBatchRequest } from '@parlance/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InferenceClient } from '../inference-client.js';
import type { BatchRunCheckpoint } from './batch-run-checkpoint.js';
import type { BatchRunOptions } from './batch-run-options.js';
import { runBatch } from './run-batch.js';

const params = {
  model: 'assistant-haiku-4-5',
  max_tokens: 20,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

async function* make(count: number, read?: (index: number) => void): AsyncGenerator<MessageBatchRequest> {
  for (let index = 0; index < count; index++) {
    read?.(index);
    yield { custom_id: `r${index}`, params };
  }
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);

let fake: Fake;
let client: InferenceClient;

beforeEach(async () => {
  fake = createFake({ checkResponses: true });
  await fake.listen();
  client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, retry: { baseDelayMs: 1 } });
});

afterEach(async () => {
  await client.close();
  await fake.close();
});

const quick = { maxRequests: 10, pollIntervalMs: 1 };

async function run(count: number, options: BatchRunOptions = {}): Promise<string[]> {
  const yielded: string[] = [];
  for await (const { custom_id } of runBatch(client, make(count), { ...quick, ...options }))
    yielded.push(custom_id);
  return yielded;
}

async function createdSizes(): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { request_counts: counts } of client.messages.batches.list())
    sizes.unshift(Object.values(counts).reduce((sum, count) => sum + count, 0));
  return sizes;
}

test('requests are split by number, and each result is yielded once', async () => {
  expect(await run(35)).toEqual(ids(35));
  expect(await createdSizes()).toEqual([10, 10, 10, 5]);
});

test('requests are split by size', async () => {
  const size = JSON.stringify({ custom_id: 'r0', params }).length + 1;
  const envelope = JSON.stringify({ requests: [] }).length;
  expect(await run(7, { maxBytes: 3 * size + envelope })).toEqual(ids(7));
  expect(await createdSizes()).toEqual([3, 3, 1]);
});

test('the size of a batch includes the object around its requests', async () => {
  const size = JSON.stringify({ custom_id: 'r0', params }).length + 1;
  expect(await run(7, { maxBytes: 3 * size })).toEqual(ids(7));
  expect(await createdSizes()).toEqual([2, 2, 2, 1]);
});

test('no requests make no batch', async () => {
  expect(await run(0)).toEqual([]);
  expect(await createdSizes()).toEqual([]);
});

test('requests are read when their batch is created', async () => {
  let read = 0;
  const results = runBatch(
    client,
    make(100, () => read++),
    { ...quick, maxBatches: 2 },
  );
  await results.next();
  // Two batches, and the first request of the third.
  expect(read).toBe(21);
  await results.return(undefined);
  expect(await createdSizes()).toEqual([10, 10]);
});

test('progress is reported', async () => {
  const seen: number[] = [];
  await run(25, {
    maxBatches: 1,
    onProgress: ({ batch, submitted }) => {
      if (batch.processing_status === 'ended') seen.push(submitted);
    },
  });
  expect(seen).toEqual([10, 20, 25]);
});

test.each([
  ['maxRequests', { maxRequests: 100_001 }],
  ['maxBytes', { maxBytes: 268_435_457 }],
  ['maxBatches', { maxBatches: 0 }],
  ['maxRetries', { maxRetries: 11 }],
  ['checkpointEvery', { checkpointEvery: 1.5 }],
  ['pollIntervalMs', { pollIntervalMs: Infinity }],
  ['onCheckpoint', { onCheckpoint: 1 as never }],
  ['resumeFrom', { resumeFrom: {} as never }],
])('an invalid %s is rejected', async (name, options) => {
  await expect(run(1, options)).rejects.toMatchObject({ name: 'ConfigError', option: name });
});

test('a custom_id that is not unique within a batch is rejected before the batch is created', async () => {
  const requests = [
    { custom_id: 'a', params },
    { custom_id: 'a', params },
  ];
  await expect(runBatch(client, requests).next()).rejects.toThrow(ConfigError);
  expect(await createdSizes()).toEqual([]);
});

const STATUS = {
  invalid_request_error: 400,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
} as const;

/** Makes requests fail: each number is the request that the step is for. */
function failing(numbers: readonly number[], type: keyof typeof STATUS, times = 1): void {
  const status = STATUS[type];
  const scripts = numbers.map((number): Script => {
    const step = { match: { content_equals: `hello ${number}` }, error: { status, type }, times };
    return { match: step.match, steps: [step] };
  });
  fake.applyScenario({ replies: [...scripts, { steps: 'default' }] });
}

function* numbered(count: number): Generator<MessageBatchRequest> {
  for (let index = 0; index < count; index++)
    yield {
      custom_id: `r${index}`,
      params: { ...params, messages: [{ role: 'user', content: `hello ${index}` }] },
    };
}

describe('failed requests', () => {
  async function results(count: number, options: BatchRunOptions = {}): Promise<[string, string][]> {
    const found: [string, string][] = [];
    for await (const line of runBatch(client, numbered(count), { ...quick, ...options }))
      found.push([line.custom_id, line.result.type]);
    return found;
  }
  const only = (found: readonly [string, string][]) => found.map(([id]) => id);

  test('are sent again in later batches, and yielded once', async () => {
    failing([3, 12, 17], 'overloaded_error');
    const found = await results(25);
    expect(only(found).toSorted()).toEqual(ids(25).toSorted());
    expect(found.every(([, type]) => type === 'succeeded')).toBe(true);
    // The batches with retries are created when the results of their batch have been read.
    expect((await createdSizes()).toSorted((a, b) => b - a)).toEqual([10, 10, 5, 2, 1]);
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('are yielded after the last attempt', async () => {
    failing([2], 'rate_limit_error', 3);
    expect(await results(5)).toContainEqual(['r2', 'errored']);
    expect(await createdSizes()).toEqual([5, 1, 1]);
  });

  test.each(['rate_limit_error', 'api_error', 'timeout_error', 'overloaded_error'] as const)(
    'with %s are sent again',
    async (type) => {
      failing([2], type);
      expect(await results(5)).toContainEqual(['r2', 'succeeded']);
      expect(await createdSizes()).toEqual([5, 1]);
    },
  );

  test('that another attempt would not change are not sent again', async () => {
    failing([2], 'invalid_request_error');
    expect(await results(5)).toContainEqual(['r2', 'errored']);
    expect(await createdSizes()).toEqual([5]);
  });

  test('are not sent again without retries', async () => {
    failing([2], 'overloaded_error');
    expect(await results(5, { maxRetries: 0 })).toContainEqual(['r2', 'errored']);
    expect(await createdSizes()).toEqual([5]);
  });

  test('that expired are sent again', async () => {
    const requests = [
      {
        custom_id: 'late',
        params: { ...params, messages: [{ role: 'user' as const, content: '/wait 90000' }] },
      },
    ];
    const found: string[] = [];
    for await (const { result } of runBatch(client, requests, { ...quick, maxRetries: 1 }))
      found.push(result.type);
    expect(found).toEqual(['expired']);
    expect(await createdSizes()).toEqual([1, 1]);
  });

  test('are sent again by a process that resumes from any checkpoint', async () => {
    const numbers = [1, 2, 8, 14];
    failing(numbers, 'overloaded_error');
    const saved: { readonly json: string; readonly yielded: number }[] = [];
    const first: string[] = [];
    const options = { ...quick, maxBatches: 2, checkpointEvery: 3 };
    const onCheckpoint = (checkpoint: BatchRunCheckpoint): void => {
      saved.push({ json: JSON.stringify(checkpoint), yielded: first.length });
    };
    for await (const { custom_id } of runBatch(client, numbered(15), { ...options, onCheckpoint }))
      first.push(custom_id);
    expect(saved.some(({ json }) => json.includes('"retryOf":"msgbatch_'))).toBe(true);
    for (const { json, yielded } of saved) {
      const resumeFrom = JSON.parse(json) as BatchRunCheckpoint;
      const rest = await results(15, { ...options, resumeFrom });
      expect([...first.slice(0, yielded), ...only(rest)].toSorted()).toEqual(ids(15).toSorted());
      expect(rest.every(([, type]) => type === 'succeeded')).toBe(true);
    }
  });
});

describe('a run resumes', () => {
  test('from each of its checkpoints', async () => {
    const whole: { readonly json: string; readonly yielded: number }[] = [];
    const first: string[] = [];
    const options = { ...quick, maxBatches: 2, checkpointEvery: 4 };
    const onCheckpoint = (checkpoint: BatchRunCheckpoint): void => {
      whole.push({ json: JSON.stringify(checkpoint), yielded: first.length });
    };
    for await (const { custom_id } of runBatch(client, make(35), { ...options, onCheckpoint }))
      first.push(custom_id);
    expect(whole.length).toBeGreaterThan(15);
    const created = await createdSizes();
    for (const { json, yielded } of whole) {
      expect(json.length).toBeLessThan(2000);
      const resumeFrom = JSON.parse(json) as BatchRunCheckpoint;
      // Batches that were created after this checkpoint, but before its process exited.
      const rest = await run(35, { ...options, resumeFrom });
      expect([...first.slice(0, yielded), ...rest]).toEqual(ids(35));
    }
    // Later batches of those earlier runs are not known to the checkpoints, so only the interrupted ones are found.
    expect((await createdSizes()).slice(0, created.length)).toEqual(created);
  });

  test('after a response was lost, without creating the batch twice', async () => {
    fake.setFaults([
      {
        match: { operation: 'messages.batches.create' },
        after: 1,
        times: 1,
        stream: { cut_after_bytes: 0 },
      },
    ]);
    expect(await run(35)).toEqual(ids(35));
    expect(await createdSizes()).toEqual([10, 10, 10, 5]);
  });

  test('after an interrupted creation, past batches of others with as many requests', async () => {
    const saved: BatchRunCheckpoint[] = [];
    const stopped = new Error('the process ends here');
    const interrupted = run(10, {
      onCheckpoint: (checkpoint) => {
        saved.push(checkpoint);
        throw stopped;
      },
    });
    await expect(interrupted).rejects.toBe(stopped);
    const other = (prefix: string) => ids(10).map((id) => ({ custom_id: `${prefix}${id}`, params }));
    await client.messages.batches.create({ requests: other('x') });
    await client.messages.batches.create({ requests: other('').toReversed() });
    await client.messages.batches.create({ requests: other('y') });
    const results = await run(10, { resumeFrom: saved[0] });
    expect(results.toSorted()).toEqual(ids(10));
    expect(await createdSizes()).toEqual([10, 10, 10]);
  });

  test('only with the same requests, and yields nothing once it is done', async () => {
    const saved: BatchRunCheckpoint[] = [];
    await run(20, { onCheckpoint: (checkpoint) => void saved.push(checkpoint) });
    expect(saved.map(({ done }) => done).lastIndexOf(undefined)).toBe(saved.length - 2);
    expect(await run(20, { resumeFrom: saved.at(-1) })).toEqual([]);
    await expect(run(15, { resumeFrom: saved.at(-1) })).rejects.toMatchObject({
      name: 'ConfigError',
      option: 'requests',
    });
  });
});
