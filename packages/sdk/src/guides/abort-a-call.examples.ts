/* Aborts a call. */
import assert from 'node:assert/strict';
// #region Abort a call
import { AbortedError, InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const controller = new AbortController();
const reply = inference.messages.create(
  { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] },
  { signal: controller.signal },
);
controller.abort('the user left');
let reason: unknown;
try {
  await reply;
} catch (error) {
  if (!AbortedError.is(error)) throw error;
  reason = error.reason;
}
console.log(reason); // the user left
// #endregion

assert.equal(reason, 'the user left');
