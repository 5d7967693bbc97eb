/* Creates a message. */
import assert from 'node:assert/strict';
// #region Create a message with fetch
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
  }),
});
if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
const message = (await response.json()) as { content: { type: string; text: string }[] };
console.log(message.content);
// #endregion

assert.equal(message.content[0]?.text, 'You said: hello');
