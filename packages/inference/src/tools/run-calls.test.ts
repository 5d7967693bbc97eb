/** Tool calls of a run: results, errors and limits. */
import { describe, expect, test } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';
import { ask, refund } from '../testing/refund-tool.js';
import { Conversation } from '../conversation.js';
import { defineTool, type RunnableTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { ToolResultError } from './tool-result-error.js';
import type { ToolCallResult } from './tool-run.js';

const png = 'iVBORw0KGgo=';
function briefly({ status, output }: ToolCallResult) {
  return [status, output];
}

test.each(PLACES)('a step has the name, input, output and duration of each call (%s)', async (place) => {
  await using started = await openPlace(place);
  const run = await runTools(started.client, { ...ask('/tool refund {"amount":5}'), tools: [refund] });
  expect(run.steps[0]?.calls).toEqual([
    {
      toolUseId: expect.stringMatching(/^toolu_/),
      name: 'refund',
      input: { amount: 5 },
      output: 'refunded 5',
      status: 'completed',
      durationMs: expect.any(Number),
    },
  ]);
  expect(run.steps.map(({ message }) => message.usage.output_tokens > 0)).toEqual([true, true]);
});

test.each(PLACES)('a tool can fail with text and images (%s)', async (place) => {
  await using started = await openPlace(place);
  const content = [
    { type: 'text' as const, text: 'The page did not load.' },
    {
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: 'image/png' as const, data: png },
    },
  ];
  const browse = defineTool({
    name: 'browse',
    description: 'Opens a page',
    input: { type: 'object' },
    run: () => Promise.reject(new ToolResultError(content)),
  });
  const seen: unknown[] = [];
  const run = await runTools(
    started.client,
    { ...ask('/tool browse {}'), tools: [browse] },
    { onToolError: (error, call) => seen.push([(error as Error).message, call.name]) },
  );
  expect(run.steps[0]?.results).toMatchObject([{ content, is_error: true }]);
  expect(seen).toEqual([['The page did not load.', 'browse']]);
  expect(run.reason).toBe('completed');
  expect(new ToolResultError('plain').message).toBe('plain');
  expect(new ToolResultError([]).message).toBe('the tool failed');
});

test('a tool that exceeds its time fails, its signal is aborted, and the run continues', async () => {
  await using place = await openPlace('in process');
  const reasons: unknown[] = [];
  const stuck = (name: string, timeoutMs?: number) =>
    defineTool({
      name,
      description: 'Never ends',
      input: { type: 'object' },
      timeoutMs,
      run: (_, { signal }) => {
        signal.addEventListener('abort', () => reasons.push((signal.reason as Error).message));
        return new Promise(() => {});
      },
    });
  const run = await runTools(
    place.client,
    { ...ask('/tool one {}\n/tool two {}'), tools: [stuck('one', 1), stuck('two')] },
    { toolTimeoutMs: 2 },
  );
  expect(run.steps[0]?.calls.map(briefly)).toEqual([
    ['timed_out', 'tool "one" did not finish within 1 ms'],
    ['timed_out', 'tool "two" did not finish within 2 ms'],
  ]);
  expect(reasons.toSorted()).toEqual([
    'tool "one" did not finish within 1 ms',
    'tool "two" did not finish within 2 ms',
  ]);
});

describe('parallel tools', () => {
  /** A tool that records the maximum number of its calls that run at the same time. */
  function gauge(name: string, all: { now: number; most: number }, maxParallel?: number) {
    const own = { now: 0, most: 0 };
    const tool: RunnableTool = defineTool({
      name,
      description: 'Counts its calls',
      input: { type: 'object' },
      maxParallel,
      run: async () => {
        for (const counter of [own, all]) counter.most = Math.max(counter.most, (counter.now += 1));
        await new Promise((resolve) => setImmediate(resolve));
        for (const counter of [own, all]) counter.now -= 1;
      },
    });
    return { own, tool };
  }

  test.each([
    ['10 by default', {}, 10],
    ['maxParallelTools', { maxParallelTools: 3 }, 3],
  ])('are limited: %s', async (_, options, most) => {
    await using place = await openPlace('in process');
    const all = { now: 0, most: 0 };
    const { tool } = gauge('many', all);
    const lines = Array.from({ length: 25 }, () => '/tool many {}').join('\n');
    const run = await runTools(place.client, { ...ask(lines), tools: [tool] }, options);
    expect([run.steps[0]?.calls.length, all.most]).toEqual([25, most]);
  });

  test('are limited by the tool too, which does not hold back other tools', async () => {
    await using place = await openPlace('in process');
    const all = { now: 0, most: 0 };
    const shell = gauge('shell', all, 1);
    const free = gauge('free', all);
    const lines = ['shell', 'shell', 'shell', 'free', 'free'].map((name) => `/tool ${name} {}`);
    await runTools(place.client, { ...ask(lines.join('\n')), tools: [shell.tool, free.tool] });
    expect([shell.own.most, free.own.most, all.most]).toEqual([1, 2, 3]);
  });
});

test('a client tool of the service runs when its definition has an implementation', async () => {
  await using place = await openPlace('in process');
  const bash: RunnableTool<{ type: 'bash_20250124'; name: 'bash' }> = {
    definition: { type: 'bash_20250124', name: 'bash' },
    call: (input) => Promise.resolve(`ran ${(input as { command: string }).command}`),
  };
  const run = await runTools(place.client, { ...ask('/tool bash {"command":"ls"}'), tools: [bash] });
  expect(run.message.content).toMatchObject([{ type: 'text', text: 'You said: ran ls' }]);
});

test.each([
  [{ timeoutMs: 0 }, 'timeoutMs'],
  [{ maxParallel: 0 }, 'maxParallel'],
])('defineTool rejects %j', (limits, option) => {
  const parts = { name: 'a', description: 'a', input: { type: 'object' }, run: () => 'a', ...limits };
  expect(() => defineTool(parts)).toThrow(expect.objectContaining({ code: 'invalid_option', option }));
});

test('a conversation takes a run', async () => {
  await using place = await openPlace('in process');
  const conversation = new Conversation().say('/tool refund {"amount":5}');
  const params = { ...ask(''), messages: conversation.cached(), tools: [refund] };
  conversation.add(await runTools(place.client, params)).say('thanks');
  expect(conversation.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ]);
  expect(conversation.messages[0]).toEqual({ role: 'user', content: '/tool refund {"amount":5}' });
});
