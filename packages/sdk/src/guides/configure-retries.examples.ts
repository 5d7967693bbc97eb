/* Configures the number of attempts. */
import assert from 'node:assert/strict';
// #region Configure retries
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator that is unavailable for three requests.
const fake = createFake({ scenario: { faults: [{ times: 3, status: 503 }] } });
const inference = new InferenceClient({
  baseUrl: fake.url,
  apiKey: fake.keys.api,
  http: fake.http(),
  retry: { maxRetries: 3, baseDelayMs: 10, budget: { capacity: 20, refill: 0.1 } },
});
const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
const { data } = await inference.models.list({}, { retry: { maxRetries: 0 } });
console.log(message.stop_reason, data.length);
// #endregion

assert.equal(message.stop_reason, 'end_turn');
assert.notEqual(data.length, 0);
