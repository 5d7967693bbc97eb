/** The spans of runs beside those that the instrumentation of the AI SDK records for the same program. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { OpenTelemetry } from '@ai-sdk/otel';
import { openTelemetry } from '@parlance/core-transport/telemetry';
import { defineTool, InferenceClient, runTools } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { context, ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { generateText, stepCountIs, tool } from 'ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createParlance } from './parlance-provider.js';

const storage = new AsyncLocalStorage<Context>();
const manager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, code, self, ...values) => storage.run(active, () => code.apply(self as never, values)),
  bind: (_, target) => target,
  enable: () => manager,
  disable: () => manager,
};

beforeAll(() => void context.setGlobalContextManager(manager));
afterAll(() => context.disable());

function recorder() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const spans = () => {
    const all = exporter.getFinishedSpans();
    const nameOf = (id: string | undefined) => all.find((span) => span.spanContext().spanId === id)?.name;
    return all.map((span) => ({
      name: span.name,
      parent: nameOf(span.parentSpanContext?.spanId),
      attributes: span.attributes,
    }));
  };
  return { tracer: provider.getTracer('test'), spans };
}

const MODEL = 'assistant-sonnet-4-6';
const prompt = '/tool weather {"city":"Oslo"}';

test('runs have the spans, attributes and content of the instrumentation of the AI SDK', async () => {
  const fake = createFake();
  const connection = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
  const theirs = recorder();
  await generateText({
    model: createParlance({ client: new InferenceClient(connection) })(MODEL),
    prompt,
    tools: {
      weather: tool({
        description: 'Weather',
        inputSchema: z.object({ city: z.string() }),
        execute: () => 'rain',
      }),
    },
    stopWhen: stepCountIs(3),
    maxOutputTokens: 100,
    telemetry: { integrations: [new OpenTelemetry({ tracer: theirs.tracer })] },
  });
  const ours = recorder();
  const telemetry = openTelemetry({ tracer: ours.tracer, captureContent: true });
  await runTools(new InferenceClient({ ...connection, telemetry }), {
    model: MODEL,
    max_tokens: 100,
    messages: [{ role: 'user', content: prompt }],
    tools: [
      defineTool({
        name: 'weather',
        description: 'Weather',
        input: z.object({ city: z.string() }),
        run: () => 'rain',
      }),
    ],
  });
  await fake.close();

  // The AI SDK has a span for each step too, and numbers ids at random.
  const shape = (spans: ReturnType<typeof ours.spans>) =>
    spans
      .filter(({ name }) => !name.startsWith('step'))
      .map(
        ({ name, attributes }) =>
          [
            name.replace(` ${MODEL}`, ''),
            JSON.parse(JSON.stringify(attributes).replaceAll(/toolu_\w+|msg_\w+/g, 'id')) as Record<
              string,
              unknown
            >,
          ] as const,
      );
  const [all, others] = [shape(ours.spans()), shape(theirs.spans())];
  expect(all.map(([name]) => name)).toEqual(['chat', 'execute_tool weather', 'chat', 'invoke_agent']);
  expect(all.map(([name]) => name)).toEqual(others.map(([name]) => name));
  for (const [index, [name, attributes]] of all.entries())
    for (const [key, value] of Object.entries(others[index]?.[1] ?? {})) {
      if (NOT_OURS.has(key) || (name === 'invoke_agent' && AGENT_CONTENT.has(key))) continue;
      // Their schema of a tool has other tokens, and their reasons are those of the AI SDK.
      const isSame = !key.startsWith('gen_ai.usage') && key !== 'gen_ai.response.finish_reasons';
      expect([name, key, attributes[key]]).toEqual([name, key, isSame ? value : expect.anything()]);
    }
});

/** Durations are metrics in the conventions; definitions of tools are opt-in. */
const NOT_OURS = new Set([
  'gen_ai.client.operation.duration',
  'gen_ai.execute_tool.duration',
  'gen_ai.tool.definitions',
]);
/** What the spans of the requests have already. */
const AGENT_CONTENT = new Set([
  'gen_ai.request.max_tokens',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
]);
