/** Comparison of JSON values, independent of the order of keys. */

import { isContainer } from '../input/json.js';
import type { ResponseChange } from './divergence.js';

/** Returns the differences between two JSON values. An empty list means that they are equal. */
export function differencesOf(expected: unknown, found: unknown, path: string): readonly ResponseChange[] {
  if (!isContainer(expected) || !isContainer(found) || Array.isArray(expected) !== Array.isArray(found)) {
    const [left, right] = [textOf(expected), textOf(found)];
    return left === right ? [] : [{ path, expected: left, found: right }];
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...keys].flatMap((key) => differencesOf(expected[key], found[key], `${path}.${key}`));
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
