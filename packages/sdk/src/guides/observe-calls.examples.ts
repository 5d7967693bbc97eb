/* Program of the guide on observability. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Log and count attempts
import { subscribe } from 'node:diagnostics_channel';
import { InferenceClient } from '@parlance/inference';

let attempts = 0;
subscribe('parlance:attempt:end', () => (attempts += 1));

const inference = new InferenceClient({
  logger: console, // or any object with the methods debug, info, warn and error, such as a pino logger
});
const { data, requestId } = await inference.messages
  .create({ model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] })
  .withResponse();
console.log(requestId, attempts, data.usage.output_tokens);
// #endregion

assert.equal(attempts, 1);
assert.equal(typeof requestId, 'string');
