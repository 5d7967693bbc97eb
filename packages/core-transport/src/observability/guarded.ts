/**
 * Runs code that only observes a call, such as a logger. Its failures, including rejected promises, never affect the call.
 *
 * @returns The result; undefined if it failed.
 */
export function guarded<T>(observe: () => T): T | undefined {
  try {
    const result = observe();
    if (result instanceof Promise) result.catch(() => {});
    return result;
  } catch {
    return undefined;
  }
}
