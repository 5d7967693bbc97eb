/** JSON Schemas of the contract, by name: each exported zod schema, and each part of an operation. */
import { ruleRegistry, schemas as operationSchemas } from '@parlance/schemas/validation';
import * as contract from '@parlance/schemas/validation';
import * as z from 'zod';

/** A JSON Schema of draft 2020-12, with extensions. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Part of an operation that has a schema. */
export type SchemaPart = 'query' | 'body' | 'response' | 'event';

/** The JSON Schemas of the contract. */
export interface ComponentSchemas {
  /** Schemas by name; references between them start with {@link SCHEMA_PATH}. */
  readonly byName: ReadonlyMap<string, JsonSchema>;
  /** Returns the name of a part's schema; undefined when the operation lacks the part. */
  nameOf(operation: string, part: SchemaPart): string | undefined;
}

/** Where the document keeps its schemas. */
export const SCHEMA_PATH = '#/components/schemas/';

/** Converts the schemas of the contract. */
export function componentSchemas(): ComponentSchemas {
  const names = nameSchemas();
  const registry = z.registry<{ readonly id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${SCHEMA_PATH}${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(zodSchema, jsonSchema),
  });
  const byName = Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema)] as const);
  const parts: Readonly<Record<string, Readonly<Partial<Record<SchemaPart, z.ZodType>>>>> = operationSchemas;
  return {
    byName: new Map(byName),
    nameOf(operation, part) {
      const schema = parts[operation]?.[part];
      return schema && names.get(schema);
    },
  };
}

/** The document declares the dialect and the place of its schemas for all of them. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id');
  return Object.fromEntries(entries);
}

/** `VaultSchema` is named `Vault`. A part without a name of its own is named after its operation: `VaultsListResponse`. */
function nameSchemas(): ReadonlyMap<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.ZodType && name.endsWith('Schema'))
      names.set(value, name.slice(0, -'Schema'.length));
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

/** Adds the rules, and removes what is a matter of zod or JavaScript alone. */
function adapt(schema: z.core.$ZodType, json: JsonSchema): void {
  const { missing, type, value, unknown } = (schema instanceof z.ZodType && ruleRegistry.get(schema)) || {};
  const rules = [...new Set([missing, type, value, unknown])].filter((id) => id !== undefined);
  if (rules.length > 0) json['x-parlance-rules'] = rules.sort();
  // The pattern beside it has the same meaning.
  if (json.format === 'starts_with' || json.format === 'regex') delete json.format;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  // The one custom schema of the contract is that of an upload's bytes.
  if (schema instanceof z.ZodCustom) Object.assign(json, BYTES);
}

/** The schema of bytes. */
export const BYTES: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };
