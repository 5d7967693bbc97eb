/* Injects a fault. */
// #region Inject a fault
import assert from 'node:assert/strict';
import { InferenceClient, RateLimitError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, status: 429 }]);
const inference = new InferenceClient({
  baseUrl: fake.url,
  apiKey: fake.keys.api,
  http: fake.http(),
  retry: { maxRetries: 0 },
});

await assert.rejects(
  inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hello' }],
  }),
  RateLimitError,
);
// #endregion
