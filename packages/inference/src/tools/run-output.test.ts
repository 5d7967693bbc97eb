/** Structured output of a run. */
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { openPlace, PLACES } from '@parlance/testing/places';
import { OutputError } from '../output/output-result.js';
import { defineTool } from './define-tool.js';
import { runTools } from './run-tools.js';
import { streamTools } from './stream-tools.js';
import { ToolRunOutputError } from './tool-run.js';

const weather = defineTool({
  name: 'weather',
  description: 'Returns the weather',
  input: { type: 'object' },
  run: () => 'sunny',
});
const output = z.object({ city: z.string(), days: z.int() });
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: '/tool weather {}' }],
  tools: [weather],
  output,
};
const call = { type: 'tool_use', name: 'weather', input: {} };

test.each(PLACES)('a run returns the validated value of its last reply (%s)', async (place) => {
  await using started = await openPlace(place);
  const run = await runTools(started.client, params);
  if (run.reason !== 'completed') throw new Error(run.reason);
  expectTypeOf(run.output).toEqualTypeOf<{ city: string; days: number }>();
  expect(run.output).toEqual({ city: 'text', days: 1 });
  expect(run.turns).toBe(2);
});

test.each(PLACES)('streamTools emits the partial output (%s)', async (place) => {
  await using started = await openPlace(place);
  const partials: unknown[] = [];
  for await (const update of streamTools(started.client, params))
    if (update.type === 'output') partials.push([update.turn, update.partial]);
  expect(partials[0]).not.toEqual(partials.at(-1));
  expect(partials.at(-1)).toEqual([1, { city: 'text', days: 1 }]);
});

test('an output that does not match fails with the run, or is repaired once, within maxTurns', async () => {
  await using place = await openPlace('in process');
  const script = (...replies: unknown[]) =>
    place.fake.setScripts([{ steps: replies.map((reply) => ({ reply })) } as never]);
  script([call], '{"city":"Oslo","days":"two"}');
  const error: unknown = await runTools(place.client, params).catch((error: unknown) => error);
  expect(ToolRunOutputError.is(error) && OutputError.is(error)).toBe(true);
  const { run, failure, code } = error as ToolRunOutputError;
  expect([code, failure.status, run.turns]).toEqual(['output_mismatch', 'mismatch', 2]);

  script([call], 'Oslo, two days', '{"city":"Oslo","days":2}');
  const repaired = await runTools(place.client, params, { repair: true });
  expect([repaired.output, repaired.turns]).toEqual([{ city: 'Oslo', days: 2 }, 3]);
  expect(repaired.messages.at(-2)?.content).toMatch(/not JSON/);

  script([call], 'Oslo', '{"city":"Oslo","days":2}');
  const last = runTools(place.client, params, { repair: true, maxTurns: 2 });
  await expect(last).rejects.toMatchObject({ code: 'output_not_json', run: { turns: 2 } });

  script([call], 'Oslo', 'Oslo again');
  await expect(runTools(place.client, params, { repair: true })).rejects.toMatchObject({
    code: 'output_not_json',
  });
});

test('a run without output has no value', async () => {
  await using place = await openPlace('in process');
  const { output: _, ...plain } = params;
  const run = await runTools(place.client, plain);
  expectTypeOf(run.output).toEqualTypeOf<undefined>();
  expect([run.reason, run.output]).toEqual(['completed', undefined]);
});
