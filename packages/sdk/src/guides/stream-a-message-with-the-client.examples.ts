/* Streams a message. */
import assert from 'node:assert/strict';
// #region Stream a message with the client
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const stream = inference.messages.stream({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
for await (const text of stream.textStream()) process.stdout.write(text);
// #endregion

assert.equal(await stream.finalText(), 'You said: hello');
