/** JSON Schemas of the contract, by name: each exported zod schema, and each part of an operation. */
import { ruleRegistry, schemas as operationSchemas } from '@parlance/schemas/validation';
import * as contract from '@parlance/schemas/validation';
import * as z from 'zod';
import { marksOf, type ContractMarks } from '../src/kit/contract.ts';
import type { Comments } from './comments.ts';

/** A JSON Schema of draft 2020-12, with extensions. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Part of an operation that has a schema. */
export type SchemaPart = 'query' | 'body' | 'response' | 'event';

/** The JSON Schemas of the contract. */
export interface ContractSchemas {
  /** Schemas by name; references between them start with {@link SCHEMA_PATH}. */
  readonly byName: Readonly<Record<string, JsonSchema>>;
  /** Returns the name of a part's schema; undefined when the operation lacks the part. */
  nameOf(operation: string, part: SchemaPart): string | undefined;
  /** Returns the schema of a part; undefined when the operation lacks the part. */
  part(operation: string, part: SchemaPart): JsonSchema | undefined;
  /** Returns the schema behind a reference, or the schema itself. */
  resolve(schema: JsonSchema): JsonSchema;
}

/** Where the document keeps its schemas. */
export const SCHEMA_PATH = '#/components/schemas/';

/** The schema of bytes. */
export const BYTES: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

/** Marks an object with the names of its type until its comments are added. */
const TYPE_NAMES = 'x-type-names';

/** Returns the fields of an object schema; none of any other schema. */
export function fieldsOf(schema: JsonSchema | undefined): readonly (readonly [string, JsonSchema])[] {
  // No field of the contract has a schema that is only true or false.
  return Object.entries(schema?.properties ?? {}) as unknown as readonly (readonly [string, JsonSchema])[];
}

/** Converts the schemas of the contract, and adds the comments of their types. */
export function contractSchemas(comments: Comments): ContractSchemas {
  const names = nameSchemas();
  const registry = z.registry<{ readonly id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${SCHEMA_PATH}${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema, names),
  });
  const described = Object.entries(schemas).map(([name, schema]) => {
    // The document declares the dialect and the place of its schemas for all of them.
    delete schema.$schema;
    delete schema.$id;
    return [name, withComments(schema, comments) as JsonSchema] as const;
  });
  const parts: Readonly<Record<string, Readonly<Partial<Record<SchemaPart, z.ZodType>>>>> = operationSchemas;
  const byName: Readonly<Record<string, JsonSchema>> = Object.fromEntries(described);
  const nameOf: ContractSchemas['nameOf'] = (operation, part) => {
    const schema = parts[operation]?.[part];
    return schema && names.get(schema);
  };
  return {
    byName,
    nameOf,
    part: (operation, part) => byName[nameOf(operation, part) ?? ''],
    resolve: (schema) => byName[schema.$ref?.slice(SCHEMA_PATH.length) ?? ''] ?? schema,
  };
}

/** `VaultSchema` is named `Vault`. A part without a name of its own is named after its operation: `VaultsListResponse`. */
function nameSchemas(): ReadonlyMap<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.ZodType && name.endsWith('Schema'))
      names.set(value, name.slice(0, -'Schema'.length));
  }
  for (const schema of names.keys()) {
    const { unknown } = marksOf(schema) ?? {};
    const last = schema instanceof z.ZodUnion ? (schema.options.at(-1) as z.ZodType | undefined) : undefined;
    if (unknown && last !== undefined) names.set(last, unknown);
  }
  for (const [id, parts] of Object.entries(operationSchemas)) {
    for (const [part, schema] of Object.entries(parts as Record<string, z.ZodType>)) {
      if (!names.has(schema)) names.set(schema, pascalCase(`${id}.${part}`));
    }
  }
  return names;
}

function pascalCase(dotted: string): string {
  return dotted.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Adds what marks and rules say, and removes what is a matter of zod or JavaScript alone. */
function adapt(schema: z.core.$ZodType, json: JsonSchema, names: ReadonlyMap<z.core.$ZodType, string>): void {
  const { missing, type, value, unknown } = ruleRegistry.get(schema as z.ZodType) ?? {};
  const rules = [...new Set([missing, type, value, unknown])].filter((id) => id !== undefined);
  if (rules.length > 0) json['x-parlance-rules'] = rules.sort();
  // The pattern beside it has the same meaning.
  if (json.format === 'starts_with' || json.format === 'regex') delete json.format;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  // The one custom schema of the contract is that of an upload's bytes.
  if (schema instanceof z.ZodCustom) Object.assign(json, BYTES);
  if (json.$ref !== undefined) return;
  const types = typeNames(schema, names);
  if (types.length > 0) json[TYPE_NAMES] = types;
  const { members, unknown: unknownName } = marksOf(schema) ?? {};
  const last = members !== undefined && schema instanceof z.ZodUnion ? json.anyOf?.at(-1) : undefined;
  if (last !== undefined && last.$ref === undefined) last[TYPE_NAMES] = [unknownName || 'UnknownMember'];
  const known = marksOf(schema)?.known ?? knownOf(types[0], names);
  if (json.type === 'string' && known !== undefined && json.enum === undefined)
    json['x-extensible-enum'] = [...('_zod' in known ? (known._zod.values ?? []) : known)].sort();
}

/** Known values of the open enumeration that is exported under a name. Requests can have a schema of their own for it. */
function knownOf(
  type: string | undefined,
  names: ReadonlyMap<z.core.$ZodType, string>,
): ContractMarks['known'] {
  const [schema] = [...names].find(([, name]) => name === type) ?? [];
  return schema && marksOf(schema)?.known;
}

/** Returns the names that the type of a schema has, and those of types that it is combined with. */
function typeNames(schema: z.core.$ZodType, names: ReadonlyMap<z.core.$ZodType, string>): readonly string[] {
  const { typeName, typeOf, and, page } = marksOf(schema) ?? {};
  const found = [typeName, names.get(schema), page?.typeName].filter((name) => name !== undefined);
  const other = typeOf ?? schema._zod.parent;
  if (found.length === 0 && other !== undefined) found.push(...typeNames(other, names));
  return and === undefined ? found : [...found, and];
}

/** Adds the comments of types and of their members to a schema and to those in it. */
function withComments(value: unknown, comments: Comments): unknown {
  if (Array.isArray(value)) return value.map((inner) => withComments(inner, comments));
  if (typeof value !== 'object' || value === null) return value;
  const { [TYPE_NAMES]: names, properties, ...schema } = value as JsonSchema;
  const types = (names ?? []) as readonly string[];
  const described = Object.entries(schema).map(([keyword, inner]) => [
    keyword,
    withComments(inner, comments),
  ]);
  const members = Object.entries(properties ?? {}).map(([name, member]) => [
    name,
    Object.assign({}, withComments(member, comments), ...types.map((type) => comments.ofMember(type, name))),
  ]);
  return {
    ...types.map((type) => comments.of(type)).find((comment) => Object.keys(comment).length > 0),
    ...Object.fromEntries(described),
    ...(properties !== undefined && { properties: Object.fromEntries(members) }),
  };
}
