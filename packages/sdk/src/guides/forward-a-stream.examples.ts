/* Forwards a stream from a server to a browser. */
import assert from 'node:assert/strict';
// #region Forward a stream
import { InferenceClient, MessageStream } from '@parlance/inference';

// On the server, where the key is:
const inference = new InferenceClient();
const response = new Response(
  inference.messages
    .stream({
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content: 'hello' }],
    })
    .toReadableStream(),
);

// In the browser, with the body of that response:
if (response.body === null) throw new Error('no body');
const stream = MessageStream.fromReadableStream(response.body);
const text = await stream.finalText();
console.log(text);
// #endregion

assert.equal(text, 'You said: hello');
