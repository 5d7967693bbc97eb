/** Reduces a JSON Schema to the subset that the service supports for strict tools and structured output. */

/** Keywords that are kept unchanged. */
const KEPT: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'required', 'title', '$ref', 'format']);
/** Keywords whose value is a schema. */
const NESTED: ReadonlySet<string> = new Set(['items']);
/** Keywords whose value is a list of schemas. */
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'allOf', 'prefixItems']);
/** Keywords whose value is a map of schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
/** Keywords that are irrelevant to the model. */
const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', 'default', 'examples']);

type Json = Readonly<Record<string, unknown>>;

/**
 * Reduces a JSON Schema to the supported subset. Objects with properties are closed. Keywords that the service does not
 * enforce, such as `minimum`, move to the description. Values are still validated against the full schema on arrival.
 *
 * @param schema - JSON Schema.
 */
export function reduceSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const reduced: Record<string, unknown> = {};
  const unsupported: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (KEPT.has(keyword)) reduced[keyword] = value;
    else if (NESTED.has(keyword)) reduced[keyword] = reduceSchema(value);
    else if (LISTS.has(keyword) && Array.isArray(value)) reduced[keyword] = value.map(reduceSchema);
    else if (MAPS.has(keyword) && isObject(value)) reduced[keyword] = reduceMap(value);
    else if (keyword === 'additionalProperties') continue;
    else if (keyword === 'oneOf' && Array.isArray(value)) reduced.anyOf = value.map(reduceSchema);
    else if (keyword !== 'description' && !DROPPED.has(keyword))
      unsupported.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  const description = [schema.description, ...(unsupported.length > 0 ? [`(${unsupported.join(', ')})`] : [])]
    .filter((part) => typeof part === 'string')
    .join(' ');
  if (description !== '') reduced.description = description;
  if (schema.type === 'object')
    reduced.additionalProperties = isMap(schema) ? reduceSchema(schema.additionalProperties) : false;
  return reduced;
}

/** Whether an object is a map with free keys; closed, it could only be empty. */
function isMap({ properties, additionalProperties }: Json): boolean {
  return isObject(additionalProperties) && !isObject(properties);
}

function reduceMap(map: Json): Json {
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, reduceSchema(schema)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
