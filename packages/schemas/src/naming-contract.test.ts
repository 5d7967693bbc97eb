import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { adminNaming } from './admin/naming.js';
import { complianceNaming } from './compliance/naming.js';
import { inferenceNaming } from './inference/naming.js';
import type { Operation } from './kit/operation.js';
import { namingCodec, type NamingCodec } from './kit/naming-codec.js';
import { namedRegistry, type OperationSchemas } from './kit/schema.js';
import { managedAgentsNaming } from './managed-agents/naming.js';
import { operations } from './operations.js';
import { schemas } from './schemas.js';

const NAMES: Readonly<Record<string, string>> = { vendor: 'acme', assistant: 'robin', githost: 'gitbox' };
const codec = namingCodec(NAMES, [
  inferenceNaming,
  managedAgentsNaming,
  complianceNaming,
  adminNaming,
]) as NamingCodec;

/** Text of the user, which consists of words that would be exchanged in an identifier. */
const TEXT = 'vendor-assistant_githost.acme-robin_gitbox';

/** A value with the documents' words, and the same value on the wire. */
interface Pair {
  readonly words: unknown;
  readonly wire: unknown;
}

/** Returns values that together have every field, every member of a union and every enumeration value of a schema. */
function pairsOf(schema: z.core.$ZodType, depth = 0): readonly Pair[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return pairsOf(def.innerType, depth);
    case 'pipe':
      return pairsOf(def.out, depth);
    case 'lazy':
      return depth > 12 ? [same(null)] : pairsOf(def.getter(), depth + 1);
    case 'union':
      return def.options.flatMap((option) => pairsOf(option, depth + 1));
    case 'intersection':
      return pairsOf(def.right, depth);
    case 'array': {
      const items = pairsOf(def.element, depth + 1);
      return [{ words: items.map(({ words }) => words), wire: items.map(({ wire }) => wire) }];
    }
    case 'record':
      return pairsOf(def.valueType, depth + 1).map(({ words, wire }) => ({
        words: { [TEXT]: words },
        wire: { [TEXT]: wire },
      }));
    case 'object':
      return objectsOf(def.shape, depth);
    case 'enum':
      return Object.values(def.entries).map(identifier);
    case 'literal':
      return def.values.map((value) => (typeof value === 'string' ? identifier(value) : same(value)));
    case 'string':
      return [stringOf(schema)];
    default:
      return [same({ [TEXT]: TEXT })];
  }
}

/** As many objects as the field with the most values needs. */
function objectsOf(shape: z.core.$ZodShape, depth: number): readonly Pair[] {
  const fields = Object.entries(shape).map(([name, field]) => [name, pairsOf(field, depth + 1)] as const);
  const count = Math.max(1, ...fields.map(([, pairs]) => pairs.length));
  return Array.from({ length: count }, (_, index) => {
    const chosen = fields.map(([name, pairs]) => [name, pairs[index % pairs.length] as Pair] as const);
    return {
      words: Object.fromEntries(chosen.map(([name, { words }]) => [name, words])),
      wire: Object.fromEntries(chosen.map(([name, { wire }]) => [spell(name), wire])),
    };
  });
}

/** An identifier where the schema marks one or requires a prefix with a word, else text of the user. */
function stringOf(schema: z.core.$ZodType): Pair {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const prefix = (def.checks ?? [])
    .map((check) => (check._zod.def as { readonly prefix?: string }).prefix)
    .find((found) => found !== undefined && spell(found) !== found);
  if (prefix !== undefined) return identifier(`${prefix}1`);
  // The type of a member that the contract does not know.
  if ((schema as z.ZodType).meta()?.['not'] !== undefined) return same('a_new_kind');
  return namedRegistry.get(schema)?.isNamed === true ? identifier('assistant-vendor_githost.1') : same(TEXT);
}

function identifier(words: string | number): Pair {
  return { words, wire: typeof words === 'string' && words !== 'assistant' ? spell(words) : words };
}

function same(value: unknown): Pair {
  return { words: value, wire: value };
}

function spell(words: string): string {
  return words.replaceAll(/[A-Za-z0-9]+/g, (word) => NAMES[word] ?? word);
}

const cases = Object.values<Operation>(operations).flatMap((operation) =>
  Object.entries(
    (schemas as Readonly<Record<string, OperationSchemas>>)[operation.id] as OperationSchemas,
  ).map(([part, schema]) => ({ id: operation.id, operation, part: part as 'body', schema })),
);

describe('under a naming', () => {
  test.each(cases)(
    '$id: the $part exchanges every identifier and nothing else',
    ({ operation, part, schema }) => {
      for (const { words, wire } of pairsOf(schema)) {
        expect(codec.encode(operation, part, words)).toEqual(wire);
        expect(codec.decode(operation, part, wire)).toEqual(words);
      }
    },
  );

  test.each(cases)('$id: a $part without identifiers is not copied', ({ operation, part, schema }) => {
    for (const { words } of pairsOf(schema)) {
      const encoded = codec.encode(operation, part, words);
      expect(encoded === words).toBe(JSON.stringify(encoded) === JSON.stringify(words));
    }
  });
});
