/** Moves the schemas of named types out of the schemas that contain them. */
import { SCHEMA_PATH, type JsonSchema } from './component-schemas.ts';

/** Keys that mark a schema which can be moved; {@link hoistNamed} removes them. */
export const TYPE_NAME = 'x-type-name';
/** What the field around a named schema adds to the reference. */
export const FIELD_COMMENT = 'x-field-comment';

/**
 * Replaces each schema marked with a name by a reference. A name whose schema is not the same everywhere, such as that of
 * an object which is closed in requests and open in responses, is not moved.
 *
 * @param schemas - Schemas by name.
 * @returns The same schemas and those of the marked types, by name.
 */
export function hoistNamed(schemas: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, JsonSchema> {
  const variants = new Map<string, Set<string>>();
  for (const schema of schemas.values()) collectVariants(schema, variants);
  const hoisted = new Map<string, JsonSchema>();
  const move = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== 'object' || value === null) return value;
    const { [TYPE_NAME]: name, [FIELD_COMMENT]: comment, ...own } = value as JsonSchema;
    const moved = Object.fromEntries(Object.entries(own).map(([key, inner]) => [key, move(inner)]));
    if (typeof name !== 'string' || schemas.has(name) || variants.get(name)?.size !== 1) {
      return { ...moved, ...(comment as JsonSchema | undefined) };
    }
    hoisted.set(name, moved);
    return { $ref: `${SCHEMA_PATH}${name}`, ...(comment as JsonSchema | undefined) };
  };
  for (const [name, { [TYPE_NAME]: _, ...schema }] of schemas) hoisted.set(name, move(schema) as JsonSchema);
  return hoisted;
}

function collectVariants(value: unknown, variants: Map<string, Set<string>>): void {
  if (typeof value !== 'object' || value === null) return;
  const { [TYPE_NAME]: name, [FIELD_COMMENT]: _, ...own } = value as JsonSchema;
  if (typeof name === 'string') {
    const texts = variants.get(name) ?? new Set();
    variants.set(name, texts.add(JSON.stringify(own)));
  }
  for (const inner of Object.values(own)) collectVariants(inner, variants);
}
