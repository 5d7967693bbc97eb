/** The members of an options object that are set: undefined means absent, and must not override a default. */
export function defined<T extends object>(options: T | undefined): T | undefined {
  if (options === undefined) return undefined;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
