/** An MCP server with one tool, over streamable HTTP. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Runs work with the URL of a server, which is closed afterwards. */
export async function withMcpServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const handle = toNodeHandler(createMcpHandler(createMcpServer));
  const http = createServer((request, response) => {
    // The type of Node's `method` includes undefined, which the handler's type leaves out.
    void handle(request as Parameters<typeof handle>[0], response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  try {
    return await work(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
  } finally {
    http.closeAllConnections();
    await new Promise((resolve) => void http.close(resolve));
  }
}

function createMcpServer(): McpServer {
  const server = new McpServer({ name: 'calculator', version: '1.0.0' });
  server.registerTool(
    'add',
    { description: 'Adds two numbers', inputSchema: z.object({ a: z.number(), b: z.number() }) },
    ({ a, b }) => ({ content: [{ type: 'text' as const, text: String(a + b) }] }),
  );
  return server;
}
