/* Prints the text of a stream. */
import assert from 'node:assert/strict';
// #region Stream text
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const stream = inference.messages.stream({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'hello' }],
});
for await (const text of stream.textStream()) process.stdout.write(text);
const { stop_reason, usage } = await stream.finalMessage();
console.log(`\n${stop_reason}`, usage.output_tokens);
// #endregion

assert.equal(stop_reason, 'end_turn');
assert(usage.output_tokens > 0);
