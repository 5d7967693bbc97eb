import type { Replay } from '@parlance/schemas/kit';
import type { TimeoutOptions } from './client-options.js';
import { defined } from './defined.js';

/** The deadlines of a call in milliseconds; `Infinity` disables one. */
export type Timeouts = { readonly [Name in keyof TimeoutOptions]-?: number };

const DEFAULTS: Timeouts = {
  keyMs: 30_000,
  queueMs: 300_000,
  connectMs: 10_000,
  sendGapMs: 60_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  firstContentMs: 300_000,
  contentGapMs: 180_000,
  silenceMs: 120_000,
  consumerMs: Infinity,
  totalMs: 120_000,
};

/** What the defaults of a call depend on. */
export interface TimeoutFacts {
  readonly replay: Replay;
  /** Whether the call lasts as long as data is sent: a stream, a download or an upload. */
  readonly isOpenEnded: boolean;
}

/**
 * Returns the deadlines of a call. The call's own take precedence over the client's, then the defaults of the
 * operation apply.
 *
 * @param client - Must not contain undefined members.
 */
export function timeoutsOf(
  { replay, isOpenEnded }: TimeoutFacts,
  client: TimeoutOptions,
  call?: TimeoutOptions,
): Timeouts {
  // Generating a response takes longer than any other operation.
  const generate = replay === 'generate' ? { headersMs: 600_000, totalMs: 900_000 } : undefined;
  const openEnded = isOpenEnded ? { totalMs: Infinity } : undefined;
  return { ...DEFAULTS, ...generate, ...openEnded, ...client, ...defined(call) } as Timeouts;
}
