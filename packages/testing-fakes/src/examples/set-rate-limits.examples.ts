/* Exceeds a rate limit. */
// #region Set rate limits
import assert from 'node:assert/strict';
import { InferenceClient, RateLimitError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ rateLimits: { messages: { requests: 1 } } });
async function ask(): Promise<void> {
  const inference = new InferenceClient({
    baseUrl: fake.url,
    apiKey: fake.keys.api,
    http: fake.http(),
    rateLimit: { maxWaitMs: 0 }, // by default, a client waits until the limit allows the call
  });
  await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hello' }],
  });
}

await ask();
await assert.rejects(ask(), RateLimitError);

fake.world().clock.advance(60_000);
await ask();
// #endregion
