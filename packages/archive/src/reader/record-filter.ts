import { ConfigError } from '@parlance/schemas/kit';
import type { ArchivePart } from './archive-index.js';
import type { ArchiveRecord } from '../records/archive-record.js';

/** A range of time: `from` inclusive, `to` exclusive. */
export interface TimeBounds {
  /** Start, inclusive: RFC 3339, or a date. Default: no lower bound. */
  from?: string | Date | undefined;
  /** End, exclusive: RFC 3339, or a date. Default: no upper bound. */
  to?: string | Date | undefined;
}

/** A range of time in milliseconds. */
export interface TimeRangeMs {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a range of time.
 *
 * @throws {ConfigError} When a bound is not a time.
 */
export function parseBounds(
  bounds: TimeBounds,
  names: readonly [string, string] = ['from', 'to'],
): TimeRangeMs {
  return {
    from: parseTime(bounds.from, names[0]) ?? -Infinity,
    to: parseTime(bounds.to, names[1]) ?? Infinity,
  };
}

/** Returns whether the time of a record is in a range. A record without a time, for example a file, is in every range. */
export function isInRange(record: ArchiveRecord, range: TimeRangeMs): boolean {
  const time = 'created_at' in record.body ? Date.parse(String(record.body.created_at)) : Number.NaN;
  return Number.isNaN(time) || (time >= range.from && time < range.to);
}

/** Returns whether a part can contain records in a range. */
export function overlaps({ family, bounds }: ArchivePart, range: TimeRangeMs): boolean {
  if (family !== 'activities') return true;
  const from = bounds.from === null ? -Infinity : Date.parse(bounds.from);
  return from < range.to && Date.parse(bounds.to) > range.from;
}

/**
 * Parses a time.
 *
 * @throws {ConfigError} When it is not one.
 */
export function parseTime(value: string | Date | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : value.getTime();
  if (Number.isNaN(time))
    throw new ConfigError(name, `\`${name}\` must be a time, e.g. \`2026-04-01T00:00:00Z\``);
  return time;
}
