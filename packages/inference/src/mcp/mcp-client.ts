/** The part of an MCP client that the conversions use. */
import { ConfigError } from '@parlance/core-transport';

/** A tool of an MCP server. */
export interface McpTool {
  /** Name on the server. */
  readonly name: string;
  /** Name to show to people. */
  readonly title?: string | undefined;
  /** Describes to the model what the tool does. */
  readonly description?: string | undefined;
  /** JSON Schema of the input. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  /** Hints of the server about the tool's behavior. Do not rely on them with servers that you do not trust. */
  readonly annotations?:
    | {
        /** Whether the tool changes nothing. */
        readonly readOnlyHint?: boolean | undefined;
        /** Whether changes may be destructive. */
        readonly destructiveHint?: boolean | undefined;
        /** Whether repeated calls with the same input have no further effect. */
        readonly idempotentHint?: boolean | undefined;
        /** Whether the tool interacts with external systems. */
        readonly openWorldHint?: boolean | undefined;
      }
    | undefined;
}

/** Content of a resource: `text`, or `blob` in base64. */
export interface McpResourceContents {
  /** URI of the resource. */
  readonly uri: string;
  /** Media type. */
  readonly mimeType?: string | undefined;
  /** Text of the resource. */
  readonly text?: string | undefined;
  /** Bytes of the resource, encoded as base64. */
  readonly blob?: string | undefined;
}

/** A content block of a tool result or a prompt. Which fields are present depends on `type`. */
export interface McpContent {
  /** `text`, `image`, `audio`, `resource_link` or `resource`. */
  readonly type: string;
  /** Text of a text block. */
  readonly text?: string | undefined;
  /** Bytes of an image or of audio, encoded as base64. */
  readonly data?: string | undefined;
  /** Media type of an image or of audio. */
  readonly mimeType?: string | undefined;
  /** URI of a resource link. */
  readonly uri?: string | undefined;
  /** Name of a resource link. */
  readonly name?: string | undefined;
  /** An embedded resource. */
  readonly resource?: McpResourceContents | undefined;
}

/** Result of a tool call. */
export interface McpToolResult {
  /** Content for the model. Servers of the first version of the protocol may omit it. */
  readonly content?: readonly McpContent[] | undefined;
  /** Result of such a server. It is not used. */
  readonly toolResult?: unknown;
  /** Whether the call failed. */
  readonly isError?: boolean | undefined;
  /** The same as JSON, if the tool has an output schema. */
  readonly structuredContent?: unknown;
}

/** Options of a request to an MCP server. */
export interface McpRequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds. */
  readonly timeout?: number;
}

/**
 * The methods of a connected MCP client that are used here. The `Client` of `@modelcontextprotocol/client` 2.4 or later
 * has them, and so has that of `@modelcontextprotocol/sdk` 1.
 */
export interface McpClient {
  /** Lists the tools of all pages, or of one page and the cursor of the next one. */
  listTools(params?: {
    cursor?: string;
  }): Promise<{ readonly tools: readonly McpTool[]; readonly nextCursor?: string | undefined }>;
  /** Calls a tool. Clients of version 1 take a schema of the result before the options. */
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    optionsOrSchema?: never,
    options?: never,
  ): Promise<McpToolResult>;
  /** Reads a resource. */
  readResource(
    params: { uri: string },
    options?: McpRequestOptions,
  ): Promise<{ readonly contents: readonly McpResourceContents[] }>;
  /** Renders a prompt. */
  getPrompt(
    params: { name: string; arguments?: Record<string, string> },
    options?: McpRequestOptions,
  ): Promise<{
    readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: McpContent }[];
  }>;
}

/**
 * Checks that a value is an MCP client.
 *
 * @throws {ConfigError} When it lacks the method.
 */
export function requireMcpClient(client: unknown, method: keyof McpClient): asserts client is McpClient {
  if (typeof (client as Partial<McpClient> | null | undefined)?.[method] !== 'function')
    throw new ConfigError('client', `client must be an MCP client with the method ${method}`);
}
