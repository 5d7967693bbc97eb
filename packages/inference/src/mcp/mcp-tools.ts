/** Tools of an MCP server, for messages and sessions. */
import { ConfigError } from '@parlance/core-transport';
import { checkRecord, duration, integerFromOne, isA } from '@parlance/core-transport/internal';
import type { CustomTool, ToolInputSchema, ToolResultContentBlock } from '@parlance/schemas/inference';
import { AttachmentError } from '../content/blocks.js';
import type { RunnableTool } from '../tools/define-tool.js';
import { ToolResultError } from '../tools/tool-result-error.js';
import {
  requireMcpClient,
  type McpClient,
  type McpContent,
  type McpTool,
  type McpToolResult,
} from './mcp-client.js';
import { blocksOf } from './mcp-content.js';

/** Options for {@link mcpTools}. */
export interface McpToolsOptions {
  /** Prefix of the tool names, to combine servers whose tools have the same names, for example `github_`. */
  readonly prefix?: string | undefined;
  /** Selects the tools to use. Default: all. */
  readonly select?: ((tool: McpTool) => boolean) | undefined;
  /** Whether calls of a tool need the approval of the run's `approve`. Default false. */
  readonly approval?: boolean | ((tool: McpTool) => boolean) | undefined;
  /** Time that a call may take in milliseconds, or `Infinity`. Defaults to the run's `toolTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of characters of a result, including files in base64. A larger one fails. Default 8 MiB. */
  readonly maxOutputBytes?: number | undefined;
  /** Other fields of each definition, for example `defer_loading`. */
  readonly definition?: Partial<Omit<CustomTool, 'name' | 'description' | 'input_schema'>> | undefined;
}

/** A schema of results that accepts all of them, for clients of version 1, whose own one refuses newer kinds of content. */
const ANY_RESULT = {
  parse: (data: unknown) => data,
  safeParse: (data: unknown) => ({ success: true, data }),
};

/** The longest timeout that timers support. The signal of the run ends calls earlier. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** More tools than any request can contain. */
const MAX_TOOLS = 10_000;

/**
 * Lists the tools of an MCP server as tools for `runTools`, `streamTools`, `agents.create` and `sessions.run`. Calls are sent
 * through the client, which must stay connected during the run. An error result of the server becomes an error result for the
 * model. Inputs are validated by the server. In names, characters that messages do not allow are replaced by `_`.
 *
 * @param client - Connected client of `@modelcontextprotocol/client` 2.4 or later, or of `@modelcontextprotocol/sdk` 1.
 * @param options - See {@link McpToolsOptions}.
 * @throws {ConfigError} When an option is invalid, or two tools would have the same name.
 */
export async function mcpTools(client: McpClient, options: McpToolsOptions = {}): Promise<RunnableTool[]> {
  requireMcpClient(client, 'listTools');
  checkRecord('', options, {
    prefix: isA('string'),
    select: isA('function'),
    approval: isA('boolean', 'function'),
    timeoutMs: duration,
    maxOutputBytes: integerFromOne,
    definition: isA('object'),
  });
  const tools = await listAll(client);
  const { select = () => true } = options;
  const selected = tools.filter((tool) => select(tool));
  if (selected.length > MAX_TOOLS)
    throw new ConfigError('select', `select at most ${MAX_TOOLS} tools; the server has ${selected.length}`);
  const runnable = selected.map((tool) => runnableTool(client, tool, options));
  const names = new Set<string>();
  for (const { definition } of runnable) {
    if (names.has(definition.name))
      throw new ConfigError(
        'select',
        `two tools would have the name "${definition.name}"; select one of them`,
      );
    names.add(definition.name);
  }
  return runnable;
}

/** Lists the tools of all pages. */
async function listAll(client: McpClient): Promise<readonly McpTool[]> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(...(cursor === undefined ? [] : [{ cursor }]));
    tools.push(...page.tools);
    if (page.nextCursor !== undefined && page.nextCursor === cursor)
      throw new ConfigError(
        'client',
        'the MCP server repeats a cursor, so its list of tools would never end',
      );
    cursor = page.nextCursor;
  } while (cursor !== undefined && tools.length <= MAX_TOOLS);
  return tools;
}

function runnableTool(client: McpClient, tool: McpTool, options: McpToolsOptions): RunnableTool {
  const { prefix = '', approval = false, timeoutMs, maxOutputBytes = 8 * 1024 * 1024, definition } = options;
  const name = `${prefix}${tool.name}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  if (name === '' || name.length > 128)
    throw new ConfigError('prefix', `the tool name "${name}" must have 1 to 128 characters`);
  return {
    definition: {
      ...definition,
      name,
      ...(tool.description !== undefined && { description: tool.description }),
      input_schema: tool.inputSchema as ToolInputSchema,
    },
    approval: typeof approval === 'function' ? approval(tool) : approval,
    ...(timeoutMs !== undefined && { timeoutMs }),
    call: async (input, { signal }) => {
      const params = { name: tool.name, arguments: input as Record<string, unknown> };
      const request = { signal, timeout: NO_TIMEOUT_MS };
      // The versions of the client differ in the second argument: options, or a schema. This one is both.
      const result = await client.callTool(
        params,
        { ...request, ...ANY_RESULT } as unknown as never,
        request as unknown as never,
      );
      const content = contentOf(result, maxOutputBytes);
      if (result.isError === true) throw new ToolResultError(content);
      return content;
    },
  };
}

function contentOf(
  { content = [], structuredContent }: McpToolResult,
  maxCharacters: number,
): string | ToolResultContentBlock[] {
  // Before files are decoded.
  requireSize(Math.max(content.length, charactersOf(content)), maxCharacters);
  const blocks = content.flatMap((block) => {
    try {
      return blocksOf(block);
    } catch (error) {
      // The model learns what the result contains; the rest of the result is of use without it.
      if (AttachmentError.is(error)) return [{ type: 'text' as const, text: `[omitted: ${error.message}]` }];
      throw error;
    }
  });
  if (blocks.length > 0) return blocks;
  const text = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  requireSize(text.length, maxCharacters);
  return text;
}

function charactersOf(content: readonly McpContent[]): number {
  let characters = 0;
  for (const { resource, ...block } of content)
    for (const value of [...Object.values(block), ...Object.values(resource ?? {})])
      if (typeof value === 'string') characters += value.length;
  return characters;
}

/** @throws {ToolResultError} When a result is too large for the conversation. */
function requireSize(size: number, maxCharacters: number): void {
  if (size > maxCharacters)
    throw new ToolResultError(`the size of the result is ${size}; maxOutputBytes is ${maxCharacters}`);
}
