/**
 * Routing of requests to operations.
 *
 * Rules: ADM-003.
 */
import type { Operation } from '@parlance/schemas';

/** A matched operation and its path parameters. */
export interface Match {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** Result of routing: an operation, a known path with other methods, or nothing. */
export type Found =
  | { readonly kind: 'operation'; readonly match: Match }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' };

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly methods: Map<string, { readonly operation: Operation; readonly names: readonly string[] }>;
}

/** Routes a request by method and path. */
export type Router = (method: string, path: string) => Found;

const NOTHING: Found = { kind: 'nothing' };

/**
 * Creates a router.
 *
 * @param operations - Operations to serve.
 */
export function createRouter(operations: Iterable<Operation>): Router {
  const root = emptyNode();
  for (const operation of operations) add(root, operation);
  return (method, path) => {
    const values: string[] = [];
    const node = path.startsWith('/') ? walk(root, path.slice(1).split('/'), values) : undefined;
    if (node === undefined || node.methods.size === 0) return NOTHING;
    const served = node.methods.get(method);
    if (served === undefined) return { kind: 'method', allowed: [...node.methods.keys()] };
    const params = Object.fromEntries(served.names.map((name, index) => [name, values[index] as string]));
    return { kind: 'operation', match: { operation: served.operation, params } };
  };
}

function add(root: Node, operation: Operation): void {
  const names: string[] = [];
  let node = root;
  for (const segment of operation.path.slice(1).split('/')) {
    const isParameter = segment.startsWith('{');
    if (isParameter) names.push(segment.slice(1, -1));
    node = isParameter ? (node.parameter ??= emptyNode()) : literal(node, segment);
  }
  node.methods.set(operation.method, { operation, names });
}

function literal(node: Node, segment: string): Node {
  const found = node.literals.get(segment) ?? emptyNode();
  node.literals.set(segment, found);
  return found;
}

function emptyNode(): Node {
  return { literals: new Map(), parameter: undefined, methods: new Map() };
}

/**
 * Matches path segments; literals take precedence over parameters. Empty and dot segments match nothing, because clients
 * and proxies normalize them differently.
 */
function walk(root: Node, segments: readonly string[], values: string[]): Node | undefined {
  let node = root;
  for (const segment of segments) {
    const next = node.literals.get(segment);
    if (next !== undefined) {
      node = next;
      continue;
    }
    const value = node.parameter === undefined ? undefined : decodeSegment(segment);
    if (value === undefined || value === '' || value === '.' || value === '..') return undefined;
    values.push(value);
    node = node.parameter as Node;
  }
  return node;
}

function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
