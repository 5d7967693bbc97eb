/** RFC 3339 times as instants. */

/** The years 1 to 9999, in which a clock can be, in milliseconds since 1970. */
export const FIRST_MS: number = -62_135_596_800_000;
export const LAST_MS: number = 253_402_300_799_999;

/** An instant, as exactly as the emulator's clock can tell it. */
export interface Instant {
  /** Milliseconds since 1970, rounded down. */
  readonly ms: number;
  /** Whether it lies after that millisecond and before the next. */
  readonly isBetween: boolean;
}

const SUB_MILLISECOND = /\.\d{3}\d*[1-9]/;

/**
 * Reads an RFC 3339 time. A leap second, which the clock does not have, lies between the last millisecond before it and
 * the next minute.
 *
 * @param text - The time; the contract has checked its form.
 */
export function instantOf(text: string): Instant {
  const leap = /^(.*:)60(?:\.\d+)?(\D.*)$/.exec(text);
  if (leap !== null) return { ms: Date.parse(`${leap[1]}59.999${leap[2]}`), isBetween: true };
  return { ms: Date.parse(text), isBetween: SUB_MILLISECOND.test(text) };
}
