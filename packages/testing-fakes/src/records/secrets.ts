/** Write-only fields: stored, never shown. */

/**
 * Gives a record without some of its fields.
 *
 * @param record - A stored record.
 * @param paths - Dotted paths, for example `auth.token`; a path that is not there is passed over.
 */
export function without<T extends object>(record: T, paths: readonly string[]): T {
  let shown: T = record;
  for (const path of paths) shown = drop(shown, path.split('.')) as T;
  return shown;
}

function drop(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    return value;
  const entries = Object.entries(value);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([key]) => key !== name));
  return Object.fromEntries(entries.map(([key, inner]) => [key, key === name ? drop(inner, rest) : inner]));
}
