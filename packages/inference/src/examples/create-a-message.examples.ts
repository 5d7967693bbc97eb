/* Creates a message. */
import assert from 'node:assert/strict';
// #region Create a message
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();

const message = await inference.messages.create({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
for (const block of message.content) {
  if (block.type === 'text') console.log(block.text);
}
// #endregion

assert.deepEqual(message.content, [{ type: 'text', text: 'You said: hello', citations: null }]);
