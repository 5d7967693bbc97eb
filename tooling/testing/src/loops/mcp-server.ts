/** An MCP server with one tool, over streamable HTTP. */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { startHttpServer, type HttpServer } from '../http-server.ts';

/** Starts the server. */
export async function startMcpServer(): Promise<HttpServer> {
  const handle = toNodeHandler(createMcpHandler(createMcpServer));
  return startHttpServer((request, response) => {
    // The type of Node's `method` includes undefined, which the handler's type leaves out.
    void handle(request as Parameters<typeof handle>[0], response);
  });
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
