/* Derives a client for background work. */
import assert from 'node:assert/strict';
// #region Derive a client
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const background = inference.withOptions({ priority: 'bulk', timeouts: { totalMs: 3_600_000 } });
const message = await background.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
console.log(message.content);
// #endregion

assert.equal(message.stop_reason, 'end_turn');
