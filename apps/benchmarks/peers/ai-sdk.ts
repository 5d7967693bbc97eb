/** `ai` with `@ai-sdk/anthropic`. It cannot list models, and exposes no partial view of a tool's input. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, streamText, tool } from 'ai';
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

export function connect(baseUrl: string): Contender {
  const model = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key-0123456789' })(MODEL);
  const params = (prompt: string) => ({ model, maxOutputTokens: MAX_TOKENS, prompt });
  const schema = jsonSchema<{ rows: unknown[] }>(TOOL.input_schema);
  const tools = { [TOOL.name]: tool({ description: TOOL.description, inputSchema: schema }) };
  return {
    create: async () => (await generateText(params(PROMPT))).text.length,
    createLarge: async () => (await generateText(params(LARGE_PROMPT))).text.length,
    stream: async () => {
      let characters = 0;
      for await (const part of streamText(params(PROMPT)).fullStream) {
        if (part.type === 'text-delta') characters += part.text.length;
      }
      return characters;
    },
    finalText: async () => (await streamText(params(PROMPT)).text).length,
    finalToolInput: async () => {
      const [call] = await streamText({ ...params(PROMPT), tools }).toolCalls;
      return (call?.input as { rows?: unknown[] } | undefined)?.rows?.length ?? 0;
    },
    firstEvent: async () => {
      const time = stopwatch();
      for await (const part of streamText(params(PROMPT)).fullStream) {
        // The library emits the first two parts before the response arrives.
        if (part.type === 'text-start') time.event();
      }
      return time.micros();
    },
    firstContent: async () => {
      const time = stopwatch();
      for await (const part of streamText(params(PROMPT)).fullStream) {
        if (part.type === 'text-delta') time.event();
      }
      return time.micros();
    },
    openStream: async () => {
      const stream = streamText(params(PROMPT)).fullStream[Symbol.asyncIterator]();
      let part = await stream.next();
      while (part.done !== true && part.value.type !== 'text-start') part = await stream.next();
      held.push(stream);
      return part.done === true ? 0 : part.value.type.length;
    },
  };
}
