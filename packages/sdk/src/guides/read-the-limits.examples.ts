/* Reads the limits of a client. */
import assert from 'node:assert/strict';
// #region Read the limits
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ rateLimits: { messages: { requests: 50 } } });
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});

const { requests, input_tokens, waiting = [] } = inference.limits;
console.log(requests?.limit, requests?.remaining, requests?.reset); // 50 49 2026-06-01T00:00:01.200Z
console.log(input_tokens?.remaining); // undefined: the service has not reported this limit
for (const { limit, requests: calls } of waiting) console.log(limit, `${calls} calls wait`);
// #endregion

assert.equal(requests?.limit, 50);
assert.equal(requests.remaining, 49);
