/** Fields of every activity. */
import * as z from 'zod';
import { mark } from '../kit/contract.js';
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
export const ActivityFields: ObjectSchema<types.ActivityFields> = openObject({
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
 * Returns the fields of the activities of one kind: those of every activity, and the type.
 *
 * @param kind - The kind.
 */
export function activity<Kind extends ActivityKind>(
  kind: Kind,
): typeof ActivityFields.shape & { readonly type: Schema<ActivityTypeOf<Kind>> } {
  const types = z.enum(activityTypesByKind[kind] as readonly string[]);
  const marks = { typeName: `ActivityTypeOf<'${kind}'>`, prose: 'Type of the activity.' };
  return { ...ActivityFields.shape, type: mark(marks, types) as z.ZodType as Schema<ActivityTypeOf<Kind>> };
}
