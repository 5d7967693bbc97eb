/** Schemas of the records of a scenario. */
import * as z from 'zod';
import type { Fields } from '../../input/fields.js';
import { TimeSchema } from '../../world/clock-change.js';
import type {
  ScenarioActivity,
  ScenarioChat,
  ScenarioFile,
  ScenarioGroup,
  ScenarioInvite,
  ScenarioMessage,
  ScenarioOrganization,
  ScenarioRecords,
  ScenarioRemovals,
  ScenarioSpendLimitRequest,
  ScenarioUser,
} from './records.js';

const text = z.string().min(1).max(1000);
const email = text.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address');
const time = TimeSchema.optional();
const optional = text.optional();
const listed = z.array(text).max(100_000).optional();

const file = z
  .strictObject({
    filename: text,
    id: optional,
    mime_type: optional,
    text: z.string().optional(),
    base64: z.base64('must be base64').optional(),
  } satisfies Fields<ScenarioFile>)
  .refine((one) => one.text === undefined || one.base64 === undefined, {
    path: ['base64'],
    error: 'cannot be combined with text',
  });
const files = z.array(file).max(1000).optional();

const message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  id: optional,
  created_at: time,
  updated_at: time,
  files,
  generated_files: files,
  artifacts: files,
} satisfies Fields<ScenarioMessage>);

const chat = z.strictObject({
  user: text,
  id: optional,
  name: optional,
  model: text.nullable().optional(),
  project_id: optional,
  organization: optional,
  created_at: time,
  updated_at: time,
  deleted_at: time,
  messages: z.array(message).max(100_000).optional(),
} satisfies Fields<ScenarioChat>);

const activity: z.ZodType<ScenarioActivity> = z.looseObject({
  type: text,
  id: text.nullable().optional(),
  created_at: time,
  user: optional,
  actor: z.record(z.string(), z.unknown()).optional(),
  organization: text.nullable().optional(),
});

const removals = z.strictObject({
  users: listed,
  chats: listed,
  activities: listed,
} satisfies Fields<ScenarioRemovals>);

const organization = z.strictObject({
  name: text,
  created_at: time,
} satisfies Fields<ScenarioOrganization>);

const user = z.strictObject({
  email,
  id: optional,
  name: optional,
  role: optional,
  created_at: time,
  organization: optional,
} satisfies Fields<ScenarioUser>);

const group = z.strictObject({
  name: text,
  members: listed,
  role_ids: listed,
  source_type: z.enum(['direct', 'scim']).optional(),
} satisfies Fields<ScenarioGroup>);

const spendLimitRequest = z.strictObject({
  user: text,
  id: optional,
  period: z.enum(['daily', 'weekly', 'monthly']).optional(),
  created_at: time,
} satisfies Fields<ScenarioSpendLimitRequest>);

const invite = z.strictObject({
  email,
  id: optional,
  role: optional,
  invited_at: time,
} satisfies Fields<ScenarioInvite>);

/** Schema of {@link ScenarioRecords}. */
export const ScenarioRecordsSchema: z.ZodType<ScenarioRecords> = z.strictObject({
  organizations: z.array(organization).max(1000).optional(),
  users: z.array(user).max(100_000).optional(),
  groups: z.array(group).max(10_000).optional(),
  invites: z.array(invite).max(100_000).optional(),
  accept_invites: listed,
  spend_limit_requests: z.array(spendLimitRequest).max(10_000).optional(),
  chats: z.array(chat).max(100_000).optional(),
  activities: z.array(activity).max(100_000).optional(),
  remove: removals.optional(),
} satisfies Fields<ScenarioRecords>);
