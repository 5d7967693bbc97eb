/* Lets the model use an MCP server. */
import assert from 'node:assert/strict';
// #region Use the tools of an MCP server
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { InferenceClient, runTools } from '@parlance/inference';
import { mcpResource, mcpTools } from '@parlance/inference/mcp';
import { z } from 'zod';

// A server in this process. Connect to your own one with the transport for stdio or HTTP.
const server = new McpServer({ name: 'math', version: '1.0.0' });
server.registerTool(
  'add',
  { inputSchema: z.object({ a: z.number(), b: z.number() }), annotations: { readOnlyHint: true } },
  ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
);
server.registerResource('notes', 'math://notes', { mimeType: 'text/plain' }, ({ href }) => ({
  contents: [{ uri: href, text: 'Round to integers.' }],
}));
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);

const mcp = new Client({ name: 'my-app', version: '1.0.0' });
await mcp.connect(near);
const notes = await mcpResource(mcp, 'math://notes');
const tools = await mcpTools(mcp, {
  approval: ({ annotations }) => annotations?.readOnlyHint !== true,
});
const run = await runTools(
  new InferenceClient(),
  {
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    tools,
    // The emulator calls the tool that this line names. A model decides on its own.
    messages: [{ role: 'user', content: [...notes, { type: 'text', text: '/tool add {"a":20,"b":22}' }] }],
  },
  { approve: ({ name }) => ({ deny: `${name} is not allowed.` }) },
);
console.log(run.message.content);
await mcp.close();
// #endregion

assert.deepEqual(run.steps[0]?.calls[0]?.output, [{ type: 'text', text: '42' }]);
