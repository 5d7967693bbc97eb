/** Checkpoints of runs, from which another process resumes. */
import { expect, test } from 'vitest';
import { openPlace, PLACES } from '@parlance/testing/places';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { stepCountIs } from './stop-conditions.js';
import { streamTools } from './stream-tools.js';
import type { ToolRunCheckpoint } from './tool-run-checkpoint.js';
import { TurnLimitError } from './tool-run.js';

const model = 'assistant-sonnet-4-6';
const prices = { [model]: { input: 1, output: 1 } };

/** A run of three turns, with a tool that counts its calls. */
function threeTurns() {
  const ids: string[] = [];
  const count = defineTool({
    name: 'count',
    description: 'Counts',
    input: { type: 'object' },
    run: (_, { toolUseId }) => {
      ids.push(toolUseId);
      return String(ids.length);
    },
  });
  const params = {
    model,
    max_tokens: 1000,
    messages: [{ role: 'user' as const, content: '/tool count {}' }],
    tools: [count],
  };
  const prepareStep = ({ turn }: { turn: number }) =>
    turn < 2 ? { tool_choice: { type: 'any' as const } } : undefined;
  return { ids, params, options: { prepareStep, prices } };
}

const stored = (checkpoint: ToolRunCheckpoint) => JSON.parse(JSON.stringify(checkpoint)) as ToolRunCheckpoint;

test.each(PLACES)('a run resumes from each of its checkpoints with the same result (%s)', async (place) => {
  await using started = await openPlace(place);
  const checkpoints: ToolRunCheckpoint[] = [];
  const first = threeTurns();
  const whole = await runTools(started.client, first.params, {
    ...first.options,
    onCheckpoint: (checkpoint) => void checkpoints.push(stored(checkpoint)),
  });
  // Before and after the tools of the first two turns, and after the last turn.
  expect(checkpoints.map(({ turns }) => turns)).toEqual([1, 1, 2, 2, 3]);
  const callsLeft = [2, 1, 1, 0, 0];
  for (const [index, checkpoint] of checkpoints.entries()) {
    const { ids, params, options } = threeTurns();
    const run = await runTools(started.client, params, { ...options, resumeFrom: checkpoint });
    expect(ids.length).toBe(callsLeft[index]);
    expect([run.reason, run.turns]).toEqual(['completed', 3]);
    expect(run.newMessages.map(({ role }) => role)).toEqual(whole.newMessages.map(({ role }) => role));
    expect(run.messages.length).toBe(whole.messages.length);
    expect(run.usage.output_tokens).toBe(whole.usage.output_tokens);
    expect(run.cost?.total).toBeCloseTo(whole.cost?.total ?? 0, 12);
  }
});

test('an interrupted tool runs again with the same tool use id', async () => {
  await using place = await openPlace('in process');
  const { ids, params, options } = threeTurns();
  let saved: ToolRunCheckpoint | undefined;
  const updates = streamTools(place.client, params, options);
  for await (const update of updates) {
    // The process stops after the tool, and before it has stored the checkpoint with its result.
    if (update.type === 'checkpoint') saved ??= stored(update.checkpoint);
    if (update.type === 'step') break;
  }
  const requests = place.fake.journal().length;
  await runTools(place.client, params, { ...options, resumeFrom: saved, stopWhen: stepCountIs(1) });
  expect(ids[1]).toBe(ids[0]);
  expect(place.fake.journal().length).toBe(requests);
});

test('a completed run resumes without a request', async () => {
  await using place = await openPlace('in process');
  const { params, options } = threeTurns();
  const run = await runTools(place.client, params, options);
  const requests = place.fake.journal().length;
  const again = await runTools(place.client, params, { ...options, resumeFrom: stored(run.checkpoint) });
  expect([again.reason, again.message, again.usage]).toEqual(['completed', run.message, run.usage]);
  expect(place.fake.journal().length).toBe(requests);
});

test('a run that was stopped or reached its limit resumes', async () => {
  await using place = await openPlace('in process');
  const { params, options } = threeTurns();
  const stopped = await runTools(place.client, params, { ...options, stopWhen: stepCountIs(1) });
  expect((await runTools(place.client, params, { ...options, resumeFrom: stopped.checkpoint })).turns).toBe(
    3,
  );
  const limited: unknown = await runTools(place.client, params, { ...options, maxTurns: 2 }).catch(
    (error: unknown) => error,
  );
  const { checkpoint } = (limited as TurnLimitError).run;
  const again = runTools(place.client, params, { ...options, maxTurns: 2, resumeFrom: checkpoint });
  await expect(again).rejects.toSatisfy(TurnLimitError.is.bind(TurnLimitError));
  expect((await runTools(place.client, params, { ...options, resumeFrom: checkpoint })).turns).toBe(3);
});

test('a replaced conversation survives in the checkpoint', async () => {
  await using place = await openPlace('in process');
  const { params } = threeTurns();
  const summary = { role: 'user' as const, content: 'summary' };
  const run = await runTools(place.client, params, {
    prepareStep: ({ turn, messages }) =>
      turn === 1 ? { messages: [summary, ...messages.slice(1)] } : undefined,
  });
  const again = await runTools(place.client, params, { resumeFrom: stored(run.checkpoint) });
  expect([again.messages, again.newMessages]).toEqual([run.messages, run.newMessages]);
  // A process that kept only the checkpoint can pass its messages.
  const own = { ...params, messages: [...run.checkpoint.messages] };
  expect((await runTools(place.client, own, { resumeFrom: run.checkpoint })).reason).toBe('completed');
});

test.each([
  ['another run', { messages: [{ role: 'user' as const, content: 'other' }] }, {}],
  ['something else', {}, { type: 'cursor' }],
])('a checkpoint of %s is a ConfigError', async (_, otherParams, change) => {
  await using place = await openPlace('in process');
  const { params } = threeTurns();
  const run = await runTools(place.client, params);
  const resumeFrom = { ...run.checkpoint, ...change } as ToolRunCheckpoint;
  await expect(runTools(place.client, { ...params, ...otherParams }, { resumeFrom })).rejects.toMatchObject({
    code: 'invalid_option',
    option: 'resumeFrom',
  });
});
