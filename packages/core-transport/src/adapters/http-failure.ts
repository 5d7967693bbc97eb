import type { HttpFailure } from '../http-adapter.js';

/** Creates the failure that adapters throw when the response or part of its body is missing. */
export function httpFailure(code: string, sent: boolean, message: string): HttpFailure {
  return Object.assign(new Error(message), { code, sent });
}

/** The code of an error, or of the error behind it; `unknown` without one. */
export function codeOf(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
    current = current.cause;
  }
  return 'unknown';
}
