/** The published build of `@parlance/inference`. */
import {
  InferenceClient,
  type InferenceClientOptions,
  type Message,
  type MessageCreateParams,
  type MessageStream,
} from '@parlance/inference';
import { LARGE_PROMPT, MAX_TOKENS, MODEL, PROMPT, stopwatch, TOOL, type Contender } from './contender.ts';

/** Keeps open streams from being garbage collected. */
const held: unknown[] = [];

export function connect(baseUrl: string): Contender {
  return connectWith({ baseUrl });
}

/** Creates a client with options. */
export function connectWith(options: InferenceClientOptions): Contender {
  const client = new InferenceClient({ apiKey: 'key-0123456789', ...options });
  return {
    create: async () => textLength(await client.messages.create(params(PROMPT))),
    createLarge: async () => textLength(await client.messages.create(params(LARGE_PROMPT))),
    pages: async () => {
      let items = 0;
      for await (const model of client.models.list({ limit: 1000 })) if (model) items += 1;
      return items;
    },
    ...events(() => client.messages.stream(params(PROMPT))),
    ...messages(() => client.messages.stream({ ...params(PROMPT), tools: [TOOL] })),
  };
}

/** Returns the parameters of a small request. */
export function requestParams(): MessageCreateParams {
  return params(PROMPT);
}

function params(content: string): MessageCreateParams {
  return { model: MODEL, max_tokens: MAX_TOKENS, messages: [{ role: 'user' as const, content }] };
}

/** Work that reads every event. */
function events(stream: () => MessageStream): Contender {
  return {
    stream: async () => {
      let characters = 0;
      for await (const event of stream()) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
          characters += event.delta.text.length;
        }
      }
      return characters;
    },
    firstEvent: async () => {
      const time = stopwatch();
      for await (const event of stream()) if (event.type) time.event();
      return time.micros();
    },
    firstContent: async () => {
      const time = stopwatch();
      for await (const event of stream()) if (event.type === 'content_block_delta') time.event();
      return time.micros();
    },
    openStream: async () => {
      const events = stream()[Symbol.asyncIterator]();
      const first = await events.next();
      held.push(events);
      return first.done === true ? 0 : first.value.type.length;
    },
  };
}

/** Work that reads the final message. */
function messages(stream: () => MessageStream): Contender {
  return {
    finalText: async () => textLength(await stream().finalMessage()),
    finalToolInput: async () => {
      const { content } = await stream().finalMessage();
      return content[0]?.type === 'tool_use' ? rows(content[0].input) : 0;
    },
    partialToolInput: async () => {
      let size = 0;
      const events = stream();
      for await (const event of events) {
        if (event.type === 'content_block_delta') size = rows(events.partialInput(event.index));
      }
      return size;
    },
  };
}

/** Returns the length of the text of a message's first block. */
export function textLength({ content }: Message): number {
  return content[0]?.type === 'text' ? content[0].text.length : 0;
}

function rows(input: unknown): number {
  return (input as { rows?: unknown[] } | undefined)?.rows?.length ?? 0;
}
