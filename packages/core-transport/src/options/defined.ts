/** Returns the options that are set. Undefined counts as absent, so that it does not override a default. */
export function defined<T extends object>(options: T | undefined): T | undefined {
  if (options === undefined) return undefined;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
