import type { HttpFailure } from '../http-adapter.js';

/** Makes the failure that adapters throw when no response, or no whole body, arrives. */
export function httpFailure(code: string, sent: boolean, message: string): HttpFailure {
  return Object.assign(new Error(message), { code, sent });
}

/** The code of an error, or of the error behind it; `unknown` when there is none. */
export function codeOf(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string') return code;
    current = current.cause;
  }
  return 'unknown';
}
