/** An agent with the tools of an MCP server. The tests run it against the emulator. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InferenceClient, runTools } from '@parlance/inference';
import { mcpResource, mcpTools } from '@parlance/inference/mcp';
import { createFake } from '@parlance/testing-fakes';

const fake = createFake();
const options = { baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() };
const server = fileURLToPath(new URL('../testing/mcp-stdio-server.ts', import.meta.url));

/** Lets the model use an MCP server. */
export async function useMcpServer(): Promise<void> {
  const client = new InferenceClient(options);
  const question = { type: 'text' as const, text: '/tool math_add {"a":20,"b":22}' };
  // #region Use the tools of an MCP server
  const mcp = new Client({ name: 'my-app', version: '1.0.0' });
  await mcp.connect(new StdioClientTransport({ command: 'node', args: [server] }));
  const notes = await mcpResource(mcp, 'test://notes');
  const tools = await mcpTools(mcp, {
    approval: ({ annotations }) => annotations?.readOnlyHint !== true,
  });
  const run = await runTools(
    client,
    {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content: [...notes, question] }],
      tools,
    },
    { approve: ({ name }) => ({ deny: `${name} is not allowed.` }) },
  );
  console.log(run.message.content);
  await mcp.close();
  // #endregion
  assert.deepEqual(run.steps[0]?.calls[0]?.output, [{ type: 'text', text: '42' }]);
}
