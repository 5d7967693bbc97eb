/** Examples of messages. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { ApiError, InferenceClient, StreamError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const baseUrl = fake.url;
const apiKey = fake.keys.api;
const http = fake.http();

/** Creates a message. */
export async function createMessage(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  // #region Create a message
  const message = await inference.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
  });
  for (const block of message.content) {
    if (block.type === 'text') console.log(block.text);
  }
  // #endregion
  assert.deepEqual(message.content, [{ type: 'text', text: 'You said: hello', citations: null }]);
}

/** Streams a message. */
export async function streamMessage(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey, http });
  // #region Stream a message
  const stream = inference.messages.stream({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'hello' }],
  });
  for await (const event of stream) {
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      process.stdout.write(event.delta.text);
    }
  }
  const message = await stream.finalMessage();
  // #endregion
  assert.equal(message.stop_reason, 'end_turn');
}

/** Distinguishes errors by class. */
export async function handleErrors(): Promise<void> {
  const inference = new InferenceClient({ baseUrl, apiKey: 'api default', http });
  const params = { model: 'assistant-sonnet-4-6', max_tokens: 10, messages: [] };
  let seen: unknown;
  // #region Handle errors
  try {
    await inference.messages.create(params);
  } catch (error) {
    seen = error;
    if (error instanceof ApiError) console.error(error.status, error.type, error.requestId);
    else if (error instanceof StreamError) console.error(error.reason, error.partial);
    else throw error;
  }
  // #endregion
  assert(seen instanceof ApiError);
}
