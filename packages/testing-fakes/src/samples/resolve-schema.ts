/** Resolution of the parts of a JSON Schema that are written elsewhere: references, `allOf`, and listed bounds. */
import { isObject, parsedJson, type JsonObject } from '../input/json.js';

/** Maximum number of references that lead to one schema. */
const MAX_STEPS = 32;

/** Keywords that clients list in a description, because the service does not enforce them. */
const LISTED =
  /\b(minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|minLength|maxLength|pattern|minItems|maxItems|uniqueItems|minProperties|maxProperties): ("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false)/g;

/**
 * Merges a schema with the schemas that it references in `$ref` and `allOf`, and with the bounds that its description lists.
 *
 * @param schema - Schema to resolve.
 * @param root - Outermost schema, which references are resolved in.
 */
export function resolveSchema(schema: JsonObject, root: unknown): JsonObject {
  return resolve(schema, root, MAX_STEPS);
}

function resolve(schema: JsonObject, root: unknown, steps: number): JsonObject {
  const { $ref: reference, allOf, ...own } = schema;
  const parts: JsonObject[] = [];
  if (steps > 0) {
    if (typeof reference === 'string') parts.push(...objects([targetOf(reference, root)]));
    if (Array.isArray(allOf)) parts.push(...objects(allOf));
  }
  return parts.map((part) => resolve(part, root, steps - 1)).reduce(merge, { ...listedBounds(own), ...own });
}

/** Merges two schemas that both apply. Of bounds, the second one wins. */
function merge(first: JsonObject, second: JsonObject): JsonObject {
  const both = { ...first, ...second };
  return {
    ...both,
    ...(isObject(first.properties) &&
      isObject(second.properties) && { properties: { ...first.properties, ...second.properties } }),
    ...(Array.isArray(first.required) &&
      Array.isArray(second.required) && { required: [...new Set([...first.required, ...second.required])] }),
  };
}

function listedBounds({ description }: JsonObject): JsonObject {
  if (typeof description !== 'string') return {};
  const bounds: Record<string, unknown> = {};
  for (const [, name = '', value = ''] of description.matchAll(LISTED)) {
    const bound = parsedJson(value);
    // Undefined for ordinary prose that resembles a bound.
    if (bound !== undefined) bounds[name] = bound;
  }
  return bounds;
}

function targetOf(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((found, key) => {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      return isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }, root);
}

function objects(values: readonly unknown[]): JsonObject[] {
  return values.filter(isObject);
}
