/* Handles errors by class. */
import assert from 'node:assert/strict';
// #region Handle errors by class
import {
  ApiError,
  ConnectionError,
  InferenceClient,
  RateLimitError,
  TimeoutError,
} from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator that asks for an hour of patience.
const fake = createFake({
  scenario: { faults: [{ times: 1, status: 429, headers: { 'retry-after': '3600' } }] },
});
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
let outcome = '';
try {
  await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
  });
} catch (error) {
  if (RateLimitError.is(error)) outcome = `later, in ${error.retryAfterMs ?? 60_000} ms`;
  else if (ApiError.is(error)) outcome = `${error.status} ${error.type} ${error.requestId}`;
  else if (TimeoutError.is(error)) outcome = `${error.phase} took longer than ${error.timeoutMs} ms`;
  else if (ConnectionError.is(error)) outcome = `${error.code}, request sent: ${error.sent}`;
  else throw error;
}
console.log(outcome);
// #endregion

assert.equal(outcome, 'later, in 3600000 ms');
