/* Starts a double of an MCP server. */
// #region Start an MCP server
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expectRun } from '@parlance/testing-fakes';
import { createFakeMcp } from '@parlance/testing-fakes/mcp';

const mcp = await createFakeMcp({
  tools: [{ name: 'create_issue', results: [{ content: 'Created T-1.' }] }],
  resources: [{ uri: 'notes://today', text: 'Call Ada.' }],
});
mcp.setFaults([{ method: 'tools/call', times: 1, kind: { status: 503 } }]);

const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url)));
const create = () => client.callTool({ name: 'create_issue', arguments: { title: 'Broken' } });
await create().catch((error: unknown) => console.log('the first call failed:', error));
console.log(await create());
expectRun(mcp).called('create_issue', { title: 'Broken' }).once();
await client.close();
await mcp.close();
// #endregion
