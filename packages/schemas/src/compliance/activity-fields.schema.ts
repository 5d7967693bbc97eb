/** Schemas of the fields that every activity has. */
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { rule, type Schema } from '../kit/schema.js';
import { ActivityActorSchema } from './activity-actors.schema.js';
import type { ActivityActor } from './activity-actors.js';

/** Schemas of the fields that every activity has besides its type. */
export const activityFields: {
  readonly id: Schema<string | undefined>;
  readonly actor: Schema<ActivityActor>;
  readonly created_at: Schema<string | undefined>;
  readonly organization_id: Schema<string | null | undefined>;
  readonly organization_uuid: Schema<string | null | undefined>;
} = {
  id: z.string().startsWith('activity_').optional(),
  actor: rule('CMP-083', ActivityActorSchema),
  created_at: timestamp.optional(),
  organization_id: z.string().nullish(),
  organization_uuid: z.string().nullish(),
};
