/** Activities: the audit log of the parent organization. */
import * as z from 'zod';
import { aliasOf, unknownAs, operationsOf, type OperationContract } from '../kit/contract.js';
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
} from '../kit/schema.js';
import { AccessActivity } from './activity-access.contract.js';
import { ContentActivity } from './activity-content.contract.js';
import { DocumentedActivity } from './activity-documented.contract.js';
import { ActivityFields } from './activity-fields.contract.js';
import { PlainActivity } from './activity-plain.contract.js';
import { activityTypes } from './activity-types.js';
import type * as types from './activities.js';
import { TimeRange } from './time-range.contract.js';

/** An activity without a type. */
export const UntypedActivity: ObjectSchema<types.UntypedActivity> = openObject('ActivityFields', {
  ...ActivityFields.shape,
  /** Always absent. */
  type: z.never().optional(),
});

/**
 * One record of the audit log, discriminated by `type`.
 *
 * @source compliance > Activity (audit record)
 */
export const Activity: Schema<types.Activity> = unknownAs(
  'UnknownActivity',
  openUnion('type', [DocumentedActivity, ContentActivity, AccessActivity, PlainActivity], UntypedActivity),
);

/** Type of an activity, for the filter `activity_types`. The service may add types. */
export const ActivityType: Schema<types.ActivityType> = aliasOf(
  'OpenEnum<KnownActivityType>',
  named(openEnum(activityTypes)),
);

/**
 * Query of {@link listActivities}.
 *
 * @remarks Only `activity_types` is in the documents; see "What the documents do not show" 1.5.1
 */
export const ActivityListParams: ObjectSchema<types.ActivityListParams> = oneCursor(
  object({
    /** Opaque cursor. Returns the activities after it, which are older. Cannot be combined with `before_id`. */
    after_id: idCursorFields.after_id,
    /** Opaque cursor. Returns the activities before it, which are newer. */
    before_id: idCursorFields.before_id,
    /** Returns only activities of these types. */
    activity_types: rule('CMP-081', z.array(ActivityType)).optional(),
    /** Returns only activities in these organizations: ids (`org_...`) or UUIDs. */
    organization_ids: rule('GEN-022', z.array(z.string().min(1))).optional(),
    /** Returns only activities performed by these users (`user_...`). */
    actor_ids: rule('GEN-022', z.array(z.string().startsWith('user_'))).optional(),
    /** Returns only activities in this time range. */
    created_at: rule('GEN-022', TimeRange).optional(),
    /** Activities per page, 1 to 5,000. Default 100. */
    limit: rule('GEN-022', pageLimit(5000)).optional(),
  }),
);

const operation = operationsOf({ auth: 'compliance-key', source: 'compliance > Compliance: activities' });

/** Lists the activities of the authenticated parent organization, newest first. Ties are sorted by id. */
export const listActivities: OperationContract = operation({
  id: 'activities.list',
  route: 'GET /v1/compliance/activities',
  paging: 'id',
  query: {
    activity_types: 'name[]',
    organization_ids: 'name[]',
    actor_ids: 'name[]',
    created_at: 'name.gte',
  },
  assumed: ['query', 'response'],
  schemas: { query: ActivityListParams, response: idPage(Activity) },
});
