/* Creates a message. */
import assert from 'node:assert/strict';
// #region Create a message with the client
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
console.log(message.content);
// #endregion

assert.deepEqual(message.content, [{ type: 'text', text: 'You said: hello', citations: null }]);
