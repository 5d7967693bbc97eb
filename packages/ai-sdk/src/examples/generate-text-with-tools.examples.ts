/* Generates text with a tool. */
import assert from 'node:assert/strict';
// #region Generate text with tools
import { createParlance } from '@parlance/ai-sdk';
import { InferenceClient } from '@parlance/inference';
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';

const parlance = createParlance({ client: new InferenceClient() });
const { text, usage } = await generateText({
  model: parlance('assistant-sonnet-4-6'),
  // The emulator calls the tool that this line names. A model decides on its own.
  prompt: '/tool weather {"city":"Oslo"}',
  tools: {
    weather: tool({
      description: 'Returns the weather in a city',
      inputSchema: z.object({ city: z.string() }),
      execute: ({ city }) => ({ city, celsius: 21 }),
    }),
  },
  stopWhen: stepCountIs(5),
});
console.log(text, usage.outputTokens);
// #endregion

assert.match(text, /"celsius":21/);
