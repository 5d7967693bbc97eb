/** `ai` with `@ai-sdk/anthropic`. It cannot list models, and exposes no partial view of a tool's input. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, streamText, tool, type ToolSet } from 'ai';
import { MAX_TOKENS, MODEL, TOOL } from '@parlance/testing/request';
import { PROMPT, rowsIn, workOf, type Contender } from '../src/contenders/contender.ts';

const schema = jsonSchema<{ rows: unknown[] }>(TOOL.input_schema);

/** The tool for this library. */
export const TOOLS: ToolSet = { [TOOL.name]: tool({ description: TOOL.description, inputSchema: schema }) };

export function connect(baseUrl: string): Contender {
  const model = createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey: 'key-0123456789' })(MODEL);
  const params = (prompt: string) => ({ model, maxOutputTokens: MAX_TOKENS, prompt });
  return {
    ...workOf({
      create: async (prompt) => (await generateText(params(prompt))).text,
      events: () => streamText(params(PROMPT)).fullStream,
      textOf: (part) => (part.type === 'text-delta' ? part.text : undefined),
      // The library emits the first two parts before the response arrives.
      isReceived: ({ type }) => type === 'text-start',
    }),
    finalText: async () => (await streamText(params(PROMPT)).text).length,
    finalToolInput: async () => {
      const [call] = await streamText({ ...params(PROMPT), tools: TOOLS }).toolCalls;
      return rowsIn(call?.input);
    },
  };
}
