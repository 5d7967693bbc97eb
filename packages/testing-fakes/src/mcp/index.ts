/**
 * Entry `@parlance/testing-fakes/mcp`: a double of an MCP server, for clients under test. Requires `@modelcontextprotocol/server` and
 * `@modelcontextprotocol/node`.
 *
 * @module mcp
 */
export { createFakeMcp } from './fake-mcp.js';
export type { FakeMcp } from './fake-mcp.js';
export type {
  McpContent,
  McpFault,
  McpPrompt,
  McpResource,
  McpScenario,
  McpTool,
  McpToolResult,
} from './mcp-scenario.js';
