/** Faults of a double of an MCP server. */
import { parseInput } from '@parlance/schemas/validation/kit';
import * as z from 'zod';

/** A fault. The first one that applies to a request is injected. */
export interface McpFault {
  /** Method that it applies to, for example `tools/call`. Default: all but the handshake. */
  readonly method?: string | undefined;
  /** Name of the tool or prompt, or URI of the resource. Default: all. */
  readonly name?: string | undefined;
  /** Number of requests that pass first. Default: 0. */
  readonly skip?: number | undefined;
  /** Number of requests that it applies to. Default: all. */
  readonly times?: number | undefined;
  /** `cut` breaks the connection, `hang` never responds. Otherwise the status of a response, or the code of a JSON-RPC error. */
  readonly kind:
    'cut' | 'hang' | { readonly status: number } | { readonly code: number; readonly message: string };
}

const count = z.int().min(0).optional();
const faults: z.ZodType<readonly McpFault[]> = z.array(
  z.strictObject({
    method: z.string().optional(),
    name: z.string().optional(),
    skip: count,
    times: count,
    kind: z.union([
      z.enum(['cut', 'hang']),
      z.strictObject({ status: z.int().min(400).max(599) }),
      z.strictObject({ code: z.int(), message: z.string() }),
    ]),
  }),
);

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
    this.#faults = parseInput(faults, list, { source: 'faults' }).map((fault) => ({ fault, seen: 0 }));
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
