/** An MCP server with tools, a resource and a prompt, for tests. */
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const PNG = 'iVBORw0KGgo=';

/** Creates the server. */
export function createMcpServer(): McpServer {
  const server = new McpServer({ name: 'test', version: '1.0.0' });
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
  server.registerTool(
    'math.add',
    {
      description: 'Adds two numbers',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => text(String(a + b)),
  );
  server.registerTool('fail', { description: 'Fails' }, () => ({ ...text('It failed.'), isError: true }));
  server.registerTool('mixed', { description: 'Returns all kinds of content' }, () => ({
    content: [
      { type: 'text', text: 'a picture' },
      { type: 'text', text: '' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'audio', data: PNG, mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'test://notes', name: 'Notes' },
      { type: 'resource', resource: { uri: 'test://inline', text: 'inline' } },
    ],
  }));
  server.registerTool(
    'wait',
    { description: 'Does not finish' },
    (context) =>
      new Promise((resolve) => {
        context.mcpReq.signal.addEventListener('abort', () => resolve(text('aborted')));
      }),
  );
  server.registerResource('notes', 'test://notes', { mimeType: 'text/plain' }, (uri) => ({
    contents: [
      { uri: uri.href, text: 'Oslo is the capital of Norway.' },
      { uri: `${uri.href}/picture`, mimeType: 'image/png', blob: PNG },
    ],
  }));
  server.registerResource('archive', 'test://archive', { mimeType: 'application/zip' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'application/zip', blob: 'UEsDBP//' }],
  }));
  server.registerPrompt('review', { argsSchema: z.object({ topic: z.string() }) }, ({ topic }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Review ${topic}.` } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'test://code', text: 'let a = 1;' } } },
      { role: 'assistant', content: { type: 'text', text: 'The review:' } },
      { role: 'user', content: { type: 'text', text: 'Continue.' } },
    ],
  }));
  return server;
}
