/** Activities without further fields. */
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';

/** An activity without known further fields. */
export interface PlainActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'plain'>;
}
