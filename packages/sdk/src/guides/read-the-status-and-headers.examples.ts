/* Reads the status, headers and request id of a response. */
import assert from 'node:assert/strict';
// #region Read the status and headers
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const { data, status, headers, requestId } = await inference.messages
  .create({ model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] })
  .withResponse();
console.log(data.content, status, headers['content-type'], requestId);
// #endregion

assert.equal(status, 200);
assert.equal(headers['content-type'], 'application/json');
assert.equal(typeof requestId, 'string');
