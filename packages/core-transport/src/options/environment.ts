/** Reads an environment variable; undefined where there is no environment, as in a browser, or where reading it is not allowed. */
export function environment(name: string): string | undefined {
  try {
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
  } catch {
    return undefined;
  }
}
