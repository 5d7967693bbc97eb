/** Checks documents that people write (faults, scripts, options): every complaint names the key and what is allowed. */

/** Checks one value. @throws {FormError} When it is not as it should be. */
export type Check = (value: unknown, path: string) => void;

/** A document that is not as it should be. */
export class FormError extends TypeError {
  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
    this.name = 'FormError';
  }
}

/** A text of at least `min` characters. */
export function text(min = 1): Check {
  return (value, path) => {
    if (typeof value !== 'string' || value.length < min) {
      throw new FormError(path, min === 0 ? 'must be a string' : 'must be a string that is not empty');
    }
  };
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number): Check {
  return (value, path) => {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
      throw new FormError(path, `must be a whole number from ${min} to ${max}`);
    }
  };
}

/** A number from `min` to `max`. */
export function number(min: number, max: number): Check {
  return (value, path) => {
    if (typeof value !== 'number' || !(value >= min && value <= max)) {
      throw new FormError(path, `must be a number from ${min} to ${max}`);
    }
  };
}

/** One of some values. */
export function oneOf(...allowed: readonly (string | number | boolean)[]): Check {
  return (value, path) => {
    if (!allowed.includes(value as string))
      throw new FormError(path, `must be ${allowed.map(String).join(' or ')}`);
  };
}

/** A value that one of two checks takes. */
export function either(first: Check, second: Check, message: string): Check {
  return (value, path) => {
    const takes = (check: Check): boolean => {
      try {
        check(value, path);
        return true;
      } catch {
        return false;
      }
    };
    if (!takes(first) && !takes(second)) throw new FormError(path, message);
  };
}

/** Any JSON object. */
export const anyObject: Check = (value, path) => {
  if (!isObject(value)) throw new FormError(path, 'must be an object');
};

/** An object whose values are all checked the same way. */
export function mapOf(check: Check): Check {
  return (value, path) => {
    anyObject(value, path);
    for (const [key, inner] of Object.entries(value as object)) check(inner, `${path}.${key}`);
  };
}

/** An array whose elements are all checked the same way. */
export function listOf(check: Check, max = 10_000): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw new FormError(path, 'must be an array');
    if (value.length > max) throw new FormError(path, `must have at most ${max} entries`);
    value.forEach((inner, index) => check(inner, `${path}.${index}`));
  };
}

/**
 * An object with some keys, all of them optional, and no others.
 *
 * @param keys - Check of each key's value.
 * @param required - Keys that must be there.
 */
export function objectOf(keys: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    if (!isObject(value)) throw new FormError(path, `must be an object with ${Object.keys(keys).join(', ')}`);
    for (const [key, inner] of Object.entries(value)) {
      const check = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (check === undefined) {
        throw new FormError(`${path}.${key}`, `unknown; allowed are ${Object.keys(keys).join(', ')}`);
      }
      if (inner !== undefined) check(inner, `${path}.${key}`);
    }
    const missing = required.find((key) => value[key] === undefined);
    if (missing !== undefined) throw new FormError(`${path}.${missing}`, 'is required');
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
