/** The input of an operation, from the arguments of a command. */
import type { Operation } from '@parlance/schemas';
import { invalidArguments } from '../command-error.js';

/** Input of an operation. */
export interface ApiInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Serializes the body of an upload. */
  readonly write?: unknown;
}

type Value = string | number | boolean;

/** `limit=5` or `created_at.gte=2026-01-01T00:00:00Z`. No name can reach a prototype. */
const ARGUMENT = /^([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)=(.*)$/s;

/**
 * Sorts arguments into path parameters and query parameters. The contract is checked later, by the client.
 *
 * @param operation - The operation.
 * @param args - Arguments, as `name=value`. One that is repeated is a list.
 * @param body - The body, if there is one.
 * @throws {CommandError} When an argument has another form, or a path parameter is missing.
 */
export function apiInput(operation: Operation, args: readonly string[], body: unknown): ApiInput {
  const names = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const params: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  for (const arg of args) {
    const [, name, text = ''] = ARGUMENT.exec(arg) ?? [];
    if (name === undefined) throw invalidArguments(`Expected name=value instead of ${JSON.stringify(arg)}.`);
    if (names.includes(name)) params[name] = text;
    else add(query, name.split('.'), valueOf(text));
  }
  const styles: Readonly<Record<string, unknown>> = operation.query ?? {};
  for (const [name, value] of Object.entries(query))
    if (styles[name] === 'name[]' && !Array.isArray(value)) query[name] = [value];
  const missing = names.filter((name) => !Object.hasOwn(params, name));
  if (missing.length > 0)
    throw invalidArguments(`${operation.id} requires ${missing.map((name) => `${name}=…`).join(' ')}.`);
  const hasQuery = Object.keys(query).length > 0;
  return { params, ...(hasQuery && { query }), ...(body !== undefined && { body }) };
}

/** Numbers and booleans are what they look like: the contract has no parameter for which this is wrong. */
function valueOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function add(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: Value): void {
  const earlier: unknown = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length > 0) {
    const inner = (typeof earlier === 'object' && earlier !== null ? earlier : {}) as Record<string, unknown>;
    add(inner, rest, value);
    target[name] = inner;
  } else if (earlier === undefined) target[name] = value;
  else target[name] = [...(Array.isArray(earlier) ? (earlier as unknown[]) : [earlier]), value];
}
