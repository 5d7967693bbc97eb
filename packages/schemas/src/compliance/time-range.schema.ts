/** Schema of a filter by time. */
import { timestamp } from '../kit/limits.schema.js';
import { object, rule, type Schema } from '../kit/schema.js';
import type { TimeRange } from './time-range.js';

const bound = rule('CMP-029', timestamp).optional();

/** Schema of {@link TimeRange}. */
export const TimeRangeSchema: Schema<TimeRange> = object<TimeRange>()({
  gt: bound,
  gte: bound,
  lt: bound,
  lte: bound,
});
