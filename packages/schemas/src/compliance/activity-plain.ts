/** Activities that have only the fields of every activity. */
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';

/** An activity without further fields, as far as is known. */
export interface PlainActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'plain'>;
}
