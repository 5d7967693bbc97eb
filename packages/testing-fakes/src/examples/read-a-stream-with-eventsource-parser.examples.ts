/* Reads an event stream with a third-party parser. */
// #region Read a stream with eventsource-parser
import assert from 'node:assert/strict';
import { createFake } from '@parlance/testing-fakes';
import { EventSourceParserStream } from 'eventsource-parser/stream';

const fake = createFake();
const { url } = await fake.listen();
const response = await fetch(`${url}/v1/messages`, {
  method: 'POST',
  headers: {
    'x-api-key': fake.keys.api,
    'vendor-version': '2023-06-01',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    stream: true,
    messages: [{ role: 'user', content: 'hello' }],
  }),
});
assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
let text = '';
for await (const { event, data } of events ?? []) {
  if (event === 'content_block_delta') text += JSON.parse(data).delta.text;
}
assert.equal(text, 'You said: hello');
await fake.close();
// #endregion
