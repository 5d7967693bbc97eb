/** Comparison of JSON values, independent of the order of keys. */

/** A difference between two values. */
export interface Difference {
  readonly path: string;
  /** JSON of the expected value; undefined if it is missing. */
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

/** Returns the differences between two JSON values. An empty list means that they are equal. */
export function differencesOf(expected: unknown, found: unknown, path: string): readonly Difference[] {
  if (!isContainer(expected) || !isContainer(found) || Array.isArray(expected) !== Array.isArray(found)) {
    const [left, right] = [textOf(expected), textOf(found)];
    return left === right ? [] : [{ path, expected: left, found: right }];
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...keys].flatMap((key) => differencesOf(expected[key], found[key], `${path}.${key}`));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
