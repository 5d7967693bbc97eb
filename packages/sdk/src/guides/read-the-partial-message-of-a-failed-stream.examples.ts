/* Keeps the partial message of a broken stream. */
import assert from 'node:assert/strict';
// #region Read the partial message of a failed stream
import { InferenceClient, StreamError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator that cuts the connection after four events.
const fake = createFake({
  scenario: { faults: [{ stream: { cut_at_event: 4, cut: 'fin' } }] },
});
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
let reason: string | undefined;
try {
  const stream = inference.messages.stream({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
  });
  await stream.finalMessage();
} catch (error) {
  if (!StreamError.is(error)) throw error;
  reason = error.reason; // 'aborted', 'truncated', 'server_error' or 'stalled'
  console.error(error.requestId, error.lastEventIndex, error.partial, error.usage);
}
console.log(reason);
// #endregion

assert.equal(reason, 'truncated');
