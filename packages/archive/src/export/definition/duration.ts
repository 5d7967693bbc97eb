import { wrong } from '../../option-checks.js';

/** A duration: a whole number and a unit (`s`, `m`, `h` or `d`), for example `15m` or `24h`. */
export type Duration = `${number}${'s' | 'm' | 'h' | 'd'}`;

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Converts a duration to milliseconds.
 *
 * @param option - Name of the option, for the error.
 * @param value - The duration.
 * @throws {ConfigError} When it is invalid or zero.
 */
export function durationMs(option: string, value: unknown): number {
  const [, count, unit] = (typeof value === 'string' ? /^(\d{1,6})(s|m|h|d)$/.exec(value) : null) ?? [];
  // The expression allows only the names of units.
  const ms = Number(count) * (UNIT_MS[unit as keyof typeof UNIT_MS] ?? Number.NaN);
  if (!(ms > 0)) throw wrong(option, 'must be a duration above 0, e.g. 15m, 24h or 7d');
  return ms;
}

/**
 * Converts a time to milliseconds since 1970.
 *
 * @param option - Name of the option, for the error.
 * @param value - RFC 3339 time, or a `Date`.
 * @throws {ConfigError} When it is invalid.
 */
export function timeMs(option: string, value: unknown): number {
  const ms =
    value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const isDated =
    value instanceof Date ||
    (typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(value));
  if (!isDated || Number.isNaN(ms))
    throw wrong(option, 'must be a Date or an RFC 3339 time with an offset, e.g. 2026-06-01T00:00:00Z');
  return ms;
}

/** Formats a time as RFC 3339, in UTC, with milliseconds. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
