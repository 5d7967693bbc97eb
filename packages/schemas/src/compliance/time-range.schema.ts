/** Schema of a filter by time. */
import { timestamp } from '../kit/limits.schema.js';
import { object, type ObjectSchema, rule } from '../kit/schema.js';
import type { TimeRange } from './time-range.js';

const bound = rule('CMP-029', timestamp).optional();

/** Schema of {@link TimeRange}. */
export const TimeRangeSchema: ObjectSchema<TimeRange> = object<TimeRange>()({
  gt: bound,
  gte: bound,
  lt: bound,
  lte: bound,
});
