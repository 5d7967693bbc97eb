/** Activities without additional fields. */
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';

/** An activity without known additional fields. */
export interface PlainActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'plain'>;
}
