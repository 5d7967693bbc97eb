/** Reads the query string into typed parameters, in every spelling that clients use. */
import type { ObjectShape, OperationSchemas, Shape } from '@parlance/schemas/validation';
import { badRequest } from './refusal.js';

type Form =
  | { readonly kind: 'scalar'; readonly scalar: 'text' | 'number' | 'boolean' }
  | { readonly kind: 'array'; readonly scalar: 'text' | 'number' | 'boolean' }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Form> };

/** Reads query strings of one operation. */
export type QueryReader = (search: string) => Record<string, unknown>;

/** Sent by older clients on every request; it means nothing. */
const IGNORED = new Set(['beta']);

/**
 * Makes the reader of an operation's query.
 *
 * @param schema - Schema of the query; undefined when the operation takes none.
 * @param rename - Gives the documents' name of a parameter, where a deployment uses another.
 */
export function createQueryReader(
  schema: OperationSchemas['query'],
  rename: (name: string) => string = (name) => name,
): QueryReader {
  const forms = schema?.shape.kind === 'object' ? membersOf(schema.shape) : new Map<string, Form>();
  return (search) => {
    if (search === '') return {};
    const found = new Map<string, unknown>();
    for (const [name, value] of new URLSearchParams(search)) {
      if (!IGNORED.has(name)) take(found, forms, rename(name), value);
    }
    return Object.fromEntries([...found].map(([name, value]) => [name, plain(value)]));
  };
}

/** Puts one `name=value` where its spelling says: `name`, `name[]`, `name[member]`, `name.member`. */
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
  // A null is sent as an empty value.
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
  if (found.has(name)) throw badRequest('GEN-005', name, 'must be given once');
  found.set(name, form?.kind === 'scalar' ? readScalar(value, form.scalar) : value);
}

/** Gives the typed value, or the text as it is when it has another form: the schema then says what is wrong. */
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

function membersOf(shape: ObjectShape): ReadonlyMap<string, Form> {
  return new Map([...shape.fields].map(([name, field]) => [name, formOf(field)]));
}

function formOf(shape: Shape): Form {
  switch (shape.kind) {
    case 'optional':
    case 'nullable':
      return formOf(shape.inner);
    case 'list':
      return { kind: 'array', scalar: scalarOf(shape.item) };
    case 'object':
      return { kind: 'object', members: membersOf(shape) };
    case 'union': {
      const forms = shape.options.map(formOf);
      return forms.find((form) => form.kind !== 'scalar') ?? { kind: 'scalar', scalar: 'text' };
    }
    default:
      return { kind: 'scalar', scalar: scalarOf(shape) };
  }
}

function scalarOf(shape: Shape): 'text' | 'number' | 'boolean' {
  if (shape.kind === 'number' || shape.kind === 'boolean') return shape.kind;
  return shape.kind === 'choice' && typeof shape.values[0] === 'boolean' ? 'boolean' : 'text';
}
