import { createStructured, InferenceClient } from '@parlance/inference';
import { z } from 'zod';

const Person = z.object({ name: z.string(), born: z.int() });

const { value } = await createStructured(new InferenceClient(), {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Ada Lovelace was born in 1815.' }],
  output: Person,
});
console.log(value.name, value.born + 1);
