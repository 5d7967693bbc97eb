/** Sample inputs for forced tool calls. */

/** Maximum nesting of a sample. */
const MAX_DEPTH = 8;

/**
 * Creates a small input for a JSON Schema. It contains the required properties, each with its default, first allowed or
 * simplest value. Only common keywords are supported.
 *
 * @param schema - JSON Schema of the tool input.
 */
export function sampleInput(schema: unknown): Readonly<Record<string, unknown>> {
  const value = sample(schema, MAX_DEPTH);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function sample(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth === 0) return null;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
  const branch = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list) && list.length > 0);
  if (branch !== undefined) return sample((branch as unknown[])[0], depth - 1);
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return typeof schema.minItems === 'number' && schema.minItems > 0
        ? [sample(schema.items, depth - 1)]
        : [];
    default:
      return sampleObject(schema, depth);
  }
}

function sampleObject(schema: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === 'string')
    : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    required.map((name) => [
      name,
      Object.hasOwn(properties, name) ? sample(properties[name], depth - 1) : 'text',
    ]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
