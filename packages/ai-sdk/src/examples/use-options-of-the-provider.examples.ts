/* Generates an object, with options of this provider. */
import assert from 'node:assert/strict';
// #region Use options of the provider
import { createParlance } from '@parlance/ai-sdk';
import { InferenceClient } from '@parlance/inference';
import { Output, generateText } from 'ai';
import { z } from 'zod';

const parlance = createParlance({ client: new InferenceClient() });

const { output, providerMetadata } = await generateText({
  model: parlance('assistant-sonnet-4-6'),
  messages: [
    {
      role: 'user',
      content: 'Who wrote Hamlet?',
      providerOptions: { parlance: { cache_control: { type: 'ephemeral' } } },
    },
  ],
  output: Output.object({ schema: z.object({ name: z.string(), born: z.number() }) }),
  providerOptions: { parlance: { metadata: { user_id: 'user-17' } } },
});
console.log(output.name, providerMetadata?.parlance);
// #endregion

assert.equal(typeof output.name, 'string');
