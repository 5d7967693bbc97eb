/** Reading of JSON values of unknown shape. */

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object or an array. */
export function isContainer(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return isContainer(value) && !Array.isArray(value);
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a member of an object or an item of an array, or undefined. */
export function memberOf(value: unknown, key: string | number): unknown {
  return isContainer(value) ? value[key] : undefined;
}

/** Returns the value at a path such as `data.0.id`, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  return path === '' ? value : path.split('.').reduce(memberOf, value);
}

/** Returns the items of a list; undefined if it is not one. */
export function itemsOf(
  page: unknown,
  { items = 'data' }: { readonly items?: string } = {},
): readonly unknown[] | undefined {
  const list = isObject(page) ? page[items] : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** Returns the numbers and texts in a value. */
export function leavesOf(value: unknown): readonly unknown[] {
  return isContainer(value) ? Object.values(value).flatMap(leavesOf) : [value];
}
