/** Activities of types that later versions of the service add. */
import type { UnknownType } from '../kit/open.js';
import type { ActivityFields } from './activity-fields.js';

/** An activity whose `type` this package does not know, with all its fields. */
export interface UnknownActivity extends ActivityFields {
  /** Type of the activity, other than the known ones. */
  type: UnknownType;
  /** Every other field, as received. */
  [field: string]: unknown;
}
