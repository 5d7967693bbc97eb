/**
 * What a user's program does, in a browser and in other runtimes than Node. Each function takes where the service is,
 * and gives plain data for the test to look at.
 */
import { InferenceClient } from '@parlance/inference';

const QUESTION = {
  model: 'assistant-opus-4-7',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'Naïve café ☕' }],
};

/** A whole answer, with what only its headers tell. */
export async function plain(service) {
  const { data, status, requestId } = await clientOf(service).messages.create(QUESTION).withResponse();
  return { text: data.content[0].text, status, hasRequestId: requestId !== null };
}

/** A stream, event by event. */
export async function streaming(service) {
  const stream = clientOf(service).messages.stream(QUESTION);
  const types = [];
  for await (const event of stream) if (event.type !== types.at(-1)) types.push(event.type);
  return { types, text: await stream.finalText() };
}

/** A list over several pages. */
export async function listing(service) {
  let count = 0;
  for await (const model of clientOf(service).models.list({ limit: 2 })) if (model.id) count += 1;
  return { severalPages: count > 2 };
}

/** A refusal of the service. */
export async function refused(service) {
  return failureOf(() => clientOf({ ...service, key: 'api-' }).messages.create(QUESTION));
}

/** An abort by the user after the first event. */
export async function aborted(service) {
  const controller = new AbortController();
  return failureOf(async () => {
    const { signal } = controller;
    const stream = clientOf(service).messages.stream(QUESTION, { signal });
    for await (const event of stream) if (event.type === 'message_start') controller.abort('enough');
  });
}

/** A stream that breaks off. */
export async function cut(service) {
  return failureOf(() => clientOf(service).messages.stream(QUESTION).finalMessage());
}

/** A server that nobody has started. */
export async function unreachable() {
  return failureOf(() => clientOf({ url: 'http://127.0.0.1:9', key: 'api-default' }).models.list());
}

function clientOf({ url, key }) {
  return new InferenceClient({ baseUrl: url, apiKey: key, retry: { maxRetries: 0 } });
}

async function failureOf(work) {
  try {
    await work();
    return { name: 'no error' };
  } catch (error) {
    const { name, code, status, ending, partial } = error;
    return { name, code, status, ending, partialText: partial?.content[0]?.text };
  }
}
