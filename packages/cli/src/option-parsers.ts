/** Parsers of option values. */
import { InvalidArgumentError, Option } from 'commander';

/** An option that may be repeated. Its value is the list of all values. All other options have at most one value. */
export class ListOption extends Option {
  /**
   * @param flags - Flags and the name of one value.
   * @param description - Description for the help.
   * @param parse - Parses one value. Default: the text itself.
   */
  constructor(flags: string, description: string, parse: (text: string) => unknown = (text) => text) {
    super(flags, `${description}; may be repeated`);
    this.argParser<readonly unknown[]>((text, earlier = []) => [...earlier, parse(text)]);
  }
}

/**
 * Returns a parser of whole numbers, for an option.
 *
 * @param min - Smallest value.
 * @param max - Largest value.
 */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Where metrics are served. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** Parses `9464` or `0.0.0.0:9464`, for an option. Without a host, it is that of this machine alone. */
export function metricsAddress(text: string): MetricsAddress {
  const [, host = '127.0.0.1', digits = ''] =
    /^(?:([\w.-]{1,253}|\[[\da-f:.]{2,45}\]):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== '' && port <= 65_535) return { host: host.replaceAll(/[[\]]/g, ''), port };
  throw new InvalidArgumentError(
    'It must be a port, or a host and a port, for example 9464 or 0.0.0.0:9464.',
  );
}

/** Parses a price, for an option. */
export function price(text: string): number {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0, for example 2.5.');
}

/** Parses a SHA-256, for an option. */
export function digest(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError('It must have 64 hexadecimal digits in lower case.');
}

/** Parses a share of a whole, for an option. */
export function share(text: string): number {
  const value = Number(text);
  if (/^(?:0?\.\d{1,15}|1(?:\.0*)?)$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('It must be more than 0 and at most 1, for example 0.1 for a tenth.');
}

/** Parses a month, a day or a time (RFC 3339), for an option. Returns the time at which it starts, in UTC. */
export function instant(text: string): string {
  const time = /^\d{4}-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}))?)?$/.test(text)
    ? new Date(text)
    : new Date(Number.NaN);
  // A day that does not exist would become one of the next month.
  const isValid = !Number.isNaN(time.getTime()) && (text.length > 10 || time.toISOString().startsWith(text));
  if (isValid) return time.toISOString();
  throw new InvalidArgumentError('It must be a month, a day or a time, for example 2026-11 or 2026-11-27.');
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `5s`, for an option. Returns the text. */
export function durationText(text: string): string {
  duration(text);
  return text;
}

/** Parses a duration such as `26h`, for an option. Returns milliseconds. */
export function duration(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([a-z])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs !== undefined) return Number(number) * unitMs;
  throw new InvalidArgumentError('It must be a number with a unit: s, m, h or d, for example 26h.');
}
