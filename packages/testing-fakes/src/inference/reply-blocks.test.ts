/** Every kind of block of a reply that the documents list is produced without a script. */
import type { ContentBlock, Message } from '@parlance/schemas';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { documents } from '../rules/testing/documents.js';
import { asker } from '../testing/ask.js';

const code = { type: 'code_execution_20260120', name: 'code_execution' };
const search = { type: 'web_search_20260209', name: 'web_search' };
const finder = { type: 'tool_search_tool_regex', name: 'tool_search_tool_regex' };
const custom = { name: 'look', input_schema: { type: 'object' } };
const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'assistant-opus-4-7' };
const toolset = { type: 'mcp_toolset', mcp_server_name: 'server' };
const thinking = { type: 'enabled', budget_tokens: 1024 };
const edits = [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 1 } }];
const byProgram = { ...search, allowed_callers: ['code_execution_20260120'] };

/** A request for each type, by the type of a block or of its content. */
const REQUESTS: Readonly<Record<string, readonly [turn: string, tools?: readonly object[], more?: object]>> =
  {
    text: ['hello'],
    thinking: ['/think first', [], { thinking }],
    redacted_thinking: ['/redact first', [], { thinking }],
    tool_use: ['/tool look {}', [custom]],
    server_tool_use: ['/tool web_search {"query":"a"}', [search]],
    web_search_tool_result: ['/tool web_search {"query":"a"}', [search]],
    web_fetch_tool_result: [
      '/tool web_fetch {"url":"https://example.com"}',
      [{ type: 'web_fetch_20260309', name: 'web_fetch' }],
    ],
    code_execution_tool_result: ['/tool code_execution {"code":"print(1)"}', [code]],
    code_execution_result: ['/tool code_execution {"code":"print(1)"}', [code]],
    encrypted_code_execution_result: ['/tool web_search {"query":"a"}', [code, byProgram]],
    code_execution_output: [
      String.raw`/tool code_execution {"code":"open('a.csv', 'w').write('1,2')"}`,
      [code],
    ],
    bash_code_execution_tool_result: ['/tool bash_code_execution {"command":"ls"}', [code]],
    text_editor_code_execution_tool_result: [
      '/tool text_editor_code_execution {"command":"create","path":"a"}',
      [code],
    ],
    tool_search_tool_result: ['/tool tool_search_tool_regex {"pattern":"look"}', [finder]],
    tool_search_tool_search_result: ['/tool tool_search_tool_regex {"pattern":"look"}', [finder]],
    tool_search_tool_result_error: ['/tool tool_search_tool_regex {}', [finder]],
    container_upload: ['/tool bash_code_execution {"command":"ls"}', [code], { withFile: true }],
    mcp_tool_use: ['/tool server.echo {}', [toolset]],
    mcp_tool_result: ['/tool server.echo {}', [toolset]],
    advisor_tool_result: ['/tool advisor {}', [advisor]],
    compaction: ['hello', [], { context_management: { edits } }],
    web_search_tool_result_error: ['/tool web_search {}', [search]],
    web_fetch_tool_result_error: ['/tool web_fetch {}', [{ type: 'web_fetch_20260309', name: 'web_fetch' }]],
    code_execution_tool_result_error: ['/tool code_execution {}', [code]],
    bash_code_execution_tool_result_error: ['/tool bash_code_execution {}', [code]],
  };

async function upload(fake: Fake, text: string): Promise<string> {
  const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
  const file = await client.files.upload({ file: { data: Buffer.from(text), filename: 'data.csv' } });
  return file.id;
}

async function create(
  fake: Fake,
  content: unknown,
  tools: readonly object[] = [],
  more: object = {},
): Promise<Message> {
  const ask = asker(fake, 'files-api-2025-04-14,context-management-2025-06-27');
  const { status, json } = await ask('POST /v1/messages', {
    model: 'assistant-opus-4-6',
    max_tokens: 2000,
    messages: [{ role: 'user', content }],
    tools,
    ...more,
  });
  expect([status, json.error?.message]).toEqual([200, undefined]);
  return json as Message;
}

test.each(Object.entries(REQUESTS))('%s', async (type, [turn, tools, more]) => {
  await using fake = createFake({ checkResponses: true });
  const { withFile, ...options } = { withFile: false, ...more };
  const content = withFile
    ? [
        { type: 'document', source: { type: 'file', file_id: await upload(fake, 'a') } },
        { type: 'text', text: turn },
      ]
    : turn;
  const message = await create(fake, content, tools, options);
  expect(typesIn(message.content)).toContain(type);
});

/** All values of `type` in a reply, at any depth. */
function typesIn(content: readonly ContentBlock[]): string[] {
  return Array.from(JSON.stringify(content).matchAll(/"type":"(\w+)"/g), ([, type]) => type as string);
}

describe('files', () => {
  test('that code writes can be downloaded and read by later code', async () => {
    await using fake = createFake({ checkResponses: true });
    const client = new ManagedAgentsClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const first = await create(fake, '/tool bash_code_execution {"command":"echo 1,2 > out/data.csv"}', [
      code,
    ]);
    const block = first.content[1] as ContentBlock & { type: 'bash_code_execution_tool_result' };
    expect(block.content).toEqual({
      type: 'bash_code_execution_result',
      content: [{ type: 'bash_code_execution_output', file_id: expect.stringMatching(/^file_/) }],
      stdout: '',
      stderr: '',
      return_code: 0,
    });
    const { content = [] } = block.content as { content?: { file_id: string }[] };
    const id = content[0]?.file_id ?? '';
    expect(await client.files.retrieve(id)).toMatchObject({
      filename: 'data.csv',
      mime_type: 'text/csv',
      downloadable: true,
    });
    const download = await client.files.download(id);
    expect(Buffer.from(await download.bytes()).toString()).toBe('1,2\n');

    const container = first.container?.id;
    const command = '/tool bash_code_execution {"command":"cat out/data.csv"}';
    const second = await create(fake, command, [code], { container });
    expect(second.content[1]).toMatchObject({ content: { stdout: '1,2\n', content: [] } });
  });

  test('that a request uploads can be read, and are reported once if the request only shows them', async () => {
    await using fake = createFake({ checkResponses: true });
    const file_id = await upload(fake, 'a,b');
    const ask = { type: 'text', text: '/tool bash_code_execution {"command":"cat data.csv"}' };
    const shown = [{ type: 'document', source: { type: 'file', file_id } }, ask];
    const first = await create(fake, shown, [code]);
    expect(first.content[0]).toEqual({ type: 'container_upload', file_id });
    expect(first.content[2]).toMatchObject({ content: { stdout: 'a,b' } });
    const again = await create(fake, shown, [code], { container: first.container?.id });
    expect(again.content.map(({ type }) => type)).not.toContain('container_upload');
    const sent = await create(fake, [{ type: 'container_upload', file_id }, ask], [code]);
    expect(sent.content[0]).toMatchObject({ type: 'server_tool_use' });
    expect(sent.content[1]).toMatchObject({ content: { stdout: 'a,b' } });
  });
});

test('a program that searches the web returns an encrypted result', async () => {
  await using fake = createFake({ checkResponses: true });
  const message = await create(fake, '/tool web_search {"query":"rain"}', [code, byProgram]);
  const [program, use, result, output] = message.content as [
    ContentBlock & { id: string },
    ...ContentBlock[],
  ];
  const caller = { type: 'code_execution_20260120', tool_id: program.id };
  expect(program).toMatchObject({ name: 'code_execution', caller: { type: 'direct' } });
  expect(use).toMatchObject({
    type: 'server_tool_use',
    name: 'web_search',
    input: { query: 'rain' },
    caller,
  });
  expect(result).toMatchObject({
    type: 'web_search_tool_result',
    tool_use_id: (use as { id?: string }).id,
    caller,
  });
  expect(output).toMatchObject({
    type: 'code_execution_tool_result',
    content: { type: 'encrypted_code_execution_result', return_code: 0, content: [] },
  });
  expect(message.usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
});

const SPEC = process.env['PARLANCE_SPEC'] ?? path.resolve(import.meta.dirname, '../../../../../shared/spec');

describe.runIf(existsSync(SPEC))('the documents', () => {
  const read = (name: 'inference' | 'not-shown'): string =>
    existsSync(SPEC) ? readFileSync(path.join(SPEC, documents[name].file), 'utf8') : '';

  test('list no other kind of block', () => {
    const table = section(read('inference'), '### Response content blocks');
    const rows = Array.from(table.matchAll(/^\| (\w+) \|/gm), ([, type]) => type as string);
    // The first sentences list the blocks; what younger versions add comes after them.
    const [listed = ''] = section(read('not-shown'), '#### 1.2.2').split('1.x adds');
    const more = listed.split(/; |\n|beta: |, (?=`\w+` \{)/).flatMap((item) => {
      const [names = ''] = /^(?:`\w+`(?:, )?)+/.exec(item) ?? [];
      return Array.from(names.matchAll(/\w+/g), ([type]) => type);
    });
    const types = [...rows, ...more];
    expect(types.length).toBeGreaterThan(17);
    expect(types.filter((type) => !(type in REQUESTS))).toEqual([]);
  });

  test('list no other kind of code execution result or error', () => {
    const text = read('inference');
    const rows = text.split('\n').filter((line) => /^\| (?:bash_)?code_execution_tool_result \|/.test(line));
    const types = rows.flatMap((row) =>
      Array.from(row.matchAll(/`type`=`(\w+)`/g), ([, type]) => type as string),
    );
    const errors = Array.from(text.matchAll(/^\| (\w+_error) \|/gm), ([, type]) => type as string);
    expect([types.length, errors.length]).toEqual([4, 4]);
    expect([...types, ...errors].filter((type) => !(type in REQUESTS))).toEqual([]);
  });
});

/** The text from a heading to the next one. */
function section(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}`);
  const end = text.indexOf('\n#', start + heading.length);
  return start < 0 ? '' : text.slice(start, end);
}
