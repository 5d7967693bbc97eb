/**
 * Entry `@parlance/inference/mcp`: tools, resources and prompts of an MCP client, for messages and sessions. Works with
 * `@modelcontextprotocol/client` 2.4 or later, which you install and connect.
 *
 * @module mcp
 */
export type {
  McpClient,
  McpContent,
  McpRequestOptions,
  McpResourceContents,
  McpTool,
  McpToolResult,
} from './mcp-client.js';
export type { McpBlock } from './mcp-content.js';
export { mcpPrompt, mcpResource, type McpReadOptions } from './mcp-prompts.js';
export { mcpTools, type McpToolsOptions } from './mcp-tools.js';
