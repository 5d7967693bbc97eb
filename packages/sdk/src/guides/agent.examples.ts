/* Program of the guide on tools. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Run an agent with a budget
import { costReaches, defineTool, InferenceClient, runTools, ToolResultError } from '@parlance/inference';
import { z } from 'zod';

const inference = new InferenceClient();

const getWeather = defineTool({
  name: 'get_weather',
  description: 'Returns the weather in a city',
  input: z.object({ city: z.string() }),
  timeoutMs: 5000,
  run: ({ city }) => ({ city, celsius: 21 }),
});
const bookTable = defineTool({
  name: 'book_table',
  description: 'Books a table in a restaurant',
  input: z.object({ people: z.int() }),
  run: ({ people }) => {
    throw new ToolResultError([{ type: 'text', text: `No table for ${people}. Try 4 or fewer.` }]);
  },
});

const run = await runTools(
  inference,
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    tools: [getWeather, bookTable],
    // The emulator calls the tools that these lines name. A model decides on its own.
    messages: [{ role: 'user', content: '/tool get_weather {"city":"Oslo"}\n/tool book_table {"people":8}' }],
  },
  {
    maxTurns: 10,
    prices: { 'assistant-sonnet-4-6': { input: 3, output: 15 } },
    stopWhen: costReaches(0.5),
    onStep: ({ turn, calls }) => {
      for (const { name, input, output, status } of calls) console.log(turn, name, input, status, output);
    },
  },
);
console.log(run.reason, run.turns, run.usage.output_tokens, run.cost?.total);
// #endregion

/** Checks what the program has done. */
export function bothToolsRan(): void {
  assert.deepEqual(
    run.steps.map(({ calls }) => calls.map(({ name, status }) => [name, status])),
    [
      [
        ['get_weather', 'completed'],
        ['book_table', 'failed'],
      ],
      [],
    ],
  );
  assert.equal(run.reason, 'completed');
  assert((run.cost?.total ?? 0) > 0);
}
