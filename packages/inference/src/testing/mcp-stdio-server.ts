/** Runs the MCP server of the tests over stdio. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from './mcp-server.ts';

serveStdio(createMcpServer);
