/* Sets deadlines for a client and for a call. */
import assert from 'node:assert/strict';
// #region Set deadlines
import { InferenceClient, TimeoutError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

// An emulator that never responds.
const fake = createFake({ scenario: { faults: [{ stall: true }] } });
const inference = new InferenceClient({
  baseUrl: fake.url,
  apiKey: fake.keys.api,
  http: fake.http(),
  timeouts: { headersMs: 30_000, totalMs: 90_000 },
});
let phase: string | undefined;
try {
  await inference.messages.create(
    { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] },
    { timeouts: { totalMs: 20 } },
  );
} catch (error) {
  if (!TimeoutError.is(error)) throw error;
  phase = error.phase; // 'total': the deadline that passed
}
console.log(phase);
// #endregion

assert.equal(phase, 'total');
