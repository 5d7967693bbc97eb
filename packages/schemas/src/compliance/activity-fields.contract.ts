/** Fields of every activity. */
import * as z from 'zod';
import { typed } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { type ObjectSchema, openObject, rule, type Schema } from '../kit/schema.js';
import { ActivityActor } from './activity-actors.contract.js';
import type * as types from './activity-fields.js';
import { activityTypesByKind, type ActivityKind, type ActivityTypeOf } from './activity-types.js';

/**
 * Fields of every activity, except its type.
 *
 * @source compliance > Activity (audit record)
 */
export const ActivityFields: ObjectSchema<types.ActivityFields> = openObject<types.ActivityFields>()({
  /** Identifier with the prefix `activity_`. */
  id: z.string().startsWith('activity_').optional(),
  /** Actor who performed the activity. */
  actor: rule('CMP-083', ActivityActor),
  /** Time of the activity (RFC 3339). */
  created_at: timestamp.optional(),
  /** Organization of the activity; null or absent if there is none, for example for a login. */
  organization_id: z.string().nullish(),
  /**
   * Organization of the activity, as a UUID.
   *
   * @deprecated Use `organization_id`. The service still sends it for older clients.
   */
  organization_uuid: z.string().nullish(),
});

/**
 * Returns the schema of the types of one kind of activity.
 *
 * @param kind - The kind.
 */
export function typeOfKind<Kind extends ActivityKind>(kind: Kind): Schema<ActivityTypeOf<Kind>> {
  const types = z.enum(activityTypesByKind[kind] as readonly string[]);
  return typed(`ActivityTypeOf<'${kind}'>`, types) as z.ZodType as Schema<ActivityTypeOf<Kind>>;
}
