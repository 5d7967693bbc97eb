/** Faults of a double of an MCP server. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';
import { McpFaultSchema } from './mcp-scenario.schema.js';
import type { McpFault } from './mcp-scenario.js';

/** A JSON-RPC request. */
export interface McpRequest {
  readonly id?: string | number | undefined;
  readonly method?: string | undefined;
  readonly params?: { readonly name?: string; readonly uri?: string } | undefined;
}

const HANDSHAKE: ReadonlySet<unknown> = new Set([
  'initialize',
  'notifications/initialized',
  'server/discover',
]);

/** Decides which requests are faulty. */
export class McpFaults {
  #faults: readonly { readonly fault: McpFault; seen: number }[] = [];

  /** Replaces the faults. @throws {InputError} When one is invalid. */
  set(list: readonly McpFault[]): void {
    this.#faults = parseInput(z.array(McpFaultSchema), list, { source: 'faults' }).map((fault) => ({
      fault,
      seen: 0,
    }));
  }

  /** Returns what to respond with; undefined to let the request pass. */
  inject(request: McpRequest): Promise<Response> | undefined {
    for (const entry of this.#faults) {
      if (!applies(entry.fault, request)) continue;
      const { skip = 0, times = Infinity, kind } = entry.fault;
      const at = entry.seen++;
      if (at >= skip && at < skip + times) return respond(kind, request);
    }
    return undefined;
  }
}

function applies({ method, name }: McpFault, request: McpRequest): boolean {
  const { name: own, uri } = request.params ?? {};
  if (name !== undefined && name !== own && name !== uri) return false;
  return method === undefined ? !HANDSHAKE.has(request.method) : method === request.method;
}

async function respond(kind: McpFault['kind'], { id = null as never }: McpRequest): Promise<Response> {
  if (kind === 'hang') return new Promise(() => {});
  if (kind === 'cut')
    return new Response(new ReadableStream({ start: (body) => body.error(new Error('cut')) }), {
      headers: { 'content-type': 'application/json' },
    });
  if ('status' in kind) return new Response(null, { status: kind.status });
  return Response.json({ jsonrpc: '2.0', id, error: kind });
}
