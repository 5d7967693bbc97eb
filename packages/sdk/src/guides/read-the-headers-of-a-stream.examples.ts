/* Reads the headers of a stream before its events. */
import assert from 'node:assert/strict';
// #region Read the headers of a stream
import { InferenceClient } from '@parlance/inference';

const inference = new InferenceClient();
const {
  data: stream,
  headers,
  requestId,
} = await inference.messages
  .stream({ model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] })
  .withResponse();
console.log(requestId, headers['content-type']);
for await (const text of stream.textStream()) process.stdout.write(text);
// #endregion

assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
