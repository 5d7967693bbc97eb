/** Describes the outcome of work for the table. */
import { setTimeout as wait } from 'node:timers/promises';

/** The result of a probe. */
export interface Observation {
  /** Whether the library behaves as expected. */
  readonly good: boolean;
  readonly says: string;
}

/** The outcome of work. */
export type Outcome = (
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'waits' }
) & { readonly millis: number };

/** Timeout for immediate outcomes, in milliseconds. Generous, because the machine may be busy. */
export const AT_ONCE_MS = 30_000;

/** Waits for the outcome of work, up to `patienceMs`. */
export async function outcomeOf(
  work: () => PromiseLike<unknown>,
  patienceMs: number = AT_ONCE_MS,
): Promise<Outcome> {
  const start = performance.now();
  const settledFirst = new AbortController();
  const outcome = await Promise.race([
    settled(work),
    wait(patienceMs, { kind: 'waits' as const }, { signal: settledFirst.signal }).catch(() => ({
      kind: 'waits' as const,
    })),
  ]);
  settledFirst.abort();
  return { ...outcome, millis: performance.now() - start };
}

async function settled(work: () => PromiseLike<unknown>) {
  try {
    return { kind: 'returned' as const, value: await work() };
  } catch (error) {
    return { kind: 'failed' as const, error };
  }
}

/** Expects an error. `otherwise` describes a result that was returned instead. */
export function mustFail(outcome: Outcome, otherwise: string): Observation {
  return {
    good: outcome.kind === 'failed',
    says: outcome.kind === 'returned' ? otherwise : inWords(outcome),
  };
}

/** Describes an outcome. */
export function inWords(outcome: Outcome): string {
  if (outcome.kind === 'failed') return `error \`${nameOf(outcome.error)}\``;
  return outcome.kind === 'returned' ? 'succeeds' : `still waiting after ${duration(outcome.millis)}`;
}

/** Describes an outcome with its duration. */
export function inTime(outcome: Outcome): string {
  return outcome.kind === 'waits'
    ? inWords(outcome)
    : `${inWords(outcome)} after ${duration(outcome.millis)}`;
}

/** Returns the class name of an error. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const own = error.constructor.name.replace(/^_/, '');
  return own === 'Error' || own === 'DOMException' ? error.name : own;
}

/** Formats a number of requests, for example `one request` or `3 requests`. */
export function counted(requests: { readonly length: number }): string {
  return requests.length === 1 ? 'one request' : `${requests.length} requests`;
}

function duration(millis: number): string {
  return millis < 1000 ? 'less than 1 s' : `${Math.round(millis / 1000)} s`;
}
