/* Program of the guide on structured output. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Extract data
import { InferenceClient, safeCreateStructured, streamStructured } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';
import { z } from 'zod';

// An emulator with two replies, the first of which does not match. Use your own service and key instead, without `http`.
const fake = createFake();
const reply = '{"name":"Ada Lovelace","born":1815,"fields":["mathematics","poetry"]}';
fake.setScripts([{ steps: [{ reply: '{"name":"Ada Lovelace"}' }, { reply }] }, { steps: [{ reply }] }]);
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'Who wrote the first computer program?' }],
  output: z.object({ name: z.string(), born: z.int().min(1000), fields: z.array(z.string()) }),
};

const result = await safeCreateStructured(inference, params, { repair: true });
if (result.status === 'ok') console.log(result.value.name, result.value.born);
else if (result.status === 'refused') console.log('refused', result.details?.category);
else if (result.status === 'truncated') console.log('raise max_tokens:', result.partial);
else console.log(result.status);

const stream = streamStructured(inference, params);
for await (const partial of stream.partialOutputStream()) console.log(partial.name, partial.fields?.length);
const { name, fields } = await stream.finalOutput();
console.log(name, fields);
// #endregion

/** Checks what the program has done. */
export function theReplyWasRepaired(): void {
  assert.equal(result.status, 'ok');
  assert.deepEqual(fields, ['mathematics', 'poetry']);
}
