import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { InferenceClient, runTools } from '@parlance/inference';
import { mcpTools } from '@parlance/inference/mcp';
import { expect, onTestFinished, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { expectRun } from '../tool-calls/expect-run.js';
import { createFakeMcp, type FakeMcp } from './fake-mcp.js';
import type { McpScenario } from './mcp-scenario.js';

const SCENARIO: McpScenario = {
  name: 'tracker',
  tools: [
    {
      name: 'create_issue',
      description: 'Creates an issue.',
      input_schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      results: [
        { content: 'Created T-1.' },
        { content: [{ type: 'text', text: 'No permission.' }], is_error: true },
      ],
    },
    { name: 'echo' },
  ],
  resources: [
    { uri: 'test://notes', mime_type: 'text/plain', text: 'Oslo is the capital of Norway.' },
    { uri: 'test://picture', mime_type: 'image/png', blob: 'iVBORw0KGgo=' },
  ],
  prompts: [
    {
      name: 'review',
      arguments: ['topic'],
      messages: [{ role: 'user', text: 'Review {topic}, not {other}.' }],
    },
  ],
};

async function start(scenario = SCENARIO): Promise<FakeMcp> {
  const fake = await createFakeMcp(scenario);
  onTestFinished(() => fake.close());
  return fake;
}

/** Connects the official client. */
async function connect({ url }: FakeMcp): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

test('the official client lists and uses everything', async () => {
  const fake = await start();
  const client = await connect(fake);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['create_issue', 'echo']);
  const create = () => client.callTool({ name: 'create_issue', arguments: { title: 'Broken' } });
  expect(await create()).toMatchObject({ content: [{ type: 'text', text: 'Created T-1.' }] });
  expect(await create()).toMatchObject({ isError: true });
  expect(await create()).toMatchObject({ isError: true });
  expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject({
    content: [{ text: '{"a":1}' }],
  });
  const { contents } = await client.readResource({ uri: 'test://picture' });
  expect(contents).toMatchObject([{ uri: 'test://picture', mimeType: 'image/png', blob: 'iVBORw0KGgo=' }]);
  const { messages } = await client.getPrompt({ name: 'review', arguments: { topic: 'T-1' } });
  expect(messages).toMatchObject([
    { role: 'user', content: { type: 'text', text: 'Review T-1, not {other}.' } },
  ]);
  expectRun(fake).called('create_issue', { title: 'Broken' }).times(3).before('echo');
  expect(fake.requests()).toContain('resources/read');
});

test('an input that the schema does not allow is refused, and not counted as a call', async () => {
  const fake = await start();
  const client = await connect(fake);
  const refused = await client
    .callTool({ name: 'create_issue', arguments: { title: 1 } })
    .catch((error: unknown) => error);
  expect(JSON.stringify(refused)).toMatch(/title|isError|code/);
  expect(fake.toolCalls()).toEqual([]);
});

test('our own client runs its tools', async () => {
  const fake = await start();
  const service = createFake();
  const inference = new InferenceClient({
    baseUrl: service.url,
    apiKey: service.keys.api,
    http: service.http(),
  });
  const run = await runTools(inference, {
    model: 'assistant-sonnet-4-6',
    max_tokens: 100,
    messages: [{ role: 'user', content: '/tool create_issue {"title":"Broken"}' }],
    tools: await mcpTools(await connect(fake)),
  });
  expect(run.steps[0]?.calls[0]).toMatchObject({ status: 'completed' });
  expectRun(fake).called('create_issue', { title: 'Broken' }).once().answered();
});

test.each([
  ['a status', { kind: { status: 503 } }],
  ['a cut connection', { kind: 'cut' }],
  ['an error', { kind: { code: -32_603, message: 'It broke.' } }],
] as const)('a client meets %s, and the next call passes', async (_what, fault) => {
  const fake = await start();
  const client = await connect(fake);
  fake.setFaults([{ ...fault, method: 'tools/call', name: 'echo', skip: 1, times: 1 }]);
  const echo = () => client.callTool({ name: 'echo', arguments: {} });
  await echo();
  await expect(echo()).rejects.toThrow();
  await echo();
  expectRun(fake).called('echo').times(2);
});

test('a server that hangs ends with the time limit of the client', async () => {
  const fake = await start();
  const client = await connect(fake);
  fake.setFaults([{ kind: 'hang' }]);
  await expect(client.listTools(undefined, { timeout: 50 })).rejects.toThrow();
});

test.each([
  [{ tools: [{ name: '' }] }, 'scenario.tools.0.name'],
  [{ tools: [{ name: 'a', results: [] }] }, 'scenario.tools.0.results'],
  [{ resources: [{ uri: 'test://a' }] }, 'must have either text or blob'],
  [{ prompts: [{ name: 'a', messages: [] }] }, 'scenario.prompts.0.messages'],
  [{ tool: [] }, 'did you mean "tools"'],
])('rejects %j', async (scenario, problem) => {
  await expect(createFakeMcp(scenario as McpScenario)).rejects.toThrow(problem);
});

test('a fault that is invalid is named', async () => {
  const fake = await start();
  expect(() => fake.setFaults([{ kind: { status: 200 } }])).toThrow('faults.0.kind');
});
