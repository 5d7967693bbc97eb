/** What a reply contains is sent back unchanged in the next turn, for all types of blocks of the contract. */
import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import { streamTools } from '@parlance/inference';
import type { ContentBlock } from '@parlance/schemas/inference';
import {
  convertToModelMessages,
  generateText,
  jsonSchema,
  readUIMessageStream,
  streamText,
  type ModelMessage,
  type ToolSet,
  type UIMessage,
} from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUIMessages } from './from-ui-messages.js';
import { createParlance } from './parlance-provider.js';
import { clientOf, replies } from './testing/random-replies.js';
import { toUIMessageStream } from './ui-message-stream.js';

const asked: ModelMessage = { role: 'user', content: 'hello' };
/** `npm run test:scale` has 10,000. */
const RUNS = Number(process.env['PARLANCE_TEST_REPLIES'] ?? 1000);
const again = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function modelOf(blocks: readonly ContentBlock[]) {
  const { requests, client } = clientOf(blocks);
  /** The blocks that were sent back in the last request. */
  const sentBack = (): unknown => again(requests.at(-1)?.messages[1]?.content);
  return { client, sentBack, model: createParlance({ client })('m') };
}

/** The client tools that a reply calls. */
function toolsOf(blocks: readonly ContentBlock[]): ToolSet {
  const names = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.name] : []));
  const facts = { inputSchema: jsonSchema({ type: 'object' }), execute: () => 'done' };
  return Object.fromEntries(names.map((name) => [name, facts]));
}

/** Tools of the service, with keys of the program. */
const { tool } = createParlance(clientOf([]));
const declared: ToolSet = {
  search: tool({ type: 'web_search_20250305' }),
  run: tool({ type: 'code_execution_20250825' }),
};

/** The part of a prompt for content of a reply, as the AI SDK creates it. */
function promptPart(part: LanguageModelV4Content): object[] {
  if (part.type === 'source') return [];
  const { providerMetadata, input, result, ...rest } = part as Record<string, unknown>;
  return [
    {
      ...rest,
      ...(input !== undefined && { input: JSON.parse(String(input)) as unknown }),
      ...(result !== undefined && { output: { type: 'json', value: result } }),
      ...(providerMetadata !== undefined && { providerOptions: providerMetadata }),
    },
  ];
}

async function lastOf(stream: ReadableStream): Promise<UIMessage> {
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream })) last = message;
  if (last === undefined) throw new Error('no message');
  return again(last);
}

test('through parts of prompts', async () => {
  const prompt: LanguageModelV4Message[] = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }];
  await fc.assert(
    fc.asyncProperty(replies, async (blocks) => {
      const { model, sentBack } = modelOf(blocks);
      const { content } = await model.doGenerate({ prompt });
      const turn = { role: 'assistant', content: again(content).flatMap(promptPart) };
      await model.doGenerate({ prompt: [...prompt, turn as LanguageModelV4Message, ...prompt] });
      expect(sentBack()).toEqual(blocks);
    }),
    { numRuns: RUNS },
  );
}, 300_000);

test('through generateText', async () => {
  await fc.assert(
    fc.asyncProperty(replies, async (blocks) => {
      const { model, sentBack } = modelOf(blocks);
      const tools = { ...declared, ...toolsOf(blocks) };
      const { response } = await generateText({ model, messages: [asked], tools });
      await generateText({ model, messages: again([asked, ...response.messages, asked]), tools });
      expect(sentBack()).toEqual(blocks);
    }),
  );
});

test('through streamText and messages of useChat', async () => {
  await fc.assert(
    fc.asyncProperty(replies, async (blocks) => {
      const { model, sentBack } = modelOf(blocks);
      const tools = toolsOf(blocks);
      const result = streamText({ model, messages: [asked], tools });
      const message = await lastOf(result.toUIMessageStream());
      const messages = [asked, ...(await convertToModelMessages([message])), asked];
      await generateText({ model, messages, tools });
      expect(sentBack()).toEqual(blocks);
    }),
  );
});

test('through a run and messages of useChat', async () => {
  await fc.assert(
    fc.asyncProperty(replies, async (blocks) => {
      const { client } = modelOf(blocks);
      const run = streamTools(
        client,
        { model: 'm', max_tokens: 1, messages: [], tools: [] },
        { maxTurns: 1 },
      );
      const message = await lastOf(toUIMessageStream(run));
      const names = blocks.flatMap((block) => ('name' in block ? [String(block.name)] : []));
      const [turn] = fromUIMessages([message], { tools: names, allow: () => true });
      expect(again(turn?.content)).toEqual(blocks);
    }),
  );
});
