import type { HttpFailure } from '../http-adapter.js';

/** Creates the failure that adapters throw when a response, or part of its body, does not arrive. */
export function httpFailure(code: string, sent: boolean, message: string): HttpFailure {
  return Object.assign(new Error(message), { code, sent });
}

/** Returns the code of an error or of its cause; `unknown` if neither has one. */
export function codeOf(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
    current = current.cause;
  }
  return 'unknown';
}
