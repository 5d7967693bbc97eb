import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError, readDownload } from '@parlance/core-transport';
import type { MessageBatchIndividualResponse } from '@parlance/schemas';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPlace, PLACES, type Place } from '@parlance/testing/places';
import { BatchResultsError } from './batches/batch-results-error.js';
import { InferenceClient } from './inference-client.js';
import { messageCost } from './message-cost.js';

const request = (custom_id: string, text = 'hello') => ({
  custom_id,
  params: {
    model: 'assistant-haiku-4-5',
    max_tokens: 50,
    messages: [{ role: 'user' as const, content: text }],
  },
});

async function ended({ client }: Place, count: number): Promise<string> {
  const { batches } = client.messages;
  const requests = Array.from({ length: count }, (_, index) => request(`r${index}`));
  const { id } = await batches.create({ requests });
  await batches.wait(id, { pollIntervalMs: 1 });
  return id;
}

async function collect(
  lines: AsyncIterable<MessageBatchIndividualResponse>,
): Promise<MessageBatchIndividualResponse[]> {
  const all: MessageBatchIndividualResponse[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe.each(PLACES)('%s', (name) => {
  test('a batch is created, awaited, read and deleted', async () => {
    await using place = await openPlace(name);
    const { batches } = place.client.messages;
    const { id } = await batches.create({ requests: [request('a', 'one'), request('b', '/refuse')] });
    const statuses: string[] = [];
    const batch = await batches.wait(id, {
      pollIntervalMs: 1,
      onProgress: ({ processing_status }) => statuses.push(processing_status),
    });
    expect(statuses.at(-1)).toBe('ended');
    expect(batch.request_counts.succeeded).toBe(2);
    const lines = await collect(batches.resultsOf(id));
    expect(lines).toMatchObject([
      {
        custom_id: 'a',
        result: {
          type: 'succeeded',
          message: { model: 'assistant-haiku-4-5-20251001', stop_reason: 'end_turn' },
        },
      },
      { custom_id: 'b', result: { type: 'succeeded', message: { stop_reason: 'refusal' } } },
    ]);
    const bytes = await readDownload(await batches.results(id));
    expect(new TextDecoder().decode(bytes).trimEnd().split('\n')).toHaveLength(2);
    await batches.delete(id);
    expect((await batches.list()).data).toEqual([]);
  });

  test('results continue after the connection is lost', async () => {
    await using place = await openPlace(name);
    const id = await ended(place, 40);
    place.fake.setFaults([
      { match: { operation: 'messages.batches.results' }, times: 1, stream: { cut_after_bytes: 5000 } },
      { match: { operation: 'messages.batches.results' }, times: 1, stream: { cut_after_bytes: 12_000 } },
    ]);
    const ids = (await collect(place.client.messages.batches.resultsOf(id))).map(
      ({ custom_id }) => custom_id,
    );
    expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => `r${index}`));
  });
});

test('results that stay incomplete are an error', async () => {
  await using place = await openPlace('socket');
  const id = await ended(place, 3);
  const [line] = await collect(place.client.messages.batches.resultsOf(id));
  place.fake.setFaults([
    { match: { operation: 'messages.batches.results' }, body: `${JSON.stringify(line)}\n` },
  ]);
  const seen: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { custom_id } of place.client.messages.batches.resultsOf(id)) seen.push(custom_id);
  };
  await expect(read()).rejects.toMatchObject({
    code: 'results_incomplete',
    message: `the results of ${id} are incomplete: 1 of 3`,
  });
  expect(seen).toEqual(['r0']);
});

test('the results of a batch in progress are not available', async () => {
  await using place = await openPlace('in process');
  place.fake.world().clock.run('manual');
  const { batches } = place.client.messages;
  const { id } = await batches.create({ requests: [request('a')] });
  const error = await batches.results(id).catch((thrown: unknown) => thrown);
  expect(BatchResultsError.is(error)).toBe(true);
  expect(error).toMatchObject({
    code: 'results_unavailable',
    batchId: id,
    message: `the results of ${id} are available once it has ended; it is in_progress`,
  });
  await expect(collect(batches.resultsOf(id))).rejects.toMatchObject({ code: 'results_unavailable' });
});

test('results on another origin are not requested', async () => {
  await using place = await openPlace('socket');
  const id = await ended(place, 1);
  const batch = await place.client.messages.batches.retrieve(id);
  for (const results_url of [
    'https://elsewhere.example/results',
    `//elsewhere.example/r`,
    'file:///etc/passwd',
  ]) {
    place.fake.setFaults([
      { match: { operation: 'messages.batches.retrieve' }, body: JSON.stringify({ ...batch, results_url }) },
    ]);
    await expect(place.client.messages.batches.results(id)).rejects.toMatchObject({ code: 'foreign_url' });
  }
  const requested = place.fake.journal().map(({ operation }) => operation);
  expect(requested).not.toContain('messages.batches.results');
});

test('waiting ends when the signal is aborted', async () => {
  await using place = await openPlace('in process');
  place.fake.world().clock.run('manual');
  const { batches } = place.client.messages;
  const { id } = await batches.create({ requests: [request('a')] });
  const controller = new AbortController();
  const waiting = batches.wait(id, {
    pollIntervalMs: 60_000,
    signal: controller.signal,
    onProgress: () => queueMicrotask(() => controller.abort('enough')),
  });
  await expect(waiting).rejects.toMatchObject({ code: 'aborted', reason: 'enough' });
  await expect(batches.wait(id, { pollIntervalMs: 0 })).rejects.toThrow(ConfigError);
});

test('messageCost prices the tokens of a batch by half', () => {
  const usage = { input_tokens: 1_000_000, output_tokens: 1_000_000 };
  const prices = { m: { input: 2, output: 10 } };
  expect(messageCost({ model: 'm', usage }, prices).total).toBe(12);
  const batch = messageCost({ model: 'm', usage: { ...usage, service_tier: 'batch' } }, prices);
  expect(batch).toMatchObject({ input: 1, output: 5, total: 6 });
});

/** A service with one batch, whose counts and results a test chooses. */
async function batchService(counts: unknown, respond: (response: ServerResponse) => void) {
  const server = createServer((incoming, response) => {
    if (incoming.url?.endsWith('/results')) return respond(response);
    response.setHeader('content-type', 'application/json');
    const url = `http://${incoming.headers.host}${incoming.url}/results`;
    response.end(JSON.stringify({ id: 'b', request_counts: counts, results_url: url }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new InferenceClient({ baseUrl, apiKey: 'api-key', maxEventBytes: 10_000 });
  onTestFinished(async () => {
    await client.close();
    server.close();
    server.closeAllConnections();
  });
  return async () =>
    (await collect(client.messages.batches.resultsOf('b'))).map(({ custom_id }) => custom_id);
}

const TWO = { processing: 0, succeeded: 2, errored: 0, canceled: 0, expired: 0 };

/** Sends lines for as long as somebody reads them. */
function endless(line: (count: number) => string): (response: ServerResponse) => void {
  return (response) => {
    let count = 0;
    const sending = setInterval(() => response.write(line((count += 1))), 1);
    response.on('close', () => clearInterval(sending));
  };
}

const result = (id: string): string => `{"custom_id":"${id}","result":{"type":"canceled"}}\n`;

test('more results than the batch has requests are not read', async () => {
  const read = await batchService(
    TWO,
    endless((count) => result(`r${count}`)),
  );
  expect(await read()).toEqual(['r1', 'r2']);
});

test.each<[string, (count: number) => string, object]>([
  ['a result', () => result('r1'), { code: 'results_incomplete' }],
  ['empty lines', () => '\n'.repeat(1_000), { code: 'response_too_large' }],
  ['blank lines', () => ' \n'.repeat(1_000), { code: 'response_too_large' }],
  ['a line without an end', () => 'x'.repeat(1_000), { code: 'response_too_large' }],
])('%s that a service repeats forever ends in an error', async (_, line, expected) => {
  const read = await batchService(TWO, endless(line));
  await expect(read()).rejects.toMatchObject(expected);
});

test.each([
  ['null', null],
  ['a missing count', { ...TWO, errored: undefined }],
  ['a negative count', { ...TWO, processing: -1 }],
  ['a fraction', { ...TWO, expired: 0.5 }],
  ['text', { ...TWO, succeeded: '2' }],
])('results are not read when request_counts has %s', async (_, counts) => {
  const read = await batchService(counts, (response) => response.end(result('r1') + result('r2')));
  await expect(read()).rejects.toMatchObject({
    code: 'counts_invalid',
    message: expect.stringMatching(/^the results of b cannot be counted: request_counts\.\w+ is not a whole/),
  });
});

test('a line that arrives in single bytes, after empty lines, is read once', async () => {
  const text = `\n\r\n${result('ü')}\n${result('r2').trim()}`;
  const read = await batchService(TWO, (response) => {
    for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
    response.end();
  });
  expect(await read()).toEqual(['ü', 'r2']);
});
