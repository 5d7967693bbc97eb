/** Resources and prompts of MCP servers, as content of messages. */
import { requireObject, requireText } from '@parlance/core-transport/internal';
import type { MessageParam } from '@parlance/schemas/inference';
import { AttachmentError } from '../content/blocks.js';
import { mergeTurns } from '../conversation.js';
import { requireMcpClient, type McpClient } from './mcp-client.js';
import { blocksOf, resourceBlocks, type McpBlock } from './mcp-content.js';

/** Options for {@link mcpResource} and {@link mcpPrompt}. */
export interface McpReadOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a resource of an MCP server as content blocks: text and PDFs as documents, with the URI as title, and images.
 *
 * @param client - Connected client of `@modelcontextprotocol/client` 2.4 or later.
 * @param uri - URI of the resource.
 * @param options - See {@link McpReadOptions}.
 * @throws {AttachmentError} With code `unsupported_file` when messages cannot contain this type of file.
 * @throws {ConfigError} When an argument is missing.
 */
export async function mcpResource(
  client: McpClient,
  uri: string,
  options: McpReadOptions = {},
): Promise<McpBlock[]> {
  requireObject('options', options);
  requireMcpClient(client, 'readResource');
  requireText('uri', uri);
  const { contents } = await client.readResource({ uri }, requestOptions(options));
  return contents.flatMap((content) => resourceBlocks(content));
}

/**
 * Renders a prompt of an MCP server as turns of a conversation. Consecutive messages of one role become one turn.
 *
 * @param client - Connected client of `@modelcontextprotocol/client` 2.4 or later.
 * @param prompt - Name of the prompt, and its arguments.
 * @param options - See {@link McpReadOptions}.
 * @throws {AttachmentError} With code `unsupported_file` when messages cannot contain a part of the prompt.
 * @throws {ConfigError} When an argument is missing.
 */
export async function mcpPrompt(
  client: McpClient,
  prompt: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> | undefined },
  options: McpReadOptions = {},
): Promise<MessageParam[]> {
  requireObject('options', options);
  requireMcpClient(client, 'getPrompt');
  requireObject('prompt', prompt);
  requireText('prompt.name', prompt.name);
  const params = { name: prompt.name, ...(prompt.arguments && { arguments: { ...prompt.arguments } }) };
  const { messages } = await client.getPrompt(params, requestOptions(options));
  return mergeTurns(
    messages.map(({ role, content }): MessageParam => {
      const blocks = blocksOf(content);
      if (role === 'user') return { role, content: blocks };
      return { role, content: blocks.map((block) => requireTextBlock(block)) };
    }),
  );
}

function requireTextBlock(block: McpBlock): Extract<McpBlock, { type: 'text' }> {
  if (block.type === 'text') return block;
  throw new AttachmentError(
    'unsupported_file',
    `assistant turns cannot contain the ${block.type} of the prompt`,
  );
}

function requestOptions({ signal }: McpReadOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
