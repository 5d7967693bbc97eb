/** `@anthropic-ai/sdk`. */
import Anthropic from '@anthropic-ai/sdk';
import {
  LARGE_PROMPT,
  MAX_TOKENS,
  MODEL,
  PROMPT,
  stopwatch,
  TOOL,
  type Contender,
} from '../src/contenders/contender.ts';

const held: unknown[] = [];

type Stream = ReturnType<Anthropic['messages']['stream']>;

export function connect(baseURL: string): Contender {
  const client = new Anthropic({ baseURL, apiKey: 'key-0123456789' });
  return {
    create: async () => textLength(await client.messages.create(params(PROMPT))),
    createLarge: async () => textLength(await client.messages.create(params(LARGE_PROMPT))),
    pages: async () => {
      let items = 0;
      for await (const model of client.models.list({ limit: 1000 })) if (model) items += 1;
      return items;
    },
    ...events(() => client.messages.create({ ...params(PROMPT), stream: true })),
    ...messages(() => client.messages.stream({ ...params(PROMPT), tools: [TOOL] })),
  };
}

function params(content: string) {
  return { model: MODEL, max_tokens: MAX_TOKENS, messages: [{ role: 'user' as const, content }] };
}

/** Work that reads every event. */
function events(open: () => PromiseLike<AsyncIterable<Anthropic.MessageStreamEvent>>): Contender {
  return {
    stream: async () => {
      let characters = 0;
      for await (const event of await open()) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
          characters += event.delta.text.length;
        }
      }
      return characters;
    },
    firstEvent: async () => {
      const time = stopwatch();
      for await (const event of await open()) if (event.type) time.event();
      return time.micros();
    },
    firstContent: async () => {
      const time = stopwatch();
      for await (const event of await open()) if (event.type === 'content_block_delta') time.event();
      return time.micros();
    },
    openStream: async () => {
      const stream = (await open())[Symbol.asyncIterator]();
      const first = await stream.next();
      held.push(stream);
      return first.done === true ? 0 : first.value.type.length;
    },
  };
}

/** Work that reads the final message. */
function messages(open: () => Stream): Contender {
  return {
    finalText: async () => textLength(await open().finalMessage()),
    finalToolInput: async () => rows(await open().finalMessage()),
    partialToolInput: async () => {
      let size = 0;
      const stream = open();
      stream.on('inputJson', (_piece: string, partial: unknown) => {
        size = (partial as { rows?: unknown[] }).rows?.length ?? 0;
      });
      await stream.finalMessage();
      return size;
    },
  };
}

function textLength(message: Anthropic.Message): number {
  const [block] = message.content;
  return block?.type === 'text' ? block.text.length : 0;
}

function rows(message: Anthropic.Message): number {
  const [block] = message.content;
  return block?.type === 'tool_use' ? (block.input as { rows: unknown[] }).rows.length : 0;
}
