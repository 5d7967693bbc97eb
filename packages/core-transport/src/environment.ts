/**
 * Reads an environment variable. Returns undefined where there is no environment, as in browsers, or access to it is
 * denied.
 */
export function environment(name: string): string | undefined {
  try {
    return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
  } catch {
    return undefined;
  }
}
