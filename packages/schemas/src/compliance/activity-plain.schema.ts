/** Schema of activities without additional fields. */
import * as z from 'zod';
import { each, type MembersFor, type ObjectSchema, openObject } from '../kit/schema.js';
import { activityFields } from './activity-fields.schema.js';
import type { PlainActivity } from './activity-plain.js';
import { activityTypesByKind } from './activity-types.js';

const plainActivity: ObjectSchema<PlainActivity> = openObject<PlainActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.plain),
});

/** The schema, by activity type. */
export const plainActivities: MembersFor<PlainActivity, 'type'> = each(
  activityTypesByKind.plain,
  plainActivity,
);
