import { inspect } from 'node:util';
import { AbortedError, ConfigError } from '@parlance/core-transport';
import { expect, onTestFinished, test } from 'vitest';
import { createRecord } from '../../certificates/digest.js';
import { http, SinkError, redactContent } from '../../index.js';
import type { ArchiveRecord, HttpSinkOptions } from '../../index.js';
import type { Unit } from '../../certificates/extent.js';
import { linesOf, startCollector, statuses } from '../../testing/collector.js';
import type { SinkContext } from '../sink.js';

const unit: Unit = { name: 'chats/000001', family: 'chats', revision: 0 };

const fast = { baseDelayMs: 1, maxDelayMs: 1 };

async function writer(
  options: HttpSinkOptions,
  { attempt, signal = new AbortController().signal }: { attempt?: number; signal?: AbortSignal } = {},
) {
  const context: SinkContext = { exportName: 'nightly', signal };
  const sink = await http({ retry: fast, ...options }).open(context);
  onTestFinished(() => sink.close());
  return sink.begin(unit, { attempt });
}

function message(index: number, text = `text ${index}`): ArchiveRecord {
  return createRecord('message', `msg_${index}`, {
    id: `msg_${index}`,
    chat_id: 'chat_1',
    user_id: 'user_1',
    role: 'user',
    created_at: '2026-04-01T00:00:00Z',
    content: [{ type: 'text', text }],
    files: [{ id: 'file_1', filename: 'plan.txt', mime_type: 'text/plain' }],
  });
}

const messages = (count: number): ArchiveRecord[] =>
  Array.from({ length: count }, (_, index) => message(index));

test('sends records in batches of bounded size, each with a stable id', async () => {
  const { url, seen } = await startCollector(statuses(200));
  const unitWriter = await writer({
    url,
    headers: { authorization: 'Bearer hidden-key' },
    batch: { maxRecords: 2 },
  });
  await unitWriter.write(messages(3));
  expect(seen).toHaveLength(1);
  await unitWriter.write([message(3), message(4)]);
  expect(await unitWriter.commit()).toBeNull();

  expect(seen.map(({ body }) => linesOf(body).length)).toEqual([2, 2, 1]);
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer hidden-key',
    'content-type': 'application/x-ndjson',
    'parlance-redelivery': 'false',
  });
  const [first] = linesOf(seen[0]!.body);
  const { digest } = message(0);
  expect(first).toEqual({
    delivery_id: `message/msg_0/${digest.slice(0, 16)}`,
    export: 'nightly',
    unit: 'chats/000001',
    revision: 0,
    kind: 'message',
    id: 'msg_0',
    digest,
    body: message(0).body,
  });
});

test('bounds the bytes of a batch, and sends a larger record alone', async () => {
  const { url, seen } = await startCollector(statuses(200));
  const unitWriter = await writer({ url, format: 'json', batch: { maxBytes: 2000 } });
  await unitWriter.write([message(1), message(2), message(3, 'x'.repeat(5000)), message(4), message(5)]);
  await unitWriter.commit();
  const sizes = seen.map(({ body }) => (JSON.parse(body) as unknown[]).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5);
  expect(
    seen.filter(({ body }) => body.length > 2001).map(({ body }) => (JSON.parse(body) as unknown[]).length),
  ).toEqual([1]);
  expect(seen[0]?.headers['content-type']).toBe('application/json');
});

test('a unit that is written again has the same ids and is marked as delivered again', async () => {
  const { url, seen } = await startCollector(statuses(200));
  for (const attempt of [1, 2]) {
    const unitWriter = await writer({ url }, { attempt });
    await unitWriter.write(messages(3));
    await unitWriter.commit();
  }
  expect(seen.map(({ headers }) => headers['parlance-redelivery'])).toEqual(['false', 'true']);
  expect(seen[0]?.headers['parlance-delivery-id']).toBe(seen[1]?.headers['parlance-delivery-id']);
  expect(seen[0]?.body).toBe(seen[1]?.body);
});

test('a discarded unit sends nothing more', async () => {
  const { url, seen } = await startCollector(statuses(200));
  const unitWriter = await writer({ url });
  await unitWriter.write(messages(3));
  await unitWriter.abort();
  expect(seen).toEqual([]);
});

test('retries failures, marks the retry, and waits as long as the receiver asks', async () => {
  const times: number[] = [];
  const { url, seen } = await startCollector((response, _entry, index) => {
    times.push(Date.now());
    if (index === 0) response.writeHead(503).end();
    else if (index === 1) response.writeHead(429, { 'retry-after-ms': '60' }).end();
    else if (index === 2) response.destroy();
    else response.writeHead(202).end();
  });
  const unitWriter = await writer({ url });
  await unitWriter.write(messages(1));
  await unitWriter.commit();
  expect(seen.map(({ headers }) => headers['parlance-redelivery'])).toEqual([
    'false',
    'true',
    'true',
    'true',
  ]);
  expect(new Set(seen.map(({ headers }) => headers['parlance-delivery-id'])).size).toBe(1);
  expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(55);
});

test('divides a batch that is too large for the receiver', async () => {
  const accepted: unknown[] = [];
  const { url } = await startCollector((response, { body }) => {
    const records = linesOf(body);
    if (records.length > 2) return void response.writeHead(413).end();
    accepted.push(...records.map(({ id }) => id));
    response.writeHead(200).end();
  });
  const unitWriter = await writer({ url });
  await unitWriter.write(messages(7));
  await unitWriter.commit();
  expect(accepted).toEqual(['msg_0', 'msg_1', 'msg_2', 'msg_3', 'msg_4', 'msg_5', 'msg_6']);
});

test('the parts of a batch that was retried are marked as delivered again', async () => {
  const { url, seen } = await startCollector(statuses(200, 500, 413, 200));
  const unitWriter = await writer({ url, batch: { maxRecords: 4 } });
  await unitWriter.write(messages(8));
  await unitWriter.commit();
  expect(seen.map(({ headers, body }) => [linesOf(body).length, headers['parlance-redelivery']])).toEqual([
    [4, 'false'],
    [4, 'false'],
    [4, 'true'],
    [2, 'true'],
    [2, 'true'],
  ]);
});

test('a receiver that stays unavailable fails the unit', async () => {
  const { url, seen } = await startCollector(statuses(500));
  const unitWriter = await writer({ url, retry: { ...fast, maxAttempts: 3 } });
  await unitWriter.write(messages(1));
  await expect(unitWriter.commit()).rejects.toMatchObject({
    code: 'sink_unavailable',
    status: 500,
    attempts: 3,
  });
  expect(seen).toHaveLength(3);
});

test('a longer wait than allowed fails at once', async () => {
  const { url, seen } = await startCollector((response) =>
    response.writeHead(429, { 'retry-after': '3600' }).end(),
  );
  const unitWriter = await writer({ url });
  await unitWriter.write(messages(1));
  await expect(unitWriter.commit()).rejects.toMatchObject({ code: 'sink_unavailable', attempts: 1 });
  expect(seen).toHaveLength(1);
});

test('a receiver that does not respond in time is tried again', async () => {
  const { url, seen } = await startCollector((response, _entry, index) => {
    if (index > 0) response.writeHead(200).end();
  });
  const unitWriter = await writer({ url, timeoutMs: 50 });
  await unitWriter.write(messages(1));
  await unitWriter.commit();
  expect(seen).toHaveLength(2);
});

test('the status decides, though the body of the response never ends', async () => {
  const { url, seen } = await startCollector((response) => void response.writeHead(200).write('a part'));
  const unitWriter = await writer({ url, timeoutMs: 1_000, retry: { ...fast, maxAttempts: 2 } });
  await unitWriter.write(messages(1));
  await unitWriter.commit();
  expect(seen).toHaveLength(1);
});

test('a rejected request is not repeated, and its error has no secrets and no content', async () => {
  const { url, seen } = await startCollector((response, { body, headers }) => {
    response.writeHead(401).end(JSON.stringify({ body, headers }));
  });
  const unitWriter = await writer({
    url,
    headers: () => Promise.resolve({ authorization: 'Bearer hidden-key' }),
  });
  await unitWriter.write(messages(1));
  const error: unknown = await unitWriter.commit().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SinkError);
  expect(error).toMatchObject({ code: 'sink_rejected', status: 401 });
  const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
  expect(shown).not.toMatch(/hidden-key|query-secret|text 0/);
  expect(seen[0]?.headers.authorization).toBe('Bearer hidden-key');
});

test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const target = await startCollector(statuses(200));
  const { url } = await startCollector((response) =>
    response.writeHead(status, { location: target.url }).end(),
  );
  const unitWriter = await writer({ url, headers: { authorization: 'Bearer hidden-key' } });
  await unitWriter.write(messages(1));
  await expect(unitWriter.commit()).rejects.toMatchObject({ code: 'sink_redirected', status });
  expect(target.seen).toEqual([]);
});

test('the error of the function that returns the headers is not shown', async () => {
  const { url } = await startCollector(statuses(200));
  const headers = (): never => {
    throw new Error('vault said hidden-key');
  };
  const unitWriter = await writer({ url, headers });
  await unitWriter.write(messages(1));
  const error: unknown = await unitWriter.commit().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hidden-key');
});

test('stopping the run ends a request, and a wait for a retry', async () => {
  const reached = Promise.withResolvers<void>();
  const silent = await startCollector(() => reached.resolve());
  const refusing = await startCollector((response) => {
    response.writeHead(503, { 'retry-after': '300' }).end(() => reached.resolve());
  });
  for (const { url } of [silent, refusing]) {
    const controller = new AbortController();
    const unitWriter = await writer({ url }, { signal: controller.signal });
    await unitWriter.write(messages(1));
    const committed = unitWriter.commit();
    await reached.promise;
    controller.abort();
    await expect(committed).rejects.toBeInstanceOf(AbortedError);
  }
});

test('a function that never returns the headers is stopped, and ends with the time limit', async () => {
  const { url, seen } = await startCollector(statuses(200));
  const called = Promise.withResolvers<void>();
  const headers = (): Promise<Record<string, string>> => {
    called.resolve();
    return new Promise(() => {});
  };
  const controller = new AbortController();
  const stopped = await writer({ url, headers }, { signal: controller.signal });
  await stopped.write(messages(1));
  const committed = stopped.commit();
  await called.promise;
  controller.abort();
  await expect(committed).rejects.toBeInstanceOf(AbortedError);

  const late = await writer({ url, headers, timeoutMs: 5, retry: { ...fast, maxAttempts: 2 } });
  await late.write(messages(1));
  await expect(late.commit()).rejects.toMatchObject({ code: 'sink_unavailable', attempts: 2 });
  expect(seen).toEqual([]);
});

test.each([
  [{ url: 'http://collector.example.com/events' }, 'must use https'],
  [{ url: 'ftp://collector.example.com' }, 'absolute URL'],
  [{ url: 'events' }, 'absolute URL'],
  [{ url: 'https://me:pass@collector.example.com' }, 'username or password'],
  [{ url: 'https://a.example', headers: { 'content-type': 'text/plain' } }, 'the sink sets it'],
  [{ url: 'https://a.example', headers: { authorization: 'a\r\nb: c' } }, 'control characters'],
  [{ url: 'https://a.example', batch: { maxRecords: 0 } }, 'batch.maxRecords'],
  [{ url: 'https://a.example', retries: 3 }, 'retries is not an option'],
])('rejects %o', (options, problem) => {
  expect(() => http(options as HttpSinkOptions)).toThrow(ConfigError);
  expect(() => http(options as HttpSinkOptions)).toThrow(problem);
});

test('accepts https for any host, and http for this machine', () => {
  for (const url of [
    'https://collector.example.com',
    'http://localhost:1',
    'http://[::1]:1',
    'http://127.0.0.1:1',
  ])
    expect(http({ url }).name).toBe('http');
});

test('a mapping and a redaction decide what is sent', async () => {
  const { url, seen } = await startCollector(statuses(200));
  const unitWriter = await writer({
    url,
    redact: (record) => (record.id === 'msg_1' ? null : redactContent()(record)),
    map: (record, delivery) => (record.id === 'msg_2' ? null : { event: record.body, uid: delivery.id }),
  });
  await unitWriter.write(messages(3));
  await unitWriter.commit();
  expect(linesOf(seen[0]!.body)).toEqual([
    {
      uid: `message/msg_0/${message(0).digest.slice(0, 16)}`,
      event: {
        id: 'msg_0',
        chat_id: 'chat_1',
        user_id: 'user_1',
        role: 'user',
        created_at: '2026-04-01T00:00:00Z',
        content: [{ type: 'text', text: '[redacted]' }],
        files: [{ id: 'file_1', filename: '[redacted]', mime_type: 'text/plain' }],
      },
    },
  ]);
});
