import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import type { ToolCall } from '../tool-calls/tool-calls.js';
import { McpFaults, type McpRequest } from './mcp-fault.js';
import { readMcpScenario } from './mcp-scenario.schema.js';
import type { McpFault, McpPrompt, McpResource, McpScenario, McpTool } from './mcp-scenario.js';

/** A double of an MCP server. Create one with {@link createFakeMcp}. */
export interface FakeMcp extends AsyncDisposable {
  /** Address of the server, on this machine, for a client over streamable HTTP. */
  readonly url: string;
  /** Returns the calls of tools, oldest first. Pass the double to `expectRun` to assert them. */
  toolCalls(): readonly ToolCall[];
  /** Returns the methods of all requests, oldest first. */
  requests(): readonly string[];
  /** Replaces the faults. @throws {TypeError} When one is invalid. */
  setFaults(faults: readonly McpFault[]): void;
  /** Stops the server. */
  close(): Promise<void>;
}

/**
 * Starts a double of an MCP server: tools, resources and prompts of a scenario, over streamable HTTP. It is the official server with scripted results,
 * so that it negotiates the versions of the protocol that clients use.
 *
 * @param scenario - What the server offers.
 * @throws {TypeError} When the scenario is invalid. The message lists each problem with its path.
 */
export async function createFakeMcp(scenario: McpScenario): Promise<FakeMcp> {
  const read = readMcpScenario(scenario);
  const faults = new McpFaults();
  const calls: ToolCall[] = [];
  const methods: string[] = [];
  const handler = createMcpHandler(() => serverOf(read, calls));
  const handle = toNodeHandler({
    ...handler,
    fetch: async (request, options) => {
      const message = await messageIn(request.clone());
      if (message.method !== undefined) methods.push(message.method);
      return (await faults.inject(message)) ?? handler.fetch(request, options);
    },
  });
  // The type of Node's `method` includes undefined, which the handler's type leaves out.
  const server = createServer(
    (request, response) => void handle(request as Parameters<typeof handle>[0], response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    toolCalls: () => [...calls],
    requests: () => [...methods],
    setFaults: (list) => faults.set(list),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function messageIn(request: Request): Promise<McpRequest> {
  try {
    return (await request.json()) as McpRequest;
  } catch {
    return {};
  }
}

/** Creates the server of one connection or request. */
function serverOf({ name = 'fake', tools, resources, prompts }: McpScenario, calls: ToolCall[]): McpServer {
  const server = new McpServer({ name, version: '1.0.0' });
  for (const tool of tools ?? []) addTool(server, tool, calls);
  for (const resource of resources ?? []) addResource(server, resource);
  for (const prompt of prompts ?? []) addPrompt(server, prompt);
  return server;
}

function addTool(server: McpServer, tool: McpTool, calls: ToolCall[]): void {
  const { name, description, input_schema: schema = { type: 'object' }, results } = tool;
  const config = {
    inputSchema: fromJsonSchema<Record<string, unknown>>(schema),
    ...(description && { description }),
  };
  server.registerTool(name, config, (input): CallToolResult => {
    const at = calls.filter((call) => call.name === name).length;
    const result = results?.[Math.min(at, results.length - 1)] ?? { content: JSON.stringify(input) };
    const { content, is_error: isError = false, structured } = result;
    calls.push({ id: `${name}-${at + 1}`, name, input, sessionId: null, result: isError ? 'error' : 'ok' });
    return {
      content:
        typeof content === 'string'
          ? [{ type: 'text', text: content }]
          : (content as CallToolResult['content']),
      isError,
      ...(structured && { structuredContent: structured }),
    };
  });
}

function addResource(
  server: McpServer,
  { uri, name = uri, mime_type: mimeType, text, blob = '' }: McpResource,
): void {
  const content = text === undefined ? { uri, blob } : { uri, text };
  server.registerResource(name, uri, { ...(mimeType && { mimeType }) }, () => ({
    contents: [{ ...content, ...(mimeType && { mimeType }) }],
  }));
}

function addPrompt(
  server: McpServer,
  { name, description, arguments: names = [], messages }: McpPrompt,
): void {
  const properties = Object.fromEntries(names.map((one) => [one, { type: 'string' }]));
  const argsSchema = fromJsonSchema<Record<string, string>>({
    type: 'object',
    properties,
    required: [...names],
  });
  server.registerPrompt(name, { argsSchema, ...(description && { description }) }, (values) => ({
    messages: messages.map(({ role, text }) => ({
      role,
      content: {
        type: 'text',
        text: text.replaceAll(/\{(\w+)\}/g, (whole, one: string) => values[one] ?? whole),
      },
    })),
  }));
}
