/** Examples of the guide on migrating: the same call with `fetch` and with the client. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { InferenceClient } from '@parlance/inference';
import type { Message } from '@parlance/schemas';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const { url: baseUrl, fetch } = fake;
const apiKey = fake.keys.api;
const http = fake.http();
const body = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Creates a message. */
export async function call(): Promise<void> {
  // #region Create a message with fetch
  async function create(): Promise<Message> {
    const response = await fetch(`${baseUrl}/v1/messages`, {
      method: 'POST',
      headers: {
        'x-api-key': apiKey,
        'vendor-version': '2023-06-01',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as Message;
  }
  // #endregion
  // #region Create a message with the client
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  const message = await inference.messages.create(body);
  // #endregion
  assert.deepEqual((await create()).content, message.content);
}

/** Streams a message. */
export async function stream(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  let shown = '';
  const print = (text: string): void => void (shown += text);
  // #region Stream a message with fetch
  const response = await fetch(`${baseUrl}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'vendor-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
  });
  let rest = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const event = JSON.parse(line.slice(6));
      if (event.type === 'content_block_delta') print(event.delta.text);
    }
  }
  // #endregion
  const byHand = shown;
  shown = '';
  // #region Stream a message with the client
  for await (const text of inference.messages.stream(body).textStream()) print(text);
  // #endregion
  assert.equal(shown, byHand);
  assert.equal(shown, 'You said: hello');
}

/** Reads the status, headers and request id of a response. */
export async function response(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  // #region Read the status and headers
  const { data, status, headers, requestId } = await inference.messages.create(body).withResponse();
  // #endregion
  assert.equal(data.type, 'message');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(typeof requestId, 'string');
}
