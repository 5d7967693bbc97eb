/** Activities without additional fields. */
import { each, type MembersFor, type ObjectSchema, openObject } from '../kit/schema.js';
import { ActivityFields, typeOfKind } from './activity-fields.contract.js';
import type * as types from './activity-plain.js';
import { activityTypesByKind } from './activity-types.js';

/** An activity without known additional fields. */
export const PlainActivity: ObjectSchema<types.PlainActivity> = openObject<types.PlainActivity>(
  'ActivityFields',
)({
  ...ActivityFields.shape,
  /** Type of the activity. */
  type: typeOfKind('plain'),
});

/** The schema, by activity type. */
export const plainActivities: MembersFor<types.PlainActivity, 'type'> = each(
  activityTypesByKind.plain,
  PlainActivity,
);
