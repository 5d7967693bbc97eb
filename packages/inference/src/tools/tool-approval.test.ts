/** Approval of tool calls, and calls that are left to the caller. */
import { describe, expect, test } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';
import { ask, refund } from '../testing/refund-tool.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import type { ToolApproval } from './tool-approval.js';
import type { ToolCallResult } from './tool-run.js';

function briefly({ status, output }: ToolCallResult) {
  return [status, output];
}

describe('approval', () => {
  const answers: [ToolApproval, unknown[], Record<string, unknown>][] = [
    ['allow', ['completed', 'refunded 500'], { amount: 500 }],
    [{ allow: { amount: 50 } }, ['completed', 'refunded 50'], { amount: 50 }],
    [
      { allow: { amount: 'all' } },
      ['invalid_input', expect.stringMatching(/does not match the schema/)],
      { amount: 'all' },
    ],
    ['deny', ['denied', 'The call was denied.'], { amount: 500 }],
    [{ deny: 'Too much.' }, ['denied', 'Too much.'], { amount: 500 }],
  ];

  test.each(answers)('%j', async (answer, outcome, input) => {
    await using place = await openPlace('in process');
    const asked: unknown[] = [];
    const params = { ...ask('/tool refund {"amount":5}\n/tool refund {"amount":500}'), tools: [refund] };
    const run = await runTools(place.client, params, {
      approve: (call, { turn }) => {
        asked.push([call.name, call.input, turn]);
        return answer;
      },
    });
    expect(asked).toEqual([['refund', { amount: 500 }, 0]]);
    const [free, approved] = run.steps[0]?.calls ?? [];
    expect(free?.output).toBe('refunded 5');
    expect(briefly(approved!)).toEqual(outcome);
    expect(approved?.input).toEqual(input);
    expect(run.steps[0]?.results[1]?.is_error ?? false).toBe(outcome[0] !== 'completed');
    expect(run.reason).toBe('completed');
  });

  test('decides on one call at a time, while other calls run', async () => {
    await using place = await openPlace('in process');
    const log: string[] = [];
    const free = defineTool({
      name: 'free',
      description: 'Needs no approval',
      input: { type: 'object' },
      run: () => void log.push('free'),
    });
    const text = '/tool refund {"amount":200}\n/tool refund {"amount":300}\n/tool free {}';
    await runTools(
      place.client,
      { ...ask(text), tools: [refund, free] },
      {
        approve: async ({ input }): Promise<ToolApproval> => {
          log.push(`ask ${String(input.amount)}`);
          await new Promise((resolve) => setImmediate(resolve));
          log.push(`decide ${String(input.amount)}`);
          return 'allow';
        },
      },
    );
    expect(log.filter((line) => line !== 'free')).toEqual(['ask 200', 'decide 200', 'ask 300', 'decide 300']);
    expect(log.indexOf('free')).toBeLessThan(log.indexOf('decide 200'));
  });

  test('fails the run when approve throws or returns something else', async () => {
    await using place = await openPlace('in process');
    const params = { ...ask('/tool refund {"amount":500}'), tools: [refund] };
    const boom = new Error('boom');
    await expect(runTools(place.client, params, { approve: () => Promise.reject(boom) })).rejects.toBe(boom);
    await expect(runTools(place.client, params, { approve: () => true as never })).rejects.toThrow(
      /approve must return/,
    );
  });

  test.each(PLACES)('without approve the call is left to the caller (%s)', async (place) => {
    await using started = await openPlace(place);
    const params = { ...ask('/tool refund {"amount":5}\n/tool refund {"amount":500}'), tools: [refund] };
    const run = await runTools(started.client, params);
    expect(run.reason).toBe('pending_calls');
    if (run.reason !== 'pending_calls') return;
    expect(run.pendingCalls.map(({ input }) => input)).toEqual([{ amount: 500 }]);
    const resumed = await runTools(started.client, params, {
      resumeFrom: run.checkpoint,
      approve: () => ({ deny: 'No.' }),
    });
    expect(resumed.steps[0]?.calls.map(briefly)).toEqual([['denied', 'No.']]);
    expect(resumed.messages[2]?.content).toMatchObject([
      { type: 'tool_result', content: 'refunded 5' },
      { type: 'tool_result', content: 'No.', is_error: true },
    ]);
    expect([resumed.reason, resumed.turns]).toEqual(['completed', 2]);
  });
});

describe('calls of plain definitions', () => {
  const own = { name: 'own', input_schema: { type: 'object' as const } };
  const params = { ...ask('/tool own {"a":1}\n/tool refund {"amount":5}'), tools: [own, refund] };

  test.each(PLACES)('are left to the caller, and the others run (%s)', async (place) => {
    await using started = await openPlace(place);
    const run = await runTools(started.client, params);
    if (run.reason !== 'pending_calls') throw new Error(run.reason);
    expect(run.pendingCalls).toMatchObject([{ name: 'own', input: { a: 1 } }]);
    expect(run.pendingResults).toMatchObject([{ content: 'refunded 5' }]);
    expect(run.messages.at(-1)?.role).toBe('assistant');
    const id = run.pendingCalls[0]?.id ?? '';
    const result = { type: 'tool_result' as const, tool_use_id: id, content: 'mine' };

    const resumed = await runTools(started.client, params, {
      resumeFrom: run.checkpoint,
      toolResults: [result],
    });
    expect(resumed.messages[2]?.content).toMatchObject([{ content: 'mine' }, { content: 'refunded 5' }]);
    expect([resumed.reason, resumed.turns]).toEqual(['completed', 2]);

    const messages = [...run.messages, { role: 'user' as const, content: [result, ...run.pendingResults] }];
    const continued = await runTools(started.client, { ...params, messages });
    expect(continued.message.content).toEqual(resumed.message.content);
  });

  test('stay pending when a run resumes without their results, and no request is sent', async () => {
    await using place = await openPlace('in process');
    const run = await runTools(place.client, params);
    const requests = place.fake.journal().length;
    const again = await runTools(place.client, params, { resumeFrom: run.checkpoint });
    expect([again.reason, again.turns]).toEqual(['pending_calls', 1]);
    expect(again.checkpoint).toEqual(run.checkpoint);
    expect(place.fake.journal().length).toBe(requests);
  });
});
