/* Streams a message. */
import assert from 'node:assert/strict';
// #region Stream a message with fetch
const baseUrl = process.env['PARLANCE_BASE_URL'];
const response = await fetch(`${baseUrl}/v1/messages`, {
  method: 'POST',
  headers: {
    'x-api-key': process.env['PARLANCE_API_KEY'] ?? '',
    'vendor-version': '2023-06-01',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
    stream: true,
  }),
});
let text = '';
let rest = '';
for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
  const lines = (rest + piece).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    if (!line.startsWith('data: ')) continue;
    const event = JSON.parse(line.slice(6));
    if (event.type === 'content_block_delta') text += event.delta.text;
  }
}
console.log(text);
// #endregion

assert.equal(text, 'You said: hello');
