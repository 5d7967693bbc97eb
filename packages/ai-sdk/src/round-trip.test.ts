/** What a reply contains is sent back unchanged in the next turn. */
import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import { FetchAdapter } from '@parlance/core-transport';
import { InferenceClient } from '@parlance/inference';
import type { ContentBlock } from '@parlance/schemas/inference';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUIMessages } from './from-ui-messages.js';
import { createParlance } from './parlance-provider.js';

const text = fc.string({ minLength: 1, maxLength: 12 });
const name = fc.stringMatching(/^[a-z_]{1,12}$/);
const json = fc.jsonValue({ maxDepth: 2 });
const fields = fc.dictionary(name, json, { maxKeys: 4 });
const citation = fc
  .tuple(
    fields,
    text,
    fc.constantFrom(
      { type: 'char_location', document_title: 'Notes', document_index: 0 },
      { type: 'page_location', document_title: null, document_index: 1 },
      { type: 'content_block_location', document_index: 2 },
      { type: 'web_search_result_location', url: 'https://a.invalid', title: 'A', encrypted_index: 'x' },
      { type: 'search_result_location', source: 'https://b.invalid', title: null },
      { type: 'location_of_a_later_version' },
    ),
  )
  .map(([more, cited_text, known]) => ({ ...more, cited_text, ...known }));
const caller = fc.constantFrom(
  { type: 'direct' },
  { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' },
);

/** Types that the AI SDK has no content for, which are sent back whole. */
const OTHERS = [
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'container_upload',
  'mcp_tool_use',
  'mcp_tool_result',
  'advisor_tool_result',
  'compaction',
  'block_of_a_later_version',
];
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({
    type: fc.constant('text'),
    text,
    citations: fc.array(citation, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('thinking'), thinking: fc.string(), signature: fc.string() }),
  fc.record({ type: fc.constant('redacted_thinking'), data: text }),
  fc.record(
    { type: fc.constant('tool_use'), id: name, name, input: fields, caller },
    { requiredKeys: ['type', 'id', 'name', 'input'] },
  ),
  fc.tuple(fields, fc.constantFrom(...OTHERS)).map(([more, type]) => ({ ...more, type })),
);
/** As the service sends it. */
const reply = fc
  .array(block, { minLength: 1, maxLength: 6 })
  .map((blocks) => JSON.parse(JSON.stringify(blocks)) as ContentBlock[]);

/** A model that replies with blocks, and the turns of its requests. */
function modelOf(blocks: readonly ContentBlock[]) {
  const requests: { messages: { content: unknown }[] }[] = [];
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' };
  const fetch = async (_url: unknown, init?: { body?: unknown }) => {
    requests.push(JSON.parse(String(init?.body)) as (typeof requests)[number]);
    const usage = { input_tokens: 1, output_tokens: 1 };
    return Response.json({ ...message, stop_sequence: null, content: blocks, usage });
  };
  const http = new FetchAdapter({ fetch: fetch as typeof globalThis.fetch });
  const client = new InferenceClient({ baseUrl: 'https://api.invalid', apiKey: 'key', http });
  return { requests, model: createParlance({ client })('m') };
}

const asked: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: 'hello' }] };
const again = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The part of a prompt for content of a reply, as the AI SDK creates it. */
function promptPart(part: LanguageModelV4Content): object[] {
  if (part.type === 'source') return [];
  const { providerMetadata, ...rest } = part as { providerMetadata?: object; input?: string };
  const input = rest.input === undefined ? {} : { input: JSON.parse(rest.input) as object };
  return [
    { ...rest, ...input, ...(providerMetadata !== undefined && { providerOptions: providerMetadata }) },
  ];
}

/** The part of a message of `useChat` for content of a reply. */
function uiPart(part: LanguageModelV4Content): object {
  if (part.type !== 'tool-call') return part;
  const { toolCallId, toolName, input, providerMetadata: callProviderMetadata } = part;
  return { type: `tool-${toolName}`, toolCallId, input: JSON.parse(input) as object, callProviderMetadata };
}

test('through prompts of the AI SDK', async () => {
  await fc.assert(
    fc.asyncProperty(reply, async (blocks) => {
      const { model, requests } = modelOf(blocks);
      const { content } = await model.doGenerate({ prompt: [asked] });
      const turn = { role: 'assistant', content: again(content).flatMap(promptPart) };
      await model.doGenerate({ prompt: [asked, turn as LanguageModelV4Message, asked] });
      expect(requests[1]?.messages[1]?.content).toEqual(blocks);
    }),
  );
});

test('through messages of useChat', async () => {
  await fc.assert(
    fc.asyncProperty(reply, async (blocks) => {
      const { model } = modelOf(blocks);
      const { content } = await model.doGenerate({ prompt: [asked] });
      const parts = again(content).map(uiPart) as { type: string }[];
      expect(again(fromUIMessages([{ role: 'assistant', parts }])[0]?.content)).toEqual(blocks);
    }),
  );
});
