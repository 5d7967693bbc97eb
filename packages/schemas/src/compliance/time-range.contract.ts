/** Filters by time. */
import { timestamp } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule } from '../kit/schema.js';
import type * as types from './time-range.js';

const bound = rule('CMP-029', timestamp).optional();

/**
 * Time range for filtering. Each bound is an RFC 3339 time with seconds and an offset; bounds can be combined.
 */
export const TimeRange: ObjectSchema<types.TimeRange> = object({
  /** After this time. */
  gt: bound,
  /** At or after this time. */
  gte: bound,
  /** Before this time. */
  lt: bound,
  /** At or before this time. */
  lte: bound,
});
