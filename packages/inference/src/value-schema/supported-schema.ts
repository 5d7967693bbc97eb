/** The subset of JSON Schema that the service supports in structured output and strict tools. */

/** Keywords that are kept unchanged. */
const KEPT: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'required', 'title', '$ref', 'format']);
/** Keywords that are irrelevant to the model. */
const DROPPED: ReadonlySet<string> = new Set(['$schema', '$id', 'default', 'examples']);

/** Keywords without an equivalent in the supported subset: they change which values match, not only their bounds. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  '$dynamicRef',
  '$recursiveRef',
]);

/** Keywords whose value is a schema, a list of schemas or a map of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

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
    else if (keyword === 'items') reduced[keyword] = reduceSchema(value);
    else if (LISTS.has(keyword) && Array.isArray(value))
      reduced[keyword === 'oneOf' ? 'anyOf' : keyword] = value.map(reduceSchema);
    else if (MAPS.has(keyword) && isObject(value)) reduced[keyword] = reduceMap(value);
    else if (keyword === 'additionalProperties') continue;
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

/**
 * Returns the first feature of a schema that the service does not support, with its path.
 *
 * @param schema - JSON Schema, before it is reduced.
 * @returns For example `properties.tags.not`, and the reason; undefined when the whole schema is supported.
 */
export function unsupportedFeature(schema: Json): { path: string; reason: string } | undefined {
  return recursiveReference(schema) ?? findUnsupported(schema, '');
}

type Found = { path: string; reason: string } | undefined;

function findUnsupported(schema: unknown, path: string): Found {
  if (!isObject(schema)) return undefined;
  for (const [keyword, value] of Object.entries(schema)) {
    const here = join(path, keyword);
    const found =
      unsupportedKeyword(schema, keyword, here) ??
      partsOf(keyword, value)
        .map(([name, part]) => findUnsupported(part, name === '' ? here : join(here, name)))
        .find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unsupportedKeyword(schema: Json, keyword: string, path: string): Found {
  const value = schema[keyword];
  if (keyword === 'propertyNames' && isObject(schema.additionalProperties)) return undefined; // Reported for additionalProperties, whose name says more.
  if (UNSUPPORTED.has(keyword)) return { path, reason: `${keyword} is not supported` };
  // With properties, the object is closed instead: what matches it then also matches the schema.
  if (keyword === 'additionalProperties' && isObject(value) && !isObject(schema.properties))
    return {
      path,
      reason: 'objects must list their properties; a list of key-value pairs can replace a map',
    };
  if (keyword === '$ref' && typeof value === 'string' && !value.startsWith('#'))
    return { path, reason: 'references must be within the schema' };
  if (
    keyword === 'enum' &&
    Array.isArray(value) &&
    value.some((one) => typeof one === 'object' && one !== null)
  )
    return { path, reason: 'enum values must be strings, numbers, booleans or null' };
  return undefined;
}

function partsOf(keyword: string, value: unknown): [name: string, part: unknown][] {
  if (SCHEMAS.has(keyword)) return [['', value]];
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map((part, index) => [String(index), part]);
  if (MAPS.has(keyword) && isObject(value)) return Object.entries(value);
  return [];
}

/** A reference to a schema that contains it, directly or through other references. */
function recursiveReference(root: Json): Found {
  const visited = new Set<string>();
  const visit = (schema: unknown, path: string, open: ReadonlySet<string>): Found => {
    if (!isObject(schema)) return undefined;
    const { $ref: reference } = schema;
    if (typeof reference === 'string' && reference.startsWith('#')) {
      if (open.has(reference))
        return { path: join(path, '$ref'), reason: 'recursive schemas are not supported' };
      const found = visited.has(reference)
        ? undefined
        : visit(resolve(root, reference), path, new Set([...open, reference]));
      if (found !== undefined) return found;
      visited.add(reference);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$defs' || keyword === 'definitions') continue;
      for (const [name, part] of partsOf(keyword, value)) {
        const here = join(path, keyword);
        const found = visit(part, name === '' ? here : join(here, name), open);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return visit(root, '', new Set(['#']));
}

function resolve(root: unknown, reference: string): unknown {
  const keys = reference.split('/').slice(1);
  return keys.reduce<unknown>((found, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(found) || Array.isArray(found) ? (found as Json)[name] : undefined;
  }, root);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
