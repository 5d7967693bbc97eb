/** Sets a world's clock from a JSON document. */
import type { Clock, ClockMode } from '../world/clock.js';

const KEYS = ['advance_ms', 'set', 'mode', 'factor'];
const MODES: readonly ClockMode[] = ['skip', 'manual', 'running'];
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Sets a clock: `{"advance_ms": n}`, `{"set": "RFC 3339"}`, `{"mode": "running", "factor": 60}`.
 *
 * @returns The time after it, as `{"now": "RFC 3339"}`.
 * @throws {TypeError} For anything else; the message names the key and what is allowed.
 */
export function setClock(clock: Clock, change: unknown): { readonly now: string } {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    throw new TypeError(`The body must be an object with ${KEYS.join(', ')}.`);
  }
  const { advance_ms: advanceMs, set, mode, factor = 1 } = change as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(change).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new TypeError(`${unknown}: unknown; allowed are ${KEYS.join(', ')}`);
  if (Object.keys(change).length === 0) throw new TypeError(`One of ${KEYS.join(', ')} is required.`);
  if (mode !== undefined && !MODES.includes(mode as ClockMode))
    throw new TypeError(`mode: must be one of ${MODES.join(', ')}`);
  if (typeof factor !== 'number' || !(factor > 0 && factor <= 1e6))
    throw new TypeError('factor: must be a number above 0, at most 1000000');
  const isSpan = typeof advanceMs === 'number' && advanceMs >= 0 && advanceMs <= 1e13;
  if (advanceMs !== undefined && !isSpan)
    throw new TypeError('advance_ms: must be a number of milliseconds from 0 to 1e13');
  const at = typeof set === 'string' && RFC_3339.test(set) ? Date.parse(set) : Number.NaN;
  if (set !== undefined && Number.isNaN(at)) throw new TypeError('set: must be an RFC 3339 time');
  if (mode !== undefined) clock.run(mode as ClockMode, factor);
  if (set !== undefined) clock.set(at);
  if (isSpan) clock.advance(advanceMs);
  return { now: clock.iso() };
}
