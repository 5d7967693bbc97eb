/** Examples of the guide on middleware. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { InferenceClient } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Derives a client for background work. */
export async function derive(): Promise<void> {
  // #region Derive a client
  const inference = new InferenceClient(options);
  const background = inference.withOptions({ priority: 'bulk', timeouts: { totalMs: 3_600_000 } });
  const message = await background.messages.create(params);
  // #endregion
  assert.equal(message.stop_reason, 'end_turn');
}

/** Reads the headers of a stream before its events. */
export async function headersOfStream(): Promise<void> {
  const inference = new InferenceClient(options);
  // #region Read the headers of a stream
  const { data: stream, headers, requestId } = await inference.messages.stream(params).withResponse();
  console.log(requestId, headers['content-type']);
  for await (const text of stream.textStream()) process.stdout.write(text);
  // #endregion
  assert.match(headers['content-type'] ?? '', /^text\/event-stream/);
}
