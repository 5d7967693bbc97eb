/** Derives from the schemas which parts of a value contain the documented names. */
import type * as z from 'zod';
import { isName, WORDS } from './naming.js';
import type { NamingPaths, NamingTable, OperationNaming } from './naming-table.js';
import type { Operation } from './operation.js';
import { namedRegistry, type OperationSchemas } from './schema.js';

const PLACEHOLDERS: ReadonlySet<string> = new Set(WORDS);
const SPEAKER = 'assistant';

/** Operations of one service, with their schemas. */
export interface NamingSource {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly schemas: Readonly<Record<string, OperationSchemas>>;
  /** Known values of open enumerations, whose other words cannot be used as names. */
  readonly openValues: readonly string[];
}

/**
 * Derives the naming table of a service.
 *
 * @param source - Operations and schemas of the service.
 */
export function deriveNaming(source: NamingSource): NamingTable {
  const words = new Set(source.openValues.flatMap(wordsOf));
  const operations: Record<string, OperationNaming> = {};
  for (const [id, operation] of Object.entries(source.operations)) {
    const found = deriveOperation(operation, source.schemas[id] ?? {}, words);
    if (Object.keys(found).length > 0) operations[id] = found;
  }
  const others = [...words].filter((word) => isName(word) && !PLACEHOLDERS.has(word));
  return { words: others.toSorted().join(' '), operations };
}

function deriveOperation(
  operation: Operation,
  schemas: OperationSchemas,
  words: Set<string>,
): OperationNaming {
  const params = [...operation.path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] as string)
    .filter((name) => operation.namedParams?.includes(name) === true || holdsWord(name));
  const deriver = new Deriver(words);
  const parts = (['query', 'body', 'response'] as const).flatMap((part) => {
    const paths = deriver.paths(schemas[part]);
    return paths.length === 0 ? [] : [[part, paths] as const];
  });
  const event = deriver.events(schemas.event);
  return {
    ...(params.length > 0 && { params }),
    ...Object.fromEntries(parts),
    ...(Object.keys(event).length > 0 && { event }),
  };
}

/** The identifiers within a value. Branches without identifiers are omitted. */
interface NamingTree {
  /** The value is an identifier. */
  readonly self?: true;
  /** Fields of an object that contain identifiers, or whose own name contains a documented name. */
  readonly fields?: Readonly<Record<string, NamingTree>>;
  /** Every element of a list. */
  readonly items?: NamingTree;
  /** Every value of a map. Its keys are user data. */
  readonly values?: NamingTree;
}

function pathsOf({ self, fields, items, values }: NamingTree, at: readonly string[]): string[] {
  if ([fields, items, values].filter((inside) => inside !== undefined).length > 1)
    throw new Error(`no path distinguishes the list, map and object at ${at.join('.')}`);
  const each = items ?? values;
  const places = Object.entries(fields ?? (each === undefined ? {} : { '*': each }));
  const inner = places.flatMap(([step, place]) => pathsOf(place, [...at, step]));
  if (self === true) return [at.join('.'), ...inner];
  return inner.length > 0 ? inner : [[...at, ''].join('.')];
}

/** Walks one schema. */
class Deriver {
  readonly #words: Set<string>;

  constructor(words: Set<string>) {
    this.#words = words;
  }

  /** Returns the paths of the identifiers in a value. */
  paths(schema: z.core.$ZodType | undefined): NamingPaths {
    const tree = schema === undefined ? undefined : this.derive(schema);
    return tree === undefined ? [] : pathsOf(tree, []);
  }

  /** Returns the paths of the identifiers in each event of a stream, by its type. */
  events(schema: z.core.$ZodType | undefined): Record<string, NamingPaths> {
    const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
    switch (def?.type) {
      case 'union':
        return Object.assign({}, ...def.options.map((option) => this.events(option))) as Record<
          string,
          NamingPaths
        >;
      case 'object': {
        const paths = this.paths(schema);
        return Object.fromEntries(paths.length === 0 ? [] : typesOf(def.shape).map((type) => [type, paths]));
      }
      default:
        if (this.paths(schema).length > 0)
          throw new Error(`events of the form ${def?.type} are not supported`);
        return {};
    }
  }

  derive(schema: z.core.$ZodType): NamingTree | undefined {
    if (namedRegistry.get(schema)?.isNamed === true) return { self: true };
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'optional':
      case 'nullable':
        return this.derive(def.innerType);
      case 'pipe':
        return this.derive(def.out);
      case 'union':
        return this.#merge(def.options);
      case 'intersection':
        return this.#merge([def.left, def.right]);
      case 'array':
        return wrap('items', this.derive(def.element));
      case 'record':
        return wrap('values', this.derive(def.valueType));
      case 'enum':
        return this.#values(Object.values(def.entries));
      case 'literal':
        return this.#values(def.values);
      case 'object':
        return this.#fields(def.shape);
      default:
        return undefined;
    }
  }

  #values(values: readonly unknown[]): NamingTree | undefined {
    const spoken = values.filter((value) => typeof value === 'string').filter((value) => value !== SPEAKER);
    if (!spoken.some(holdsWord)) return undefined;
    for (const value of spoken) for (const word of wordsOf(value)) this.#words.add(word);
    return { self: true };
  }

  #fields(shape: z.core.$ZodShape): NamingTree | undefined {
    const keys = Object.keys(shape);
    const named = Object.entries(shape).flatMap(([key, field]) => {
      const tree = this.derive(field);
      if (holdsWord(key)) for (const word of keys.flatMap(wordsOf)) this.#words.add(word);
      return tree !== undefined || holdsWord(key) ? [[key, tree ?? {}] as const] : [];
    });
    return named.length === 0 ? undefined : { fields: Object.fromEntries(named) };
  }

  #merge(schemas: readonly z.core.$ZodType[]): NamingTree | undefined {
    return schemas.map((schema) => this.derive(schema)).reduce(mergeTrees, undefined);
  }
}

/** The types of events of one form, none of which contains a placeholder. */
function typesOf(shape: z.core.$ZodShape): string[] {
  const { def } = (shape['type'] as z.core.$ZodTypes)._zod;
  const types = def.type === 'literal' ? def.values : def.type === 'enum' ? Object.values(def.entries) : [];
  if (types.length === 0 || types.some((type) => typeof type !== 'string' || holdsWord(type)))
    throw new Error('the type of an event with identifiers must be known and without placeholders');
  return types as string[];
}

function wrap(key: 'items' | 'values', tree: NamingTree | undefined): NamingTree | undefined {
  return tree === undefined ? undefined : { [key]: tree };
}

function mergeTrees(a: NamingTree | undefined, b: NamingTree | undefined): NamingTree | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const items = mergeTrees(a.items, b.items);
  const values = mergeTrees(a.values, b.values);
  const keys = [...new Set([...Object.keys(a.fields ?? {}), ...Object.keys(b.fields ?? {})])];
  const fields = keys.map((key) => [key, mergeTrees(a.fields?.[key], b.fields?.[key]) ?? {}] as const);
  return {
    ...((a.self === true || b.self === true) && { self: true as const }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(items !== undefined && { items }),
    ...(values !== undefined && { values }),
  };
}

function wordsOf(identifier: string): string[] {
  return identifier.match(/[A-Za-z0-9]+/g) ?? [];
}

function holdsWord(identifier: string): boolean {
  return wordsOf(identifier).some((word) => PLACEHOLDERS.has(word));
}
