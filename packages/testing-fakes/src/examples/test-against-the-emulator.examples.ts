/* Connects a client without a socket. */
// #region Test against the emulator
import assert from 'node:assert/strict';
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });

const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hello' }],
});
assert.equal(message.stop_reason, 'end_turn');
// #endregion
