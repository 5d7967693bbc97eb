/** Schemas of activities. */
import * as z from 'zod';
import { idCursorFields, oneCursor } from '../kit/id-page-params.schema.js';
import { idPage, pageLimit } from '../kit/paging.schema.js';
import {
  named,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  type SchemasFor,
} from '../kit/schema.js';
import type * as types from './activities.js';
import { accessActivities } from './activity-access.schema.js';
import { contentActivities } from './activity-content.schema.js';
import { documentedActivities } from './activity-documented.schema.js';
import { activityFields } from './activity-fields.schema.js';
import { plainActivities } from './activity-plain.schema.js';
import type { KnownActivityType } from './activity-types.js';
import type { activityOperations } from './operations.js';
import { TimeRangeSchema } from './time-range.schema.js';

const untyped: ObjectSchema<types.UntypedActivity> = openObject<types.UntypedActivity>()({
  ...activityFields,
  type: z.never().optional(),
});

/** Schema of {@link types.Activity}. */
export const ActivitySchema: Schema<types.Activity> = openUnion<types.Activity>()(
  'type',
  { ...documentedActivities, ...contentActivities, ...accessActivities, ...plainActivities },
  untyped,
);

/** Schema of {@link types.ActivityListParams}. */
export const ActivityListParamsSchema: ObjectSchema<types.ActivityListParams> = oneCursor(
  object<types.ActivityListParams>()({
    ...idCursorFields,
    activity_types: rule('CMP-081', z.array(named(openEnum<KnownActivityType>()))).optional(),
    organization_ids: rule('GEN-022', z.array(z.string().min(1))).optional(),
    actor_ids: rule('GEN-022', z.array(z.string().startsWith('user_'))).optional(),
    created_at: rule('GEN-022', TimeRangeSchema).optional(),
    limit: rule('GEN-022', pageLimit(5000)).optional(),
  }),
);

/** Schemas of the operations on activities, by id. */
export const activitySchemas: SchemasFor<typeof activityOperations> = {
  'activities.list': { query: ActivityListParamsSchema, response: idPage(ActivitySchema) },
};
