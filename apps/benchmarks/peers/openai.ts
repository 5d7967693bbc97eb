/** `openai`, which speaks chat completions; its bytes carry the same deltas in its own form. */
import OpenAI from 'openai';
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
  const client = new OpenAI({ baseURL, apiKey: 'key-0123456789' });
  const params = (content: string) => ({
    model: MODEL,
    max_completion_tokens: MAX_TOKENS,
    messages: [{ role: 'user' as const, content }],
  });
  const { name, description, schema } = TOOL;
  const parameters = { ...schema, required: ['rows'] };
  const withTool = {
    ...params(PROMPT),
    tools: [{ type: 'function' as const, function: { name, description, parameters, strict: true } }],
  };
  const events = () => client.chat.completions.create({ ...params(PROMPT), stream: true });
  return {
    create: async () => textLength(await client.chat.completions.create(params(PROMPT))),
    createLarge: async () => textLength(await client.chat.completions.create(params(LARGE_PROMPT))),
    stream: async () => {
      let characters = 0;
      for await (const chunk of await events()) characters += chunk.choices[0]?.delta.content?.length ?? 0;
      return characters;
    },
    finalText: async () =>
      textLength(await client.chat.completions.stream(params(PROMPT)).finalChatCompletion()),
    finalToolInput: async () => {
      const completion = await client.chat.completions.stream(withTool).finalChatCompletion();
      const call = completion.choices[0]?.message.tool_calls?.[0];
      return call?.type === 'function' ? rows(JSON.parse(call.function.arguments)) : 0;
    },
    partialToolInput: async () => {
      let size = 0;
      const stream = client.chat.completions.stream(withTool);
      stream.on('tool_calls.function.arguments.delta', ({ parsed_arguments: partial }) => {
        size = rows(partial);
      });
      await stream.finalChatCompletion();
      return size;
    },
    firstEvent: async () => {
      const time = sinceBegin();
      for await (const chunk of await events()) if (chunk.id) time.event();
      return time.micros();
    },
    openStream: async () => {
      const stream = (await events())[Symbol.asyncIterator]();
      const first = await stream.next();
      held.push(stream);
      return first.done === true ? 0 : first.value.id.length;
    },
    pages: async () => {
      let items = 0;
      for await (const file of client.files.list({ limit: 1000 })) if (file) items += 1;
      return items;
    },
  };
}

function textLength(completion: OpenAI.ChatCompletion): number {
  return completion.choices[0]?.message.content?.length ?? 0;
}

function rows(input: unknown): number {
  return (input as { rows?: unknown[] } | null)?.rows?.length ?? 0;
}
