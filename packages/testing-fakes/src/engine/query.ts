/** Parsing of query strings into typed parameters, in every notation that clients use. */
import type { OperationSchemas } from '@parlance/schemas/validation/kit';
import type * as z from 'zod';
import { badRequest } from './refusal.js';

type Form =
  | { readonly kind: 'scalar'; readonly scalar: 'text' | 'number' | 'boolean' }
  | { readonly kind: 'array'; readonly scalar: 'text' | 'number' | 'boolean' }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Form> };

/** Parses query strings of one operation. */
export type QueryReader = (search: string) => Record<string, unknown>;

/** Sent by older clients on every request, without effect. */
const IGNORED = new Set(['beta']);

/**
 * Creates the query parser of an operation.
 *
 * @param schema - Schema of the query; undefined when the operation takes none.
 * @param emptyValues - Whether an empty value means that a parameter is absent, as clients send null, or is rejected.
 */
export function createQueryReader(
  schema: OperationSchemas['query'],
  emptyValues: 'absent' | 'rejected' = 'absent',
): QueryReader {
  const forms = schema === undefined ? new Map<string, Form>() : membersOf(schema);
  return (search) => {
    if (search === '') return {};
    const found = new Map<string, unknown>();
    for (const [name, value] of new URLSearchParams(search)) {
      if (IGNORED.has(name)) continue;
      if (value === '' && emptyValues === 'rejected') throw badRequest('GEN-005', name, 'must not be empty');
      take(found, forms, name, value);
    }
    return Object.fromEntries([...found].map(([name, value]) => [name, plain(value)]));
  };
}

/** Adds one `name=value` pair. The name is one of `name`, `name[]`, `name[member]` and `name.member`. */
function take(
  found: Map<string, unknown>,
  forms: ReadonlyMap<string, Form>,
  name: string,
  value: string,
): void {
  const bracketed = /^([^[\].]+)(?:\[([^[\]]*)\]|\.([^[\].]+))$/.exec(name);
  const outer = forms.has(name) || bracketed === null ? name : (bracketed[1] as string);
  const member = outer === name ? undefined : (bracketed?.[2] ?? bracketed?.[3]);
  const form = forms.get(outer);
  if (value === '' && form !== undefined) return;
  if (form?.kind === 'array' && (member === undefined || member === '')) {
    const list = (found.get(outer) as unknown[] | undefined) ?? [];
    list.push(readScalar(value, form.scalar));
    found.set(outer, list);
    return;
  }
  if (form?.kind === 'object' && member !== undefined && member !== '') {
    const members = (found.get(outer) as Map<string, unknown> | undefined) ?? new Map<string, unknown>();
    found.set(outer, members);
    take(members, form.members, member, value);
    return;
  }
  if (found.has(name)) throw badRequest('GEN-005', name, 'must not be repeated');
  found.set(name, form?.kind === 'scalar' ? readScalar(value, form.scalar) : value);
}

/** Returns the typed value, or the text unchanged when it does not parse, for the schema to reject. */
function readScalar(value: string, scalar: 'text' | 'number' | 'boolean'): unknown {
  if (scalar === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (scalar === 'number') return /^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value;
  return value;
}

function plain(value: unknown): unknown {
  return value instanceof Map
    ? Object.fromEntries([...(value as Map<string, unknown>)].map(([name, inner]) => [name, plain(inner)]))
    : value;
}

function membersOf(schema: z.core.$ZodType): ReadonlyMap<string, Form> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const shape = def.type === 'object' ? def.shape : {};
  return new Map(Object.entries(shape).map(([name, field]) => [name, formOf(field)]));
}

function formOf(schema: z.core.$ZodType): Form {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return formOf(def.innerType);
    case 'array':
      return { kind: 'array', scalar: scalarOf(def.element) };
    case 'object':
      return { kind: 'object', members: membersOf(schema) };
    case 'union': {
      const forms = def.options.map(formOf);
      return forms.find((form) => form.kind !== 'scalar') ?? { kind: 'scalar', scalar: 'text' };
    }
    default:
      return { kind: 'scalar', scalar: scalarOf(schema) };
  }
}

function scalarOf(schema: z.core.$ZodType): 'text' | 'number' | 'boolean' {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'number' || def.type === 'boolean') return def.type;
  return def.type === 'literal' && typeof def.values[0] === 'boolean' ? 'boolean' : 'text';
}
