import type { Replay } from '@parlance/schemas/kit';
import type { TimeoutOptions } from './client-options.js';
import { defined } from './defined.js';

/** The deadlines of one call, in milliseconds; `Infinity` disables one. */
export type Timeouts = { readonly [Name in keyof TimeoutOptions]-?: number };

const DEFAULTS: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  bodyMs: 60_000,
  firstContentMs: 300_000,
  contentGapMs: 180_000,
  silenceMs: 120_000,
  totalMs: 120_000,
};

/** Generating a reply takes longer than any other operation. */
const GENERATE_DEFAULTS: Timeouts = { ...DEFAULTS, headersMs: 600_000, totalMs: 900_000 };

/**
 * Returns the deadlines of a call: its own, else the client's, else the defaults of the operation.
 *
 * @param client - Must not have undefined members.
 */
export function timeoutsOf(replay: Replay, client: TimeoutOptions, call?: TimeoutOptions): Timeouts {
  const defaults = replay === 'generate' ? GENERATE_DEFAULTS : DEFAULTS;
  return { ...defaults, ...client, ...defined(call) } as Timeouts;
}
