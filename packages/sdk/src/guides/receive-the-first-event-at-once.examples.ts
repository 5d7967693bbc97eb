/* Receives `message_start` before the model has written anything. */
import assert from 'node:assert/strict';
// #region Receive the first event at once
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const stream = inference.messages.stream(
  { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] },
  { retry: { streamUntil: 'event' } },
);
let id = '';
for await (const event of stream) {
  if (event.type === 'message_start') id = event.message.id;
}
console.log(id);
// #endregion

assert.match(id, /^msg_/);
