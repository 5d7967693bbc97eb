/** `openai`, which uses chat completions. The server sends it the same deltas in that format. */
import OpenAI from 'openai';
import { MAX_TOKENS, MODEL, TOOL } from '@parlance/testing/request';
import { count, PROMPT, rowsIn, workOf, type Contender } from '../src/contenders/contender.ts';

/** The tool in the format of chat completions. */
export const COMPLETIONS_TOOL: OpenAI.ChatCompletionFunctionTool = {
  type: 'function',
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
  const stream = () => completions.stream({ ...paramsOf(PROMPT), tools: [COMPLETIONS_TOOL] });
  return {
    ...workOf({
      create: async (prompt) => textOf(await completions.create(paramsOf(prompt))),
      events: () => completions.create({ ...paramsOf(PROMPT), stream: true }),
      textOf: ({ choices: [choice] }) => choice?.delta.content || undefined,
    }),
    pages: () => count(client.files.list({ limit: 1000 })),
    finalText: async () => textOf(await completions.stream(paramsOf(PROMPT)).finalChatCompletion()).length,
    finalToolInput: async () => {
      const completion = await stream().finalChatCompletion();
      const call = completion.choices[0]?.message.tool_calls?.[0];
      return call?.type === 'function' ? rowsIn(JSON.parse(call.function.arguments)) : 0;
    },
    partialToolInput: async () => {
      let rows = 0;
      const events = stream();
      events.on('tool_calls.function.arguments.delta', ({ parsed_arguments: partial }) => {
        rows = rowsIn(partial);
      });
      await events.finalChatCompletion();
      return rows;
    },
  };
}

/** Returns the params of a request. */
export function paramsOf(content: string): {
  model: string;
  max_completion_tokens: number;
  messages: { role: 'user'; content: string }[];
} {
  return { model: MODEL, max_completion_tokens: MAX_TOKENS, messages: [{ role: 'user', content }] };
}

function textOf({ choices: [choice] }: OpenAI.ChatCompletion): string {
  return choice?.message.content ?? '';
}
