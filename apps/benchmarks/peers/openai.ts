/** `openai`, which uses chat completions. The server sends it the same deltas in that format. */
import OpenAI from 'openai';
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

type Stream = ReturnType<OpenAI['chat']['completions']['stream']>;

const tool = {
  type: 'function' as const,
  function: {
    name: TOOL.name,
    description: TOOL.description,
    parameters: TOOL.input_schema,
    strict: true,
  },
};

export function connect(baseURL: string): Contender {
  const client = new OpenAI({ baseURL, apiKey: 'key-0123456789' });
  const { completions } = client.chat;
  return {
    create: async () => textLength(await completions.create(params(PROMPT))),
    createLarge: async () => textLength(await completions.create(params(LARGE_PROMPT))),
    finalText: async () => textLength(await completions.stream(params(PROMPT)).finalChatCompletion()),
    pages: async () => {
      let items = 0;
      for await (const file of client.files.list({ limit: 1000 })) if (file) items += 1;
      return items;
    },
    ...events(() => completions.create({ ...params(PROMPT), stream: true })),
    ...toolCalls(() => completions.stream({ ...params(PROMPT), tools: [tool] })),
  };
}

function params(content: string) {
  return { model: MODEL, max_completion_tokens: MAX_TOKENS, messages: [{ role: 'user' as const, content }] };
}

/** Work that reads every event. */
function events(open: () => PromiseLike<AsyncIterable<OpenAI.ChatCompletionChunk>>): Contender {
  return {
    stream: async () => {
      let characters = 0;
      for await (const chunk of await open()) characters += chunk.choices[0]?.delta.content?.length ?? 0;
      return characters;
    },
    firstEvent: async () => {
      const time = stopwatch();
      for await (const chunk of await open()) if (chunk.id) time.event();
      return time.micros();
    },
    firstContent: async () => {
      const time = stopwatch();
      for await (const chunk of await open()) if (chunk.choices[0]?.delta.content) time.event();
      return time.micros();
    },
    openStream: async () => {
      const stream = (await open())[Symbol.asyncIterator]();
      const first = await stream.next();
      held.push(stream);
      return first.done === true ? 0 : first.value.id.length;
    },
  };
}

/** Work that reads the arguments of a tool call. */
function toolCalls(open: () => Stream): Contender {
  return {
    finalToolInput: async () => {
      const completion = await open().finalChatCompletion();
      const call = completion.choices[0]?.message.tool_calls?.[0];
      return call?.type === 'function' ? rows(JSON.parse(call.function.arguments)) : 0;
    },
    partialToolInput: async () => {
      let size = 0;
      const stream = open();
      stream.on('tool_calls.function.arguments.delta', ({ parsed_arguments: partial }) => {
        size = rows(partial);
      });
      await stream.finalChatCompletion();
      return size;
    },
  };
}

function textLength(completion: OpenAI.ChatCompletion): number {
  return completion.choices[0]?.message.content?.length ?? 0;
}

function rows(input: unknown): number {
  return (input as { rows?: unknown[] } | null)?.rows?.length ?? 0;
}
