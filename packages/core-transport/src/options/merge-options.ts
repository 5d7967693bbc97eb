import type { TransportOptions } from './client-options.js';

/** Returns the options that are set. Undefined counts as absent, so that it does not override a default. */
export function defined<T extends object>(options: T | undefined): T | undefined {
  if (options === undefined) return undefined;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** Options whose members are merged one by one. */
const RECORDS: ReadonlySet<string> = new Set(['timeouts', 'retry', 'budget', 'rateLimit', 'headers']);

/**
 * Combines the options of a client with changes to them. The members of `timeouts`, `retry`, `rateLimit` and `headers` are
 * merged one by one; every other option replaces the earlier one. Undefined changes nothing.
 */
export function mergeOptions<O extends TransportOptions>(options: O, changes: O): O {
  return merge(options, changes) as O;
}

function merge(options: object, changes: object): object {
  const merged: Record<string, unknown> = { ...options };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const before = merged[name];
    merged[name] = RECORDS.has(name) && isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
