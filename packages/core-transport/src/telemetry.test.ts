import { messageEvents } from '@parlance/testing/responders';
import { openStream } from './streaming/open-stream.js';
import { propagation, type TextMapPropagator } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { createMessage, retrieveModel } from '@parlance/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import { openTelemetry } from './telemetry.js';
import { finish } from './testing/finish.js';
import { ScriptedAdapter } from './testing/scripted-adapter.js';
import type { Scripted } from './testing/scripted-adapter.js';
import { settle, transportWith } from './testing/things.js';

const message = {
  id: 'msg_1',
  model: 'assistant-opus-4-7',
  content: [{ type: 'text', text: 'secret reply' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 5 },
};
const body = {
  model: 'assistant-opus-4-7',
  max_tokens: 8,
  messages: [{ role: 'user' as const, content: 'secret prompt' }],
};

function observed(answers: readonly Scripted[], captureContent = false) {
  const spans = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer(
    'test',
  );
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter });
  const provider = new MeterProvider({ readers: [reader] });
  const http = new ScriptedAdapter(...answers);
  const telemetry = openTelemetry({ tracer, meter: provider.getMeter('test'), captureContent });
  const { transport, clock } = transportWith({ http, telemetry });
  const metrics = async (): Promise<Record<string, unknown[]>> => {
    await provider.forceFlush();
    const found = exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    await provider.shutdown();
    return Object.fromEntries(found.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
  };
  return { http, transport, clock, spans, metrics };
}

afterEach(() => {
  propagation.disable();
});

describe('spans', () => {
  test('of a message, by the conventions for generative AI', async () => {
    const { transport, spans } = observed([{ body: message }]);
    await transport.call(createMessage, { body });
    const [span] = spans.getFinishedSpans();
    expect(span?.name).toBe('chat assistant-opus-4-7');
    expect(span?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'parlance',
      'gen_ai.request.model': 'assistant-opus-4-7',
      'gen_ai.request.max_tokens': 8,
      'gen_ai.response.id': 'msg_1',
      'gen_ai.response.model': 'assistant-opus-4-7',
      'gen_ai.response.finish_reasons': ['end_turn'],
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 5,
      'http.response.status_code': 200,
      'parlance.operation': 'messages.create',
      'parlance.request_id': 'req_scripted',
      'server.address': '127.0.0.1',
      'server.port': 1,
    });
  });

  test('of a failed call, with an event for each retry', async () => {
    const busy = { status: 529, body: { error: { type: 'overloaded_error', message: 'secret' } } };
    const { transport, spans, clock } = observed([busy]);
    const result = transport
      .call(retrieveModel, { params: { model_id: 'm' } })
      .catch((error: unknown) => error);
    for (let wait = 0; wait < 3; wait += 1) {
      await settle();
      clock.advance(10_000);
    }
    await result;
    const [span] = spans.getFinishedSpans();
    expect(span?.name).toBe('models.retrieve');
    // The conventions are about calls that generate text.
    expect(Object.keys(span?.attributes ?? {}).filter((name) => name.startsWith('gen_ai'))).toEqual([]);
    expect(span?.events.map(({ name, attributes }) => [name, attributes?.['error.type']])).toEqual([
      ['retry', 'overloaded_error'],
      ['retry', 'overloaded_error'],
    ]);
    expect(span?.attributes).toMatchObject({
      'error.type': 'overloaded_error',
      'http.request.resend_count': 2,
    });
    expect(span?.status).toEqual({ code: 2, message: 'overloaded_error' });
  });

  test('of a stream, from its request to its last event', async () => {
    const { transport, spans } = observed([
      { headers: { 'content-type': 'text/event-stream' }, pieces: [...messageEvents], end: true },
    ]);
    const stream = openStream(transport, createMessage, { body });
    await stream.opened();
    expect(spans.getFinishedSpans()).toHaveLength(0);
    await stream.drain();
    expect(spans.getFinishedSpans()[0]?.events.map(({ name }) => name)).toEqual(['first_content']);
  });

  test('contain prompts and replies only if content capture is enabled', async () => {
    const silent = observed([{ body: message }]);
    await silent.transport.call(createMessage, { body });
    expect(JSON.stringify(silent.spans.getFinishedSpans()[0]?.attributes)).not.toContain('secret');
    const open = observed([{ body: message }], true);
    await open.transport.call(createMessage, { body });
    const attributes = open.spans.getFinishedSpans()[0]?.attributes;
    const read = (name: string): unknown => JSON.parse(String(attributes?.[name]));
    expect(read('gen_ai.input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'secret prompt' }] },
    ]);
    expect(read('gen_ai.output.messages')).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'secret reply' }], finish_reason: 'stop' },
    ]);
  });

  test('content of every kind has the form of the conventions', async () => {
    const { transport, spans } = observed([{ body: message }], true);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const page = { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } };
    const file = { type: 'document', source: { type: 'file', file_id: 'file_1' } };
    const notes = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'notes' } };
    const thought = { type: 'thinking', thinking: 'why', signature: 's' };
    const content = [image, page, file, notes];
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: [thought, { type: 'redacted_thinking', data: 'x' }] },
    ];
    // The blocks are checked by the service.
    await transport.call(createMessage, { body: { ...body, messages: messages as never } });
    expect(JSON.parse(String(spans.getFinishedSpans()[0]?.attributes['gen_ai.input.messages']))).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
          { type: 'uri', modality: 'document', uri: 'https://example.com/a.pdf' },
          { type: 'file', modality: 'document', file_id: 'file_1' },
          { type: 'text', content: 'notes' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'reasoning', content: 'why' }, { type: 'redacted_thinking' }] },
    ]);
  });

  test('their context is propagated in the request headers', async () => {
    const propagator: TextMapPropagator = {
      inject: (_context, carrier, setter) => setter.set(carrier, 'traceparent', '00-1-2-01'),
      extract: (context) => context,
      fields: () => ['traceparent'],
    };
    propagation.setGlobalPropagator(propagator);
    const { transport, http } = observed([{ body: message }]);
    await transport.call(createMessage, { body });
    expect(http.requests[0]?.headers['traceparent']).toBe('00-1-2-01');
  });
});

test('metrics count durations and tokens', async () => {
  const { transport, metrics } = observed([{ body: message }]);
  await transport.call(createMessage, { body });
  const found = await metrics();
  expect(found['gen_ai.client.operation.duration']).toHaveLength(1);
  expect(found['gen_ai.client.token.usage']).toMatchObject([
    { attributes: { 'gen_ai.token.type': 'input' }, value: { sum: 3 } },
    { attributes: { 'gen_ai.token.type': 'output' }, value: { sum: 5 } },
  ]);
});

test('durations of calls that do not generate text have a metric of their own', async () => {
  const { transport, metrics } = observed([{ body: { id: 'm' } }]);
  await transport.call(retrieveModel, { params: { model_id: 'm' } });
  const found = await metrics();
  expect(found['parlance.client.operation.duration']).toHaveLength(1);
  expect(found['gen_ai.client.operation.duration'] ?? []).toHaveLength(0);
});

test('metrics count 429 responses, waits for rate limits, and the calls that wait', async () => {
  const limited = { status: 429, headers: { 'retry-after': '20' } };
  const { transport, clock, spans, metrics } = observed([limited, { body: message }]);
  const call = transport.call(createMessage, { body });
  await settle();
  const caller = new AbortController();
  const aborted = transport.call(createMessage, { body }, { signal: caller.signal }).catch(() => 'aborted');
  await settle();
  caller.abort();
  expect(await aborted).toBe('aborted');
  await finish(clock, call);
  const limit = {
    'parlance.rate_limit': 'messages/assistant-opus-4-7',
    'server.address': '127.0.0.1',
    'server.port': expect.any(Number),
  };
  expect(spans.getFinishedSpans().map(({ events }) => events.map(({ name }) => name))).toEqual([
    ['rate_limit_wait'],
    ['retry', 'rate_limit_wait'],
  ]);
  const found = await metrics();
  expect(found['parlance.client.rate_limit.rejections']).toMatchObject([{ attributes: limit, value: 1 }]);
  expect(found['parlance.client.rate_limit.queue']).toMatchObject([{ attributes: limit, value: 0 }]);
  const [wait] = found['parlance.client.rate_limit.wait'] as { attributes: object; value: { sum: number } }[];
  expect(wait).toMatchObject({ attributes: limit, value: { count: 2 } });
  expect(wait?.value.sum).toBeGreaterThan(20);
});
