/** Examples of the guide on streaming. The tests run them against the emulator. */
import assert from 'node:assert/strict';
import { InferenceClient, MessageStream, StreamError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const inference = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Prints the text of a stream. */
export async function textOnly(): Promise<void> {
  let shown = '';
  const print = (text: string): void => void (shown += text);
  // #region Stream text
  const stream = inference.messages.stream(params);
  for await (const text of stream.textStream()) print(text);
  const { stop_reason, usage } = await stream.finalMessage();
  // #endregion
  assert.equal(shown, 'You said: hello');
  assert.equal(stop_reason, 'end_turn');
  assert(usage.output_tokens > 0);
}

/** Shows the input of a tool while the model writes it. */
export async function toolInput(): Promise<void> {
  const seen: unknown[] = [];
  const show = (input: unknown): void => void seen.push(structuredClone(input));
  // #region Read a tool input while it streams
  const stream = inference.messages.stream({
    ...params,
    messages: [{ role: 'user', content: '/tool get_weather {"city":"Oslo","days":3}' }],
    tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
  });
  stream.on('inputJson', (_piece, inputSoFar) => show(inputSoFar));
  const message = await stream.finalMessage();
  // #endregion
  assert.equal(message.stop_reason, 'tool_use');
  assert.deepEqual(seen.at(-1), { city: 'Oslo', days: 3 });
}

/** Receives `message_start` before the model has written anything. */
export async function firstEvent(): Promise<void> {
  let id = '';
  const log = (messageId: string): void => void (id = messageId);
  // #region Receive the first event at once
  const stream = inference.messages.stream(params, { retry: { streamUntil: 'event' } });
  for await (const event of stream) {
    if (event.type === 'message_start') log(event.message.id);
  }
  // #endregion
  assert.match(id, /^msg_/);
}

/** Stops a stream early. */
export async function stop(): Promise<void> {
  let count = 0;
  // #region Stop a stream
  const stop = new AbortController();
  const stream = inference.messages.stream(params, { signal: stop.signal });
  try {
    for await (const _text of stream.textStream()) if ((count += 1) === 1) stop.abort();
  } catch (error) {
    if (StreamError.is(error) && error.reason === 'aborted') console.log(stream.snapshot?.content);
    else throw error;
  }
  // #endregion
  assert.equal(count, 1);
}

/** Keeps the partial message of a broken stream. */
export async function broken(): Promise<void> {
  let reason: string | undefined;
  fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, stream: { cut_at_event: 4, cut: 'fin' } }]);
  // #region Read the partial message of a failed stream
  try {
    await inference.messages.stream(params).finalMessage();
  } catch (error) {
    if (!StreamError.is(error)) throw error;
    reason = error.reason; // 'aborted', 'truncated', 'server_error' or 'stalled'
    console.error(error.requestId, error.lastEventIndex, error.partial, error.usage);
  }
  // #endregion
  assert.equal(reason, 'truncated');
}

/** Forwards a stream from a server to a browser. */
export async function handOn(): Promise<void> {
  // #region Forward a stream
  // On the server, where the key is:
  const response = new Response(inference.messages.stream(params).toReadableStream());

  // In the browser, with the body of that response:
  if (response.body === null) throw new Error('no body');
  const stream = MessageStream.fromReadableStream(response.body);
  const text = await stream.finalText();
  // #endregion
  assert.equal(text, 'You said: hello');
}
