/** What became of the calls of a turn is recorded, however the turn ends. */
import { describe, expect, test } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';
import { Conversation } from '../conversation.js';
import { ask, refund } from '../testing/refund-tool.js';
import { defineTool, type RunnableTool } from './define-tool.js';
import { runTools, type ToolRunOptions } from './run-tools.js';
import { streamTools } from './stream-tools.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';

const stored = (checkpoint: ToolRunCheckpoint) => JSON.parse(JSON.stringify(checkpoint)) as ToolRunCheckpoint;

/** A tool that counts its calls. */
function counter(name: string) {
  let calls = 0;
  const tool = defineTool({
    name,
    description: 'Counts its calls',
    input: { type: 'object' },
    run: () => {
      calls += 1;
      return `${name} ${calls}`;
    },
  });
  return { tool, calls: () => calls };
}

describe('a reply that is cut off', () => {
  const cut = (stop_reason: string) => [
    {
      steps: [
        {
          reply: [
            { type: 'text', text: 'I pay.' },
            { type: 'tool_use', name: 'pay', input: { amount: 1 } },
            { type: 'tool_use', name: 'own', input: {} },
          ],
          stop_reason,
        },
        { reply: 'Let us continue.', optional: true },
      ],
    },
  ];
  const own = { name: 'own', input_schema: { type: 'object' as const } };
  const result = {
    type: 'tool_result',
    content: 'the reply was cut off; the call did not run',
    is_error: true,
  };

  test.each([
    ...PLACES.map((place) => ['max_tokens', place] as const),
    ['refusal', 'in process'],
    ['model_context_window_exceeded', 'in process'],
    ['stop_sequence', 'in process'],
    ['end_turn', 'in process'],
  ] as const)('by %s leaves a conversation that can be continued (%s)', async (reason, name) => {
    await using place = await openPlace(name);
    place.fake.setScripts(cut(reason));
    const pay = counter('pay');
    const params = { ...ask('go'), tools: [pay.tool, own] };
    const run = await runTools(place.client, params);
    expect([run.reason, run.message.stop_reason, run.turns, pay.calls()]).toEqual([
      'completed',
      reason,
      1,
      0,
    ]);
    expect(run.steps[0]?.calls.map(({ name, status }) => [name, status])).toEqual([
      ['pay', 'not_run'],
      ['own', 'not_run'],
    ]);
    expect(run.messages.at(-1)).toMatchObject({ role: 'user', content: [result, result] });
    const again = await runTools(place.client, params, { resumeFrom: stored(run.checkpoint) });
    expect([again.reason, again.turns, again.messages]).toEqual(['completed', 1, run.messages]);
    const conversation = new Conversation().say('go').add(run).say('continue');
    expect(conversation.messages.length).toBe(3);
    const next = await place.client.messages.create({
      ...params,
      tools: [pay.tool.definition, own],
      messages: conversation.messages,
    });
    expect(next.content).toMatchObject([{ text: 'Let us continue.' }]);
  });

  test('can be added to a conversation without a run', async () => {
    await using place = await openPlace('in process');
    place.fake.setScripts(cut('max_tokens'));
    const request = { ...ask(''), tools: [counter('pay').tool.definition, own] };
    const conversation = new Conversation().say('go');
    conversation.add(await place.client.messages.create({ ...request, messages: conversation.messages }));
    conversation.say('continue');
    expect(conversation.messages[2]?.content).toMatchObject([
      result,
      result,
      { type: 'text', text: 'continue' },
    ]);
    const next = await place.client.messages.create({ ...request, messages: conversation.messages });
    expect(next.content).toMatchObject([{ text: 'Let us continue.' }]);
  });

  test('is the last update of a stream, after its results', async () => {
    await using place = await openPlace('in process');
    place.fake.setScripts(cut('max_tokens'));
    const types: string[] = [];
    for await (const update of streamTools(place.client, { ...ask('go'), tools: [own] }))
      if (update.type !== 'event') types.push(update.type);
    expect(types).toEqual(['reply', 'checkpoint', 'checkpoint', 'step']);
  });

  test('fails a run with an output, whose conversation can be continued', async () => {
    await using place = await openPlace('in process');
    place.fake.setScripts(cut('max_tokens'));
    const output = { type: 'object', properties: {}, additionalProperties: false } as const;
    const run = runTools(place.client, { ...ask('go'), tools: [own], output }, { repair: true });
    await expect(run).rejects.toMatchObject({
      code: 'output_truncated',
      run: { messages: [{}, {}, { role: 'user', content: [result, result] }] },
    });
  });
});

describe('a tool or callback that changes its input changes no conversation', () => {
  const spoil = (input: unknown): void => {
    (input as { list: unknown[] }).list.push('spoiled');
    (input as Record<string, unknown>)['amount'] = 0;
  };
  const received: unknown[] = [];
  const base = { name: 'spoil', description: 'Changes its input' };
  const defined = defineTool({
    ...base,
    input: { type: 'object', properties: { list: { type: 'array' } }, required: ['list'] },
    approval: (input) => {
      spoil(input);
      return true;
    },
    run: (input) => {
      received.push(structuredClone(input));
      spoil(input);
      throw new Error('failed');
    },
  });
  const own: RunnableTool = {
    definition: { ...base, input_schema: { type: 'object' } },
    approval: defined.approval,
    call: async (input) => {
      received.push(structuredClone(input));
      spoil(input);
      throw new Error('failed');
    },
  };

  test.each([
    ['of defineTool', defined],
    ['of your own', own],
  ])('%s', async (_, tool) => {
    await using place = await openPlace('in process');
    const checkpoints: ToolRunCheckpoint[] = [];
    const params = { ...ask('/tool spoil {"list":["a"],"amount":5}'), tools: [tool] };
    const run = await runTools(place.client, params, {
      approve: ({ input }) => {
        spoil(input);
        return 'allow';
      },
      onToolError: (_, { input }) => spoil(input),
      onCheckpoint: (checkpoint) => void checkpoints.push(stored(checkpoint)),
    });
    const input = { list: ['a'], amount: 5 };
    expect(received.splice(0)).toEqual([input]);
    expect(run.steps[0]?.calls).toMatchObject([{ input, output: 'failed' }]);
    for (const { messages } of [run, ...checkpoints]) expect(messages[1]?.content).toMatchObject([{ input }]);
  });

  test('a tool that is called directly', async () => {
    const input = { list: ['a'], amount: 5 };
    const context = { toolUseId: 'a', signal: new AbortController().signal };
    await expect(defined.call(input, context)).rejects.toThrow('failed');
    expect(input).toEqual({ list: ['a'], amount: 5 });
    expect(received.splice(0)).toEqual([input]);
  });
});

describe('an error does not lose the results of a turn', () => {
  const boom = new Error('boom');
  const throwing = () => {
    throw boom;
  };
  const broken = defineTool({ name: 'broken', description: 'd', input: { type: 'object' }, run: throwing });
  const strict: RunnableTool = { ...refund, approval: throwing };
  const lines = '/tool pay {}\n/tool refund {"amount":500}\n/tool broken {}\n/tool refund {"amount":600}';
  const cases: [string, RunnableTool, ToolRunOptions][] = [
    ['approve', refund, { approve: throwing }],
    ['an unknown decision', refund, { approve: () => 'yes' as never }],
    ['the approval of a tool', strict, {}],
    ['onToolError', refund, { approve: () => 'allow', onToolError: throwing }],
    ['onStep', refund, { approve: () => 'allow', onStep: throwing }],
  ];

  test.each(cases)('of %s', async (_, guarded, options) => {
    await using place = await openPlace('in process');
    const pay = counter('pay');
    let saved: ToolRunCheckpoint | undefined;
    const params = { ...ask(lines), tools: [pay.tool, guarded, broken] };
    const failed = runTools(place.client, params, {
      ...options,
      onCheckpoint: (checkpoint) => void (saved = stored(checkpoint)),
    });
    await expect(failed).rejects.toThrow(/boom|approve must return/);
    expect(pay.calls()).toBe(1);
    const resumed = await runTools(
      place.client,
      { ...params, tools: [pay.tool, refund, broken] },
      { resumeFrom: saved, approve: () => 'allow' },
    );
    expect(pay.calls()).toBe(1);
    expect(resumed.messages[2]?.content).toMatchObject([
      { content: 'pay 1' },
      { content: 'refunded 500' },
      { content: 'boom', is_error: true },
      { content: 'refunded 600' },
    ]);
  });

  test('asks nobody after approve has failed', async () => {
    await using place = await openPlace('in process');
    let asked = 0;
    const approve = () => {
      asked += 1;
      throw boom;
    };
    const run = runTools(place.client, { ...ask(lines), tools: [refund] }, { approve });
    await expect(run).rejects.toBe(boom);
    expect(asked).toBe(1);
  });

  test('an abort keeps the results of the tools that have finished, and runs the others again', async () => {
    await using place = await openPlace('in process');
    const pay = counter('pay');
    const abort = new AbortController();
    let isStuck = true;
    const stuck = defineTool({
      name: 'stuck',
      description: 'Does not end the first time',
      input: { type: 'object' },
      run: async () => {
        if (!isStuck) return 'ended';
        await Promise.resolve();
        abort.abort();
        return new Promise(() => {});
      },
    });
    let saved: ToolRunCheckpoint | undefined;
    const params = { ...ask('/tool pay {}\n/tool stuck {}'), tools: [pay.tool, stuck] };
    const onCheckpoint = (checkpoint: ToolRunCheckpoint): void => void (saved = stored(checkpoint));
    const aborted = runTools(place.client, params, { signal: abort.signal, onCheckpoint });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    isStuck = false;
    const resumed = await runTools(place.client, params, { resumeFrom: saved });
    expect(pay.calls()).toBe(1);
    expect(resumed.messages[2]?.content).toMatchObject([{ content: 'pay 1' }, { content: 'ended' }]);
  });
});
