/**
 * A user's program for browsers and for runtimes other than Node. Each function takes the address of the service and
 * returns plain data that the test compares.
 */
import { InferenceClient, type Message, type MessageCreateParams } from '@parlance/inference';

/** Address of the service. */
export interface Service {
  readonly url: string;
  readonly key: string;
}

/** Functions of this program. */
export type ProgramName = 'plain' | 'streaming' | 'listing' | 'rejected' | 'aborted' | 'cut' | 'unreachable';

interface Failure {
  readonly name: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly partialText?: string | undefined;
}

const QUESTION: MessageCreateParams = {
  model: 'assistant-opus-4-7',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'Naïve café ☕' }],
};

/** A complete message, with data that only the headers contain. */
export async function plain(service: Service): Promise<unknown> {
  const { data, status, requestId } = await clientOf(service).messages.create(QUESTION).withResponse();
  return { text: firstText(data), status, hasRequestId: requestId !== null };
}

/** A stream, event by event. */
export async function streaming(service: Service): Promise<unknown> {
  const stream = clientOf(service).messages.stream(QUESTION);
  const types: string[] = [];
  for await (const event of stream) if (event.type !== types.at(-1)) types.push(event.type);
  return { types, text: await stream.finalText() };
}

/** A list over several pages. */
export async function listing(service: Service): Promise<unknown> {
  let count = 0;
  for await (const model of clientOf(service).models.list({ limit: 2 })) if (model.id) count += 1;
  return { severalPages: count > 2 };
}

/** An error response of the service. */
export async function rejected(service: Service): Promise<Failure> {
  return failureOf(() => clientOf({ ...service, key: 'api-' }).messages.create(QUESTION));
}

/** An abort by the user after the first event. */
export async function aborted(service: Service): Promise<Failure> {
  const controller = new AbortController();
  return failureOf(async () => {
    const { signal } = controller;
    const stream = clientOf(service).messages.stream(QUESTION, { signal });
    for await (const event of stream) if (event.type === 'message_start') controller.abort('enough');
  });
}

/** A truncated stream. */
export async function cut(service: Service): Promise<Failure> {
  return failureOf(() => clientOf(service).messages.stream(QUESTION).finalMessage());
}

/** A port that no server listens on. */
export async function unreachable(): Promise<Failure> {
  return failureOf(() => clientOf({ url: 'http://127.0.0.1:9', key: 'api-default' }).models.list());
}

function clientOf({ url, key }: Service): InferenceClient {
  return new InferenceClient({ baseUrl: url, apiKey: key, retry: { maxRetries: 0 } });
}

async function failureOf(work: () => PromiseLike<unknown>): Promise<Failure> {
  try {
    await work();
    return { name: 'no error' };
  } catch (error) {
    const { name, code, status, reason, partial } = error as Failure & { readonly partial?: Message };
    return { name, code, status, reason, partialText: partial && firstText(partial) };
  }
}

function firstText(message: Message): string | undefined {
  const [block] = message.content;
  return block?.type === 'text' ? block.text : undefined;
}
