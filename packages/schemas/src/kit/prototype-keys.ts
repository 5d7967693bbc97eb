/** Makes a key named `__proto__` visible: zod passes over it in maps, so that its value would go unchecked. */

/** Stands for `__proto__` while a value is checked. No JSON text that people write has it. */
const STAND_IN = '__proto__\u0000';
/** Deepest level looked at. Contracts end long before, and what is deeper is checked by nobody. */
const MAX_LEVELS = 200;

/**
 * Gives the value with each own key `__proto__` replaced by a stand-in; the same value when there is none.
 *
 * @param value - Any JSON value; it is not changed.
 */
export function showPrototypeKeys(value: unknown): unknown {
  return hasPrototypeKey(value, MAX_LEVELS) ? replace(value, MAX_LEVELS) : value;
}

/** Gives the name of a key as it was before {@link showPrototypeKeys}. */
export function nameOfKey(key: PropertyKey): string {
  return key === STAND_IN ? '__proto__' : String(key);
}

function hasPrototypeKey(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return value.some((inner) => hasPrototypeKey(inner, levels - 1));
  for (const key in value) {
    if (key === '__proto__' || hasPrototypeKey((value as Record<string, unknown>)[key], levels - 1))
      return true;
  }
  return false;
}

function replace(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.map((inner) => replace(inner, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key === '__proto__' ? STAND_IN : key,
      replace(inner, levels - 1),
    ]),
  );
}
