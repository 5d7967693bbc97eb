/* Shows the input of a tool while the model writes it. */
import assert from 'node:assert/strict';
// #region Read a tool input while it streams
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const stream = inference.messages.stream({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
  // The emulator calls the tool that this line names. A model decides on its own.
  messages: [{ role: 'user', content: '/tool get_weather {"city":"Oslo","days":3}' }],
});
const seen: string[] = [];
stream.on('inputJson', (_piece, inputSoFar) => seen.push(JSON.stringify(inputSoFar)));
const message = await stream.finalMessage();
console.log(seen, message.stop_reason);
// #endregion

assert.equal(message.stop_reason, 'tool_use');
assert.equal(seen.at(-1), '{"city":"Oslo","days":3}');
