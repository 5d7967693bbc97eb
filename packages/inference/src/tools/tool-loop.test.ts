/** Control of the agent loop: when it ends, and what each turn sends. */
import type { Message, MessageCreateParams } from '@parlance/schemas/inference';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openPlace, PLACES } from '@parlance/testing/places';
import { messageCost } from '../message-cost.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { costReaches, hasToolCall, stepCountIs, tokenUsageReaches } from './stop-conditions.js';
import { streamTools } from './stream-tools.js';

const model = 'assistant-sonnet-4-6';
const prices = { [model]: { input: 1_000_000, output: 1_000_000 } };
const echo = defineTool({
  name: 'echo',
  description: 'Returns a text',
  input: z.object({ text: z.string() }),
  run: ({ text }) => text,
});
/** The default model repeats tool results, so this run calls a tool in every turn. */
const forever = { ...ask('/tool echo {"text":"a"}'), tools: [echo] };
const callAlways = () => ({ tool_choice: { type: 'any' as const } });

function ask(content: string) {
  return { model, max_tokens: 1000, messages: [{ role: 'user' as const, content }] };
}

test.each(PLACES)('stopWhen ends a run after a turn, without an error (%s)', async (place) => {
  await using started = await openPlace(place);
  const { client } = started;
  const options = { prepareStep: callAlways, prices };
  const counted = await runTools(client, forever, { ...options, stopWhen: stepCountIs(2) });
  expect([counted.reason, counted.turns]).toEqual(['stop_condition', 2]);
  // The results of the last turn are in the conversation, so that it can be continued.
  expect(counted.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ]);
  const called = await runTools(client, forever, {
    ...options,
    stopWhen: [hasToolCall('other'), hasToolCall('echo')],
  });
  expect([called.reason, called.turns]).toEqual(['stop_condition', 1]);
  const own = await runTools(client, forever, {
    ...options,
    stopWhen: ({ steps }) => Promise.resolve(steps.length === 3),
  });
  expect([own.reason, own.turns]).toEqual(['stop_condition', 3]);
});

test.each(PLACES)('stopWhen ends a run at a number of tokens or an amount (%s)', async (place) => {
  await using started = await openPlace(place);
  const { client } = started;
  const used: number[] = [];
  const options = { prepareStep: callAlways, prices };
  const whole = await runTools(client, forever, { ...options, stopWhen: stepCountIs(3) });
  for (const { message } of whole.steps) used.push(message.usage.input_tokens + message.usage.output_tokens);
  const [first = 0, second = 0] = used;
  const tokens = await runTools(client, forever, { ...options, stopWhen: tokenUsageReaches(first + second) });
  expect(tokens.turns).toBe(2);
  const cost = await runTools(client, forever, { ...options, stopWhen: costReaches(first + 1) });
  expect(cost.turns).toBe(2);
  expect(cost.cost?.total).toBe(first + second);
  expect(cost.steps.map((step) => step.cost?.total)).toEqual([first, second]);
  expect(messageCost({ model, usage: cost.usage }, prices).total).toBe(first + second);
});

test('a final reply completes a run even if a condition holds', async () => {
  await using place = await openPlace('in process');
  const run = await runTools(place.client, { ...ask('hello'), tools: [echo] }, { stopWhen: stepCountIs(1) });
  expect([run.reason, run.turns, run.cost]).toEqual(['completed', 1, undefined]);
});

test.each([
  ['stepCountIs', () => stepCountIs(0), 'count'],
  ['tokenUsageReaches', () => tokenUsageReaches(Number.NaN), 'count'],
  ['costReaches', () => costReaches(-1), 'amount'],
])('%s rejects an invalid bound', (_, make, option) => {
  expect(make).toThrow(expect.objectContaining({ code: 'invalid_option', option }));
});

test('costReaches requires prices', async () => {
  await using place = await openPlace('in process');
  const run = runTools(place.client, forever, { stopWhen: costReaches(1) });
  await expect(run).rejects.toMatchObject({ code: 'invalid_option', option: 'prices' });
});

test.each(PLACES)('a forced tool call applies to the first turn only (%s)', async (place) => {
  await using started = await openPlace(place);
  for (const choice of [{ type: 'any' as const }, { type: 'tool' as const, name: 'echo' }]) {
    const params = {
      ...ask('hello'),
      tools: [echo],
      tool_choice: { ...choice, disable_parallel_tool_use: true },
    };
    const run = await runTools(started.client, params);
    expect([run.reason, run.turns]).toEqual(['completed', 2]);
    expect(run.steps[0]?.calls).toMatchObject([{ name: 'echo', input: { text: 'text' }, output: 'text' }]);
  }
});

test('later turns keep the other parts of a tool choice', async () => {
  await using place = await openPlace('in process');
  const sent: MessageCreateParams[] = [];
  const tool_choice = { type: 'any' as const, disable_parallel_tool_use: true };
  await runTools(recording(place.client, sent), { ...ask('hello'), tools: [echo], tool_choice });
  expect(sent.map((request) => request.tool_choice)).toEqual([
    tool_choice,
    { type: 'auto', disable_parallel_tool_use: true },
  ]);
  sent.length = 0;
  const none = { ...ask('hello'), tools: [echo], tool_choice: { type: 'none' as const } };
  await runTools(recording(place.client, sent), none);
  expect(sent[0]?.tool_choice).toEqual({ type: 'none' });
});

test('prepareStep changes one turn, and replaces the conversation for all later turns', async () => {
  await using place = await openPlace('in process');
  const sent: MessageCreateParams[] = [];
  const turns: number[] = [];
  const params = { ...ask('/tool echo {"text":"a"}'), tools: [echo], system: 'be kind' };
  const run = await runTools(recording(place.client, sent), params, {
    prepareStep: async ({ turn, messages, run }) => {
      turns.push(run?.turns ?? 0);
      if (turn === 0) return { model: 'assistant-opus-4-7', system: 'be brief' };
      const trimmed = [{ role: 'user' as const, content: 'summary' }, ...messages.slice(1)];
      return turn === 1 ? { messages: trimmed, ...callAlways() } : undefined;
    },
  });
  expect(turns).toEqual([0, 1, 2]);
  expect(sent.map((request) => [request.model, request.system])).toEqual([
    ['assistant-opus-4-7', 'be brief'],
    [model, 'be kind'],
    [model, 'be kind'],
  ]);
  expect(sent.map(({ messages }) => messages[0]?.content)).toEqual([
    '/tool echo {"text":"a"}',
    'summary',
    'summary',
  ]);
  expect(run.messages[0]?.content).toBe('summary');
  expect(run.newMessages.map(({ role }) => role)).toEqual([
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
});

test('prepareStep can change the tools of a turn', async () => {
  await using place = await openPlace('in process');
  const other = defineTool({
    name: 'other',
    description: 'Other',
    input: { type: 'object' },
    run: () => 'other',
  });
  const run = await runTools(
    place.client,
    { ...ask('/tool other {}\n/tool echo {"text":"a"}'), tools: [echo] },
    { prepareStep: ({ turn }) => (turn === 0 ? { tools: [other] } : undefined) },
  );
  expect(run.steps.map(({ calls }) => calls.map(({ name }) => name))).toEqual([['other'], []]);
});

test.each(PLACES)('resumes a pause after compaction (%s)', async (place) => {
  await using started = await openPlace(place);
  const words = Array.from({ length: 300 }, () => 'word').join(' ');
  const params = {
    ...ask(`${words} and now?`),
    tools: [echo],
    context_management: {
      edits: [
        {
          type: 'compact_20260112' as const,
          trigger: { type: 'input_tokens' as const, value: 200 },
          pause_after_compaction: true,
        },
      ],
    },
  };
  const stops: (string | null | undefined)[] = [];
  const run = await runTools(started.client, params, {
    onStep: ({ message }) => void stops.push(message.stop_reason),
  });
  expect(stops).toEqual(['compaction', 'end_turn']);
  expect(run.reason).toBe('completed');
  expect(run.newMessages.map(({ role }) => role)).toEqual(['assistant', 'assistant']);
});

test.each([
  [{ maxTurns: 0 }, 'maxTurns'],
  [{ maxParallelTools: 0 }, 'maxParallelTools'],
  [{ toolTimeoutMs: -1 }, 'toolTimeoutMs'],
  [{ stopWhen: 'never' }, 'stopWhen'],
  [{ approve: true }, 'approve'],
  [{ maxTurn: 2 }, 'maxTurn'],
  [{ toolResults: [] }, 'toolResults'],
])('rejects the options %j', async (options, option) => {
  await using place = await openPlace('in process');
  const invalid = expect.objectContaining({ code: 'invalid_option', option });
  await expect(runTools(place.client, forever, options as never)).rejects.toEqual(invalid);
  await expect(streamTools(place.client, forever, options as never).next()).rejects.toEqual(invalid);
});

/** Records the requests of a client. */
function recording(
  client: Awaited<ReturnType<typeof openPlace>>['client'],
  sent: MessageCreateParams[],
): typeof client {
  const create = (...[params, options]: Parameters<typeof client.messages.create>): PromiseLike<Message> => {
    sent.push(structuredClone(params));
    return client.messages.create(params, options);
  };
  return { messages: { create } } as unknown as typeof client;
}
