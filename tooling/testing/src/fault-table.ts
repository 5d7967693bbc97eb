/**
 * Every promise of the transport with the fault that tests it: what the service or the network does, how the client
 * behaves, and how plain `fetch` behaves with `response.json()` or a loop over the body. The tests verify both columns,
 * and `docs/reliability.md` is generated from this table.
 */
import type { ClientOptions } from '@parlance/core-transport';
import type { Responder } from './fault-server.js';

/** One fault. */
export interface Fault {
  /** The promise that it tests. */
  readonly promise: string;
  /** What the service or the network does. */
  readonly fault: string;
  /** What is called: `read` and `create` are JSON calls, `stream` is a message stream. */
  readonly kind: 'read' | 'create' | 'stream';
  /** What the server does for each request; the last one is repeated. */
  readonly responders: readonly Responder[];
  /** Options that make the deadline or limit small enough for a test. */
  readonly options?: Partial<ClientOptions>;
  /** How the client behaves: `succeeds`, or the class and code of the error. */
  readonly ours: string;
  /** Number of requests that the client sends. */
  readonly requests: number;
  /** How plain `fetch` behaves; `waits` means that nothing happens while the test runs. */
  readonly fetch: string;
}

/** Options that shorten the waits and disable every deadline except those of the fault. */
export function quick(options: Partial<ClientOptions> = {}): Partial<ClientOptions> {
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
