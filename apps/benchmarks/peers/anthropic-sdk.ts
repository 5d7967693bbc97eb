/** `@anthropic-ai/sdk`. */
import Anthropic from '@anthropic-ai/sdk';
import {
  LARGE_PROMPT,
  MAX_TOKENS,
  MODEL,
  PROMPT,
  sinceBegin,
  TOOL,
  type Contender,
} from '../src/contenders/contender.ts';

const held: unknown[] = [];

export function connect(baseURL: string): Contender {
  const client = new Anthropic({ baseURL, apiKey: 'key-0123456789' });
  const params = (content: string) => ({
    model: MODEL,
    max_tokens: MAX_TOKENS,
    messages: [{ role: 'user' as const, content }],
  });
  const withTool = {
    ...params(PROMPT),
    tools: [{ name: TOOL.name, description: TOOL.description, input_schema: { ...TOOL.schema, required: ['rows'] } }],
  };
  const events = () => client.messages.create({ ...params(PROMPT), stream: true });
  return {
    create: async () => textLength(await client.messages.create(params(PROMPT))),
    createLarge: async () => textLength(await client.messages.create(params(LARGE_PROMPT))),
    stream: async () => {
      let characters = 0;
      for await (const event of await events()) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
          characters += event.delta.text.length;
        }
      }
      return characters;
    },
    finalText: async () => textLength(await client.messages.stream(params(PROMPT)).finalMessage()),
    finalToolInput: async () => rows(await client.messages.stream(withTool).finalMessage()),
    partialToolInput: async () => {
      let size = 0;
      const stream = client.messages.stream(withTool);
      stream.on('inputJson', (_, partial) => {
        size = (partial as { rows?: unknown[] }).rows?.length ?? 0;
      });
      await stream.finalMessage();
      return size;
    },
    firstEvent: async () => {
      const time = sinceBegin();
      for await (const event of await events()) if (event.type) time.event();
      return time.micros();
    },
    openStream: async () => {
      const stream = (await events())[Symbol.asyncIterator]();
      const first = await stream.next();
      held.push(stream);
      return first.done === true ? 0 : first.value.type.length;
    },
    pages: async () => {
      let items = 0;
      for await (const model of client.models.list({ limit: 1000 })) if (model) items += 1;
      return items;
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
