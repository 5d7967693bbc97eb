/** The members of an options object that are set: undefined means absent, and must not override a default. */
export function defined(options: object | undefined): object {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
}
