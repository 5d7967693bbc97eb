/* Stops a stream early. */
import assert from 'node:assert/strict';
// #region Stop a stream
import { InferenceClient, StreamError } from '@parlance/inference';

const inference = new InferenceClient();
const stop = new AbortController();
const stream = inference.messages.stream(
  { model: 'assistant-sonnet-4-6', max_tokens: 1024, messages: [{ role: 'user', content: 'hello' }] },
  { signal: stop.signal },
);
let reason: string | undefined;
try {
  for await (const _text of stream.textStream()) stop.abort();
} catch (error) {
  if (!StreamError.is(error)) throw error;
  reason = error.reason;
}
console.log(reason, stream.snapshot?.content);
// #endregion

assert.equal(reason, 'aborted');
