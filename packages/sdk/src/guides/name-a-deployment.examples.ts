/* Connects to a deployment with its own names. */
import assert from 'node:assert/strict';
// #region Name a deployment
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const naming = { vendor: 'acme', assistant: 'nimbus' };
const fake = createFake({ naming });
const inference = new InferenceClient({
  baseUrl: fake.url,
  apiKey: fake.keys.api,
  http: fake.http(),
  naming,
});
// On the wire, the model is `nimbus-sonnet-4-6` and the header `acme-version`. Your code never uses these names.
const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'The assistant is called assistant.' }],
});
console.log(message.model, message.content);
// #endregion

assert.equal(message.model, 'assistant-sonnet-4-6');
assert.deepEqual(message.content, [
  { type: 'text', text: 'You said: The assistant is called assistant.', citations: null },
]);
