/* Streams a message. */
import assert from 'node:assert/strict';
// #region Stream a message
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const stream = inference.messages.stream({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
for await (const event of stream) {
  if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
    process.stdout.write(event.delta.text);
  }
}
const message = await stream.finalMessage();
console.log(`\n${message.usage.output_tokens} tokens`);
// #endregion

assert.equal(message.stop_reason, 'end_turn');
