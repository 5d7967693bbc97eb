/**
 * Runs code that only observes a call, such as a logger. Its failures, including rejected promises, never affect the call.
 *
 * @param observe - The code to run.
 * @param values - Its arguments.
 * @returns The result; undefined if it failed.
 */
export function guarded<A extends unknown[], T>(observe: (...values: A) => T, ...values: A): T | undefined {
  try {
    const result = observe(...values);
    if (result instanceof Promise) result.catch(() => {});
    return result;
  } catch {
    return undefined;
  }
}
