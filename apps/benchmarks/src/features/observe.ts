/** What came of a piece of work, in the words that a table shows. */
import { setTimeout as wait } from 'node:timers/promises';

/** What a library made of a probe. */
export interface Observation {
  /** Whether a program is served well by it. */
  readonly good: boolean;
  readonly says: string;
}

/** How a piece of work ended. */
export type Ending = (
  | { readonly kind: 'gave'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'waits' }
) & { readonly millis: number };

/** Longest wait for what should come at once, in milliseconds; long, because the machine may be busy. */
export const AT_ONCE_MS = 30_000;

/** Waits for the end of a piece of work, and no longer than `patienceMs`. */
export async function endingOf(
  work: () => PromiseLike<unknown>,
  patienceMs: number = AT_ONCE_MS,
): Promise<Ending> {
  const begin = performance.now();
  const enough = new AbortController();
  const ending = await Promise.race([
    settled(work),
    wait(patienceMs, { kind: 'waits' as const }, { signal: enough.signal }).catch(() => ({
      kind: 'waits' as const,
    })),
  ]);
  enough.abort();
  return { ...ending, millis: performance.now() - begin };
}

async function settled(work: () => PromiseLike<unknown>) {
  try {
    return { kind: 'gave' as const, value: await work() };
  } catch (error) {
    return { kind: 'failed' as const, error };
  }
}

/** A fault that a program must hear of: only an error is good. */
export function mustFail(ending: Ending, otherwise: string): Observation {
  return { good: ending.kind === 'failed', says: ending.kind === 'gave' ? otherwise : inWords(ending) };
}

/** How a piece of work ended, in words. */
export function inWords(ending: Ending): string {
  if (ending.kind === 'failed') return `error \`${nameOf(ending.error)}\``;
  return ending.kind === 'gave' ? 'succeeds' : `still waiting after ${duration(ending.millis)}`;
}

/** The same with how long it took. */
export function inTime(ending: Ending): string {
  return ending.kind === 'waits' ? inWords(ending) : `${inWords(ending)} after ${duration(ending.millis)}`;
}

/** The class of an error as a program sees it. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const own = error.constructor.name.replace(/^_/, '');
  return own === 'Error' || own === 'DOMException' ? error.name : own;
}

/** `one request`, `3 requests`. */
export function counted(requests: { readonly length: number }): string {
  return requests.length === 1 ? 'one request' : `${requests.length} requests`;
}

function duration(millis: number): string {
  return millis < 1000 ? 'less than 1 s' : `${Math.round(millis / 1000)} s`;
}
