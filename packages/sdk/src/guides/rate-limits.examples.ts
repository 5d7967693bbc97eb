/** Examples of the guide on rate limits. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { InferenceClient, RateLimitError, localRateLimiter } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake({ rateLimits: { messages: { requests: 50 } } });
const baseUrl = fake.url;
const apiKey = fake.keys.api;
const http = fake.http();
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Shares a limit between clients. */
export async function share(): Promise<void> {
  // #region Share a limit
  const rateLimiter = localRateLimiter({ requestsPerMinute: 3000, inputTokensPerMinute: 400_000 });
  const inference = new InferenceClient({ baseUrl, apiKey, http, rateLimiter });
  const agents = new ManagedAgentsClient({ baseUrl, apiKey, http, rateLimiter, priority: 'bulk' });
  const reply = await inference.messages.create(params, { priority: 'interactive' });
  const { data } = await agents.agents.list();
  // #endregion
  assert.equal(reply.stop_reason, 'end_turn');
  assert.deepEqual(data, []);
}

/** Bounds a wait, and shows it. */
export async function boundWaits(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  const shown: string[] = [];
  fake.setFaults([{ times: 1, status: 429, headers: { 'retry-after': '30' } }]);
  // #region Bound and show waits
  try {
    await inference.messages.create(params, {
      rateLimit: { maxWaitMs: 10_000 },
      onRateLimitWait: ({ phase, limit, queued }) => console.log(phase, limit, `${queued} calls wait`),
    });
  } catch (error) {
    if (!RateLimitError.is(error)) throw error;
    shown.push(`busy, try again in ${error.retryAfterMs} ms`);
  }
  // #endregion
  assert.deepEqual(shown, ['busy, try again in 30000 ms']);
}

/** Reads the limits of a client. */
export async function readLimits(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  await inference.messages.create(params);
  // #region Read the limits
  const { requests, input_tokens, waiting = [] } = inference.limits;
  console.log(requests?.limit, requests?.remaining, requests?.reset); // 50 48 2026-06-01T00:00:02.400Z
  console.log(input_tokens?.remaining); // undefined: the service has not reported this limit
  for (const { limit, requests: calls } of waiting) console.log(limit, `${calls} calls wait`);
  // #endregion
  assert.equal(requests?.limit, 50);
}
