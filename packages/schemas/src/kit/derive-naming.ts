/** Derives from the schemas where the documents' words stand in a value. */
import { z } from 'zod';
import type { NamingTable, NamingTree, OperationNaming } from './naming.js';
import type { Operation } from './operation.js';
import { isNamed, taggedUnionOf, type OperationSchemas } from './schema.js';

const WORDS: readonly string[] = ['vendor', 'assistant', 'githost'];
const SPEAKER = 'assistant';
const MODEL_PARAM = 'model_id';

/** Operations of one service, with their schemas. */
export interface NamingSource {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly schemas: Readonly<Record<string, OperationSchemas>>;
  /** Known values of the open strings, whose other words must not be taken as names. */
  readonly openValues: readonly string[];
}

/**
 * Derives the table of a service.
 *
 * @param source - Its operations and schemas.
 */
export function deriveNaming(source: NamingSource): NamingTable {
  const words = new Set(source.openValues.flatMap(wordsOf));
  const operations: Record<string, OperationNaming> = {};
  for (const [id, operation] of Object.entries(source.operations)) {
    const found = deriveOperation(operation, source.schemas[id] ?? {}, words);
    if (Object.keys(found).length > 0) operations[id] = found;
  }
  return { words: [...words].filter((word) => !WORDS.includes(word)).toSorted(), operations };
}

function deriveOperation(
  operation: Operation,
  schemas: OperationSchemas,
  words: Set<string>,
): OperationNaming {
  const params = [...operation.path.matchAll(/\{(\w+)\}/g)]
    .map((match) => match[1] as string)
    .filter((name) => name === MODEL_PARAM || holdsWord(name));
  const trees = (['query', 'body', 'response', 'event'] as const).flatMap((part) => {
    const schema = schemas[part];
    const tree = schema === undefined ? undefined : new Deriver(words).derive(schema);
    return tree === undefined ? [] : [[part, tree] as const];
  });
  return { ...(params.length > 0 && { params }), ...Object.fromEntries(trees) };
}

/** Walks one schema; a schema within itself adds nothing and ends the walk. */
class Deriver {
  readonly #words: Set<string>;
  readonly #open = new Set<z.ZodType>();

  constructor(words: Set<string>) {
    this.#words = words;
  }

  derive(schema: z.ZodType): NamingTree | undefined {
    if (this.#open.has(schema)) return undefined;
    this.#open.add(schema);
    const tree = this.#inner(schema);
    this.#open.delete(schema);
    return tree;
  }

  #inner(schema: z.ZodType): NamingTree | undefined {
    if (isNamed(schema)) return { self: true };
    const tagged = taggedUnionOf(schema);
    if (tagged !== undefined) return this.#merge([...tagged.members.values()]);
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy) {
      return this.derive(schema.unwrap() as z.ZodType);
    }
    if (schema instanceof z.ZodUnion) return this.#merge(schema.options as z.ZodType[]);
    if (schema instanceof z.ZodArray) return wrap('items', this.derive(schema.element as z.ZodType));
    if (schema instanceof z.ZodRecord) return wrap('values', this.derive(schema.valueType as z.ZodType));
    if (schema instanceof z.ZodEnum) return this.#values(schema.options);
    if (schema instanceof z.ZodLiteral) return this.#values([...schema.values]);
    return schema instanceof z.ZodObject
      ? this.#fields(schema.shape as Record<string, z.ZodType>)
      : undefined;
  }

  #values(values: readonly unknown[]): NamingTree | undefined {
    const spoken = values.filter((value) => typeof value === 'string' && value !== SPEAKER);
    if (!spoken.some((value) => holdsWord(value as string))) return undefined;
    for (const value of spoken) for (const word of wordsOf(value as string)) this.#words.add(word);
    return { self: true };
  }

  #fields(shape: Record<string, z.ZodType>): NamingTree | undefined {
    const named = Object.entries(shape).flatMap(([key, inner]) => {
      const tree = this.derive(inner);
      if (holdsWord(key)) for (const word of Object.keys(shape).flatMap(wordsOf)) this.#words.add(word);
      return tree !== undefined || holdsWord(key) ? [[key, tree ?? {}] as const] : [];
    });
    return named.length === 0 ? undefined : { fields: Object.fromEntries(named) };
  }

  #merge(schemas: readonly z.ZodType[]): NamingTree | undefined {
    return schemas.map((schema) => this.derive(schema)).reduce(mergeTrees, undefined);
  }
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
  return wordsOf(identifier).some((word) => WORDS.includes(word));
}
