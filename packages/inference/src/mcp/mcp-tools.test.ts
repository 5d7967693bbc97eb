/** MCP tools, resources and prompts, from a real server over stdio and streamable HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { openPlace } from '@parlance/testing/places';
import { createMcpServer } from '../testing/mcp-server.js';
import { runTools } from '../tools/run-tools.js';
import type { McpClient, McpToolResult } from './mcp-client.js';
import { mcpPrompt, mcpResource } from './mcp-prompts.js';
import { mcpTools, type McpToolsOptions } from './mcp-tools.js';

interface Connected extends AsyncDisposable {
  readonly mcp: Client;
}

async function overStdio(): Promise<Connected> {
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  const server = fileURLToPath(new URL('../testing/mcp-stdio-server.ts', import.meta.url));
  await mcp.connect(new StdioClientTransport({ command: process.execPath, args: [server] }));
  return { mcp, [Symbol.asyncDispose]: () => mcp.close() };
}

async function overHttp(): Promise<Connected> {
  const handle = toNodeHandler(createMcpHandler(createMcpServer));
  const http = createServer((request, response) => {
    // The type of Node's `method` includes undefined, which the handler's type leaves out.
    void handle(request as Parameters<typeof handle>[0], response);
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  return {
    mcp,
    async [Symbol.asyncDispose]() {
      await mcp.close();
      http.closeAllConnections();
      await new Promise((resolve) => void http.close(resolve));
    },
  };
}

function ask(content: string) {
  return {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1000,
    messages: [{ role: 'user' as const, content }],
  };
}

describe.each([
  ['stdio', overStdio],
  ['streamable HTTP', overHttp],
])('over %s', (_, connect) => {
  test('the model calls tools of the server', async () => {
    await using server = await connect();
    await using place = await openPlace('in process');
    const tools = await mcpTools(server.mcp);
    expect(tools.map(({ definition }) => definition.name)).toEqual(['math_add', 'fail', 'mixed', 'wait']);
    expect(tools[0]?.definition).toMatchObject({
      description: 'Adds two numbers',
      input_schema: { type: 'object', required: ['a', 'b'] },
    });
    const calls = '/tool math_add {"a":1,"b":2}\n/tool math_add {"a":"one"}\n/tool fail {}\n/tool mixed {}';
    const run = await runTools(place.client, { ...ask(calls), tools });
    expect(run.steps[0]?.calls.map(({ status, output }) => [status, output])).toEqual([
      ['completed', [{ type: 'text', text: '3' }]],
      ['failed', expect.anything()],
      ['failed', [{ type: 'text', text: 'It failed.' }]],
      [
        'completed',
        [
          { type: 'text', text: 'a picture' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
          {
            type: 'text',
            text: '[omitted: messages cannot contain the audio (audio/wav) of the MCP server]',
          },
          { type: 'text', text: 'Notes: test://notes' },
          {
            type: 'document',
            title: 'test://inline',
            source: { type: 'text', media_type: 'text/plain', data: 'inline' },
          },
        ],
      ],
    ]);
    expect(run.reason).toBe('completed');
  });

  test('a call ends with the timeout of the tool', async () => {
    await using server = await connect();
    await using place = await openPlace('in process');
    const tools = await mcpTools(server.mcp, { timeoutMs: 100, select: ({ name }) => name === 'wait' });
    const run = await runTools(place.client, { ...ask('/tool wait {}'), tools });
    expect(run.steps[0]?.calls[0]?.status).toBe('timed_out');
    expect(await server.mcp.listTools()).toMatchObject({ tools: [{}, {}, {}, {}] });
  });

  test('an agent of a session calls tools of the server', async () => {
    await using server = await connect();
    await using fake = createFake();
    await using client = new ManagedAgentsClient({
      baseUrl: fake.url,
      apiKey: fake.keys.api,
      http: fake.http(),
    });
    const tools = await mcpTools(server.mcp, { prefix: 'test_' });
    const agent = await client.agents.create({ model: 'm', name: 'Worker', tools });
    const environment = await client.environments.create({ name: 'env' });
    const session = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
    const run = await client.sessions.run(session.id, {
      input: '/tool test_math_add {"a":20,"b":22}',
      tools,
    });
    expect(run.text).toBe('You said: 42');
  });

  test('resources and prompts become content of messages', async () => {
    await using server = await connect();
    await using place = await openPlace('in process');
    const blocks = await mcpResource(server.mcp, 'test://notes');
    expect(blocks).toMatchObject([
      { type: 'document', title: 'test://notes', source: { data: 'Oslo is the capital of Norway.' } },
      { type: 'image', source: { media_type: 'image/png' } },
    ]);
    const turns = await mcpPrompt(server.mcp, { name: 'review', arguments: { topic: 'this' } });
    expect(turns).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'Review this.' }, { type: 'document' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'The review:' }] },
      { role: 'user', content: [{ type: 'text', text: 'Continue.' }] },
    ]);
    const messages = [...turns, { role: 'user' as const, content: blocks }];
    const reply = await place.client.messages.create({ ...ask(''), messages });
    expect(reply.stop_reason).toBe('end_turn');
    await expect(mcpResource(server.mcp, 'test://archive')).rejects.toThrow(
      expect.objectContaining({ code: 'unsupported_file' }),
    );
    await expect(mcpResource(server.mcp, 'test://none')).rejects.toThrow(/not found/i);
  });

  test('calls need approval as the options say', async () => {
    await using server = await connect();
    await using place = await openPlace('in process');
    const tools = await mcpTools(server.mcp, {
      approval: ({ annotations }) => annotations?.readOnlyHint !== true,
    });
    const params = { ...ask('/tool math_add {"a":1,"b":2}\n/tool fail {}'), tools };
    const run = await runTools(place.client, params, { approve: () => ({ deny: 'No.' }) });
    expect(run.steps[0]?.calls.map(({ status }) => status)).toEqual(['completed', 'denied']);
  });
});

function listing(...names: string[]): McpClient {
  const tools = names.map((name) => ({ name, inputSchema: { type: 'object' as const } }));
  const refuse = () => Promise.reject(new Error('not used'));
  return { listTools: async () => ({ tools }), callTool: refuse, readResource: refuse, getPrompt: refuse };
}

test.each<[McpClient, McpToolsOptions, string]>([
  [listing('a.b', 'a_b'), {}, 'select'],
  [listing('a'), { prefix: 'x'.repeat(128) }, 'prefix'],
  [listing('a'), { timeoutMs: 0 }, 'timeoutMs'],
  [listing('a'), { maxOutputBytes: 0 }, 'maxOutputBytes'],
  [listing(...Array.from({ length: 10_001 }, (_, index) => `t${index}`)), {}, 'select'],
  [listing('a'), { only: ['a'] } as never, 'only'],
  [undefined as never, {}, 'client'],
])('refuses tools that cannot be named and invalid options: %#', async (client, options, option) => {
  await expect(mcpTools(client, options)).rejects.toThrow(expect.objectContaining({ option }));
});

const text = (length: number) => ({ type: 'text', text: 'x'.repeat(length) });

test.each<[string, Awaited<ReturnType<McpClient['callTool']>>]>([
  ['text', { content: [text(60), text(60)] }],
  ['an image', { content: [{ type: 'image', data: 'A'.repeat(120) }] }],
  ['audio', { content: [{ type: 'audio', mimeType: `audio/${'x'.repeat(120)}` }] }],
  ['a resource', { content: [{ type: 'resource', resource: { uri: 'a:b', blob: 'A'.repeat(120) } }] }],
  ['a link', { content: [{ type: 'resource_link', uri: `a:${'b'.repeat(120)}`, name: 'a' }] }],
  ['an error', { content: [text(120)], isError: true }],
  ['many blocks', { content: Array.from({ length: 120 }, () => text(0)) }],
  ['structured content', { content: [text(0)], structuredContent: { a: 'x'.repeat(120) } }],
])('a result of %s that is too large is an error for the model', async (_, result) => {
  const client: McpClient = { ...listing('a'), callTool: async () => result };
  const context = { toolUseId: 'a', signal: new AbortController().signal };
  const [small] = await mcpTools(client, { maxOutputBytes: 100 });
  await expect(small!.call({}, context)).rejects.toThrow(
    /^the size of the result is \d+; maxOutputBytes is 100$/,
  );
});

/** A client as that of version 1: pages of tools, and a schema of the result before the options. */
function oldClient(pages: Readonly<Record<string, readonly string[]>>): McpClient {
  const cursors = Object.keys(pages);
  return {
    listTools: ({ cursor = '' } = {}) => {
      const next = cursors[cursors.indexOf(cursor) + 1];
      const tools = (pages[cursor] ?? []).map((name) => ({ name, inputSchema: { type: 'object' as const } }));
      return Promise.resolve({ tools, ...(next !== undefined && { nextCursor: next }) });
    },
    callTool: ({ name }, schema, options) => {
      const { safeParse } = schema as unknown as { safeParse(data: unknown): { data: McpToolResult } };
      const { timeout } = options as unknown as { timeout: number };
      return Promise.resolve(safeParse({ content: [{ type: 'text', text: `${name} ${timeout > 0}` }] }).data);
    },
    readResource: () => Promise.reject(new Error('unused')),
    getPrompt: () => Promise.reject(new Error('unused')),
  };
}

test('clients of version 1: all pages, and calls', async () => {
  const tools = await mcpTools(oldClient({ '': ['a', 'b'], next: ['c'], last: ['d'] }));
  expect(tools.map(({ definition }) => definition.name)).toEqual(['a', 'b', 'c', 'd']);
  const context = { toolUseId: 't', signal: new AbortController().signal };
  expect(await tools[3]?.call({}, context)).toEqual([{ type: 'text', text: 'd true' }]);
});

test('rejects an empty name, and pages without end', async () => {
  await expect(mcpTools(oldClient({ '': [''] }))).rejects.toThrow('must have 1 to 128 characters');
  const client = oldClient({ '': ['a'] });
  const endless = { ...client, listTools: () => Promise.resolve({ tools: [], nextCursor: 'same' }) };
  await expect(mcpTools(endless)).rejects.toThrow('repeats a cursor');
});
