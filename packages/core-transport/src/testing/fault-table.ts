/**
 * Every promise of the transport with the fault that tests it: what the service or the network does, what our client
 * makes of it, and what plain `fetch` with `response.json()`, or a loop over its body, makes of it. The tests hold both
 * columns, and `docs/reliability.md` is written from it.
 */
import type { TransportOptions } from '../options/transport-options.js';
import type { Scene } from './fault-server.js';

/** One fault. */
export interface Fault {
  /** The promise that it tests. */
  readonly promise: string;
  /** What happens. */
  readonly fault: string;
  /** What is called: `read` and `create` are JSON calls, `stream` is a message stream. */
  readonly kind: 'read' | 'create' | 'stream';
  /** What the server does, request by request; the last one is repeated. */
  readonly scenes: readonly Scene[];
  /** Options that bring the deadline or ceiling within reach. */
  readonly options?: Partial<TransportOptions>;
  /** What our client makes of it: `succeeds`, or the error's class and code. */
  readonly ours: string;
  /** How many requests our client sends. */
  readonly requests: number;
  /** What plain `fetch` makes of it; `waits` is what it does for as long as a test can look. */
  readonly fetch: string;
}

/** Options that make waits short and switch every deadline off but the ones of the fault. */
export function quick(options: Partial<TransportOptions> = {}): Partial<TransportOptions> {
  const { timeouts, retry, ...rest } = options;
  return {
    timeouts: {
      connectMs: Infinity,
      headersMs: Infinity,
      bodyMs: Infinity,
      firstContentMs: Infinity,
      contentGapMs: Infinity,
      silenceMs: Infinity,
      totalMs: Infinity,
      ...timeouts,
    },
    retry: { baseDelayMs: 1, maxDelayMs: 1, ...retry },
    ...rest,
  };
}
