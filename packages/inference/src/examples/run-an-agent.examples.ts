/* Runs an agent and prints its text while it is generated. */
import assert from 'node:assert/strict';
// #region Run an agent
import { defineTool, InferenceClient, runTools } from '@parlance/inference';
import { z } from 'zod';

const getWeather = defineTool({
  name: 'get_weather',
  description: 'Returns the current weather in a city',
  input: z.object({ city: z.string() }),
  run: ({ city }) => ({ city, celsius: 21 }),
});
const bookFlight = defineTool({
  name: 'book_flight',
  description: 'Books a flight',
  input: z.object({ to: z.string() }),
  run: () => Promise.reject(new Error('No seats are left.')),
});
const run = await runTools(
  new InferenceClient(),
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    tools: [getWeather, bookFlight],
    // The emulator calls the tools that these lines name. A model decides on its own.
    messages: [
      { role: 'user', content: '/tool get_weather {"city":"Oslo"}\n/tool book_flight {"to":"Oslo"}' },
    ],
  },
  {
    onStream: (stream) => stream.on('text', (text) => process.stdout.write(text)),
    onStep: ({ results }) => results.forEach((result) => console.log(result.content)),
  },
);
console.log(`\n${run.message.stop_reason}`, run.turns, run.usage.output_tokens);
// #endregion

assert.deepEqual([run.message.stop_reason, run.turns], ['end_turn', 2]);
const results = run.messages[2]?.content as { content: string; is_error?: boolean }[];
assert.deepEqual(
  results.map((result) => [result.content, result.is_error ?? false]),
  [
    ['{"city":"Oslo","celsius":21}', false],
    ['No seats are left.', true],
  ],
);
