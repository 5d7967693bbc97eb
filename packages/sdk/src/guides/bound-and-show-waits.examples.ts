/* Bounds a wait, and shows it. */
import assert from 'node:assert/strict';
// #region Bound and show waits
import { InferenceClient, RateLimitError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator that rejects the first request.
const fake = createFake({
  scenario: { faults: [{ times: 1, status: 429, headers: { 'retry-after': '30' } }] },
});
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
let waitMs: number | null = null;
try {
  await inference.messages.create(
    { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] },
    {
      rateLimit: { maxWaitMs: 10_000 },
      onRateLimitWait: ({ phase, limit, queued }) => console.log(phase, limit, `${queued} calls wait`),
    },
  );
} catch (error) {
  if (!RateLimitError.is(error)) throw error;
  waitMs = error.retryAfterMs;
}
console.log(`The service is busy. Try again in ${waitMs} ms.`);
// #endregion

assert.equal(waitMs, 30_000);
