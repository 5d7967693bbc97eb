import { FaultServer } from '@parlance/testing/fault-server';
import type { Responder } from '@parlance/testing/fault-server';
import { quick } from '@parlance/testing/fault-table';
import { event, json, refusal, stream } from '@parlance/testing/responders';
import { streamFaults } from '@parlance/testing/stream-faults';
import { openStream } from './streaming/open-stream.js';
import diagnostics from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { metrics, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  BasicTracerProvider,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './errors/api-error.js';
import type { ParlanceError } from './errors/parlance-error.js';
import type { LogLevel } from './observability/log-observer.js';
import { openTelemetry } from './telemetry.js';
import { callFaults } from './testing/call-faults.js';
import { createThing, generateThing, readThing } from './testing/things.js';
import { Transport } from './transport.js';

const KEY = 'canary-key-8f3a';
const TOKEN = 'canary-token-11c7';
const PROMPT = 'canary-prompt-52de';
const CANARIES = [KEY, TOKEN, PROMPT];
const body = {
  prompt: PROMPT,
  messages: [{ role: 'user', content: PROMPT }],
  auth: { token: TOKEN },
  list: [{ token: TOKEN }],
};

/** A server that repeats the key and says it in its error. */
const gossip: Responder = (connection) =>
  json(400, {
    type: 'error',
    error: { type: 'invalid_request_error', message: `bad key ${connection.request.headers['x-api-key']}` },
  })(connection);
/** The same within a stream. */
const gossipStream: Responder = (connection) => {
  const message = `bad key ${connection.request.headers['x-api-key']}`;
  return stream(event({ type: 'error', error: { type: 'invalid_request_error', message } }))(connection);
};
const faults = [
  ...callFaults,
  ...streamFaults,
  { fault: 'the server repeats the key', kind: 'create' as const, responders: [gossip], options: {} },
  { fault: 'the server repeats the key', kind: 'stream' as const, responders: [gossipStream], options: {} },
  {
    fault: 'nothing',
    kind: 'create' as const,
    responders: [json(200, { id: 'x', content: PROMPT })],
    options: {},
  },
  { fault: 'nothing', kind: 'stream' as const, responders: [stream()], options: {} },
];

function recorder(level: LogLevel) {
  const lines: unknown[] = [];
  const log = (...line: unknown[]): void => {
    lines.push(line);
  };
  return { lines, logger: { level, error: log, warn: log, info: log, debug: log } };
}

function everyView(value: unknown): string {
  return [
    inspect(value, { depth: 20, showHidden: true }),
    JSON.stringify(value),
    String(value),
    (value as Error)?.stack,
  ].join('\n');
}

async function run(transport: Transport, kind: string): Promise<unknown> {
  try {
    if (kind === 'stream') {
      const events: unknown[] = [];
      for await (const event of openStream(transport, generateThing, { body })) events.push(event);
      return 'done';
    }
    if (kind === 'create') await transport.call(createThing, { body });
    else await transport.call(readThing, { params: { thing_id: 't' } });
    return 'done';
  } catch (error) {
    return error;
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  trace.disable();
  metrics.disable();
});

describe.each<LogLevel>(['off', 'error', 'warn', 'info', 'debug'])(
  'key, token and prompt do not leave at level %s',
  (level) => {
    test.each(faults)('$kind: $fault', async ({ kind, responders, options }) => {
      const exporter = new InMemorySpanExporter();
      const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
      const { lines, logger } = recorder(level);
      const published: unknown[] = [];
      const listen = (message: unknown): void => {
        published.push(message);
      };
      diagnostics.subscribe('parlance:attempt:start', listen);
      diagnostics.subscribe('parlance:attempt:end', listen);
      await using server = await FaultServer.start(...responders);
      await using transport = new Transport(
        {
          baseUrl: server.url,
          apiKey: KEY,
          ...quick(options),
          logger,
          telemetry: openTelemetry({ tracer: provider.getTracer('test') }),
        },
        { key: 'api-key' },
      );
      const result = await run(transport, kind);
      diagnostics.unsubscribe('parlance:attempt:start', listen);
      diagnostics.unsubscribe('parlance:attempt:end', listen);
      const spans = exporter
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
      expect(spans).toHaveLength(1);
      expect(published.length).toBeGreaterThan(1);
      const emitted = [lines, published, spans, result, transport].map(everyView).join('\n');
      for (const canary of CANARIES) expect(emitted).not.toContain(canary);
    });
  },
);

test('each level logs more than the previous one', async () => {
  const counts: number[] = [];
  for (const level of ['off', 'error', 'warn', 'info', 'debug'] as const) {
    const { lines, logger } = recorder(level);
    await using server = await FaultServer.start(
      refusal(429, 'rate_limit_error', { 'retry-after-ms': '1' }),
      json(200, {}),
      gossip,
    );
    await using transport = new Transport(
      { baseUrl: server.url, apiKey: KEY, ...quick(), logger },
      { key: 'api-key' },
    );
    await run(transport, 'create');
    await run(transport, 'create');
    counts.push(lines.length);
  }
  expect(counts).toEqual([0, 1, 2, 3, 9]);
});

test('the log shows structure, with lengths in place of content', async () => {
  const { lines, logger } = recorder('debug');
  await using server = await FaultServer.start(json(200, { id: 'thing_1', messages: ['secret'] }));
  await using transport = new Transport(
    { baseUrl: server.url, apiKey: KEY, ...quick(), logger },
    { key: 'api-key' },
  );
  await run(transport, 'create');
  const [, { body: logged }] = lines[0] as [string, { body: unknown }];
  expect(logged).toEqual({
    prompt: '[18 characters]',
    messages: [{ role: '[4 characters]', content: '[18 characters]' }],
    auth: { token: '[secret]' },
    list: [{ token: '[secret]' }],
  });
  const [, { response }] = lines.at(-1) as [string, { response: unknown }];
  expect(response).toEqual({ id: 'thing_1', messages: ['[6 characters]'] });
});

test('PARLANCE_LOG writes to standard error', async () => {
  vi.stubEnv('PARLANCE_LOG', 'info');
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await using server = await FaultServer.start(json(200, {}));
  await using transport = new Transport({ baseUrl: server.url, apiKey: KEY, ...quick() }, { key: 'api-key' });
  await run(transport, 'create');
  expect(error).toHaveBeenCalledTimes(1);
  expect(log).not.toHaveBeenCalled();
});

test('a logger, telemetry or drift listener that fails does not fail the call', async () => {
  const fail = (): never => {
    throw new Error('broken');
  };
  await using server = await FaultServer.start(json(200, { id: 'x' }));
  const issue = { path: 'id', rule: 'r', message: 'm', kind: 'string', code: 'type' } as const;
  await using transport = new Transport(
    {
      baseUrl: server.url,
      apiKey: KEY,
      ...quick(),
      logger: { level: 'debug', error: fail, warn: fail, info: fail, debug: fail },
      telemetry: { start: fail },
      validation: {
        requests: 'off',
        responses: 'observe',
        onDrift: fail,
        checkRequest: () => [],
        checkResponse: () => [issue],
        checkEvent: () => [],
      },
    },
    { key: 'api-key' },
  );
  expect(await run(transport, 'create')).toBe('done');
});

test('an error of the service keeps its message, with the key removed', async () => {
  await using server = await FaultServer.start(gossip);
  await using transport = new Transport({ baseUrl: server.url, apiKey: KEY, ...quick() }, { key: 'api-key' });
  const error = (await run(transport, 'create')) as ParlanceError;
  expect(ApiError.is(error)).toBe(true);
  expect(error.message).toBe('things.create: 400 invalid_request_error: bad key [redacted]');
  expect(inspect((error as ApiError).body)).not.toContain(KEY);
});
