import { defineTool, InferenceClient, runTools } from '@parlance/inference';
import { z } from 'zod';

const weather = defineTool({
  name: 'get_weather',
  description: 'Returns the current weather in a city',
  input: z.object({ city: z.string() }),
  run: ({ city }) => `21 degrees in ${city}`,
});
const book = defineTool({
  name: 'book_flight',
  description: 'Books a flight',
  input: z.object({ to: z.string() }),
  run: () => Promise.reject(new Error('No seats are left.')),
});

// "/tool NAME INPUT" makes the emulator's model call a tool. A real model decides by itself.
const question = '/tool get_weather {"city":"Oslo"}\n/tool book_flight {"to":"Oslo"}';
const run = await runTools(
  new InferenceClient(),
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: question }],
    tools: [weather, book],
  },
  { onStep: ({ results }) => results.forEach(({ content }) => console.log(content)) },
);
console.log(`${run.turns} turns, ${run.usage.output_tokens} output tokens`);
