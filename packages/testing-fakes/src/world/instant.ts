/** Conversion of RFC 3339 times to milliseconds. */

/** Start of the year 1, in milliseconds since 1970. */
export const FIRST_MS: number = -62_135_596_800_000;
/** End of the year 9999, in milliseconds since 1970. */
export const LAST_MS: number = 253_402_300_799_999;

/** A point in time, in the resolution of the emulator's clock. */
export interface Instant {
  /** Milliseconds since 1970, rounded down. */
  readonly ms: number;
  /** Whether `ms` was rounded: the time is between this millisecond and the next. */
  readonly isBetween: boolean;
}

const SUB_MILLISECOND = /\.\d{3}\d*[1-9]/;

/**
 * Parses an RFC 3339 time. A leap second, which the clock does not have, counts as between the last millisecond before it
 * and the next minute.
 *
 * @param text - Time in a format that the contract has validated.
 */
export function instantOf(text: string): Instant {
  const leap = /^(.*:)60(?:\.\d+)?(\D.*)$/.exec(text);
  if (leap !== null) return { ms: Date.parse(`${leap[1]}59.999${leap[2]}`), isBetween: true };
  return { ms: Date.parse(text), isBetween: SUB_MILLISECOND.test(text) };
}
