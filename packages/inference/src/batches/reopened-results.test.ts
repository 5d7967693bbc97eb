/** Opening the results of a batch again is a retry: the option `retry` says how often. */
import { createFake } from '@parlance/testing-fakes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InferenceClient } from '../inference-client.js';
import { runBatch } from './run-batch.js';

const match = { operation: 'messages.batches.results' };
const requests = Array.from({ length: 3 }, (_, index) => ({
  custom_id: `r${index}`,
  params: {
    model: 'assistant-haiku-4-5',
    max_tokens: 50,
    messages: [{ role: 'user' as const, content: 'hello' }],
  },
}));

function connect(retry: { maxRetries: number; budget?: { capacity: number } }) {
  const fake = createFake();
  const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
  return { fake, client: new InferenceClient({ ...options, retry: { ...retry, baseDelayMs: 1 } }) };
}

const opened = (fake: ReturnType<typeof createFake>): number =>
  fake.journal().filter(({ operation }) => operation === match.operation).length;

async function idsOf(lines: AsyncIterable<{ custom_id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { custom_id: id } of lines) ids.push(id);
  return ids;
}

const cut = fc.constantFrom<object>(
  { stream: { cut_after_bytes: 0 } },
  { stream: { cut_after_bytes: 10 } },
  { body: '' },
  { body: '{"custom_id":"r0"' },
);

test('results are read if there are at most as many cuts as retries, and opened as often', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(6),
      fc.array(cut, { maxLength: 8 }),
      fc.boolean(),
      async (maxRetries, cuts, isRun) => {
        const { fake, client } = connect({ maxRetries });
        fake.setFaults(cuts.map((fault) => ({ match, times: 1, ...fault })));
        const { batches } = client.messages;
        const read = async (): Promise<string[]> => {
          if (isRun) return idsOf(runBatch(client, requests, { pollIntervalMs: 1 }));
          const { id } = await batches.create({ requests });
          await batches.wait(id, { pollIntervalMs: 1 });
          return idsOf(batches.resultsOf(id));
        };
        if (cuts.length <= maxRetries) expect(await read()).toEqual(['r0', 'r1', 'r2']);
        else
          await expect(read()).rejects.toMatchObject({
            code: expect.stringMatching(/results_incomplete|invalid_json|ECONNRESET/),
          });
        expect(opened(fake)).toBe(Math.min(cuts.length, maxRetries) + 1);
      },
    ),
    { numRuns: 60 },
  );
});

test('a result that is new starts the count of retries again', async () => {
  const { fake, client } = connect({ maxRetries: 1 });
  const { id } = await client.messages.batches.create({ requests });
  await client.messages.batches.wait(id, { pollIntervalMs: 1 });
  const sizes = (await (await client.messages.batches.results(id)).text())
    .split('\n')
    .map((line) => line.length + 1);
  const after = (lines: number): number => sizes.slice(0, lines).reduce((sum, size) => sum + size, 0);
  fake.setFaults([1, 2].map((lines) => ({ match, times: 1, stream: { cut_after_bytes: after(lines) } })));
  expect(await idsOf(client.messages.batches.resultsOf(id))).toEqual(['r0', 'r1', 'r2']);
});

test('the retry budget, an abort and closing the client end the retries', async () => {
  const { fake, client } = connect({ maxRetries: 5, budget: { capacity: 1 } });
  const { id } = await client.messages.batches.create({ requests });
  await client.messages.batches.wait(id, { pollIntervalMs: 1 });
  fake.setFaults([{ match, stream: { cut_after_bytes: 10 } }]);
  await expect(idsOf(client.messages.batches.resultsOf(id))).rejects.toMatchObject({ code: 'ECONNRESET' });
  const slow = { maxRetries: 5, baseDelayMs: 1e8, maxDelayMs: 1e9 };
  const signal = AbortSignal.abort('enough');
  for (const end of ['abort', 'close'] as const) {
    const other = connect({ maxRetries: 5 });
    const { batches } = other.client.messages;
    const created = await batches.create({ requests });
    await batches.wait(created.id, { pollIntervalMs: 1 });
    const controller = new AbortController();
    other.fake.setFaults([{ match, stream: { cut_after_bytes: 10 } }]);
    const reading = idsOf(batches.resultsOf(created.id, { retry: slow, signal: controller.signal }));
    const failure = reading.catch((error: unknown) => error);
    while (opened(other.fake) === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    if (end === 'abort') controller.abort(signal.reason);
    else await other.client.close();
    expect(await failure).toMatchObject({ code: 'aborted' });
  }
});
