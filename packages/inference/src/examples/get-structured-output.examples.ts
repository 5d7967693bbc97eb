/* Extracts data as validated JSON. */
import assert from 'node:assert/strict';
// #region Get structured output
import { createStructured, InferenceClient } from '@parlance/inference';
import { z } from 'zod';

const inference = new InferenceClient();
const { value } = await createStructured(inference, {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Ada Lovelace was born in 1815.' }],
  output: z.object({ name: z.string(), born: z.int() }),
});
// The emulator invents values that match the schema. A model returns those of the text: Ada Lovelace 1815
console.log(value.name, value.born);
// #endregion

assert.deepEqual(value, { name: 'text', born: 1 });
