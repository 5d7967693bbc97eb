/** Records that a scenario adds to the organization, replaces or removes. */
import * as z from 'zod';
import { TimeSchema } from '../../world/clock-change.js';
import type * as types from './records.js';

const text = z.string().min(1).max(1000);
const email = text.regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address');
const time = TimeSchema.optional();
const optional = text.optional();
const listed = z.array(text).max(100_000).optional();

/** A file or an artifact of a message. */
export const ScenarioFileSchema: z.ZodType<types.ScenarioFile> = z
  .strictObject({
    /** File name, or title of an artifact. */
    filename: text,
    /** Id to download it with. Generated when omitted. */
    id: optional,
    /** Media type. Defaults to `text/plain`. */
    mime_type: optional,
    /** Content as text. Defaults to an empty file. */
    text: z.string().optional(),
    /** Content in base64, instead of `text`. */
    base64: z.base64('must be base64').optional(),
  })
  .refine((one) => one.text === undefined || one.base64 === undefined, {
    path: ['base64'],
    error: 'cannot be combined with text',
  });
const files = z.array(ScenarioFileSchema).max(1000).optional();

/** A message of a chat. */
export const ScenarioMessageSchema: z.ZodType<types.ScenarioMessage> = z.strictObject({
  /** Who wrote it. */
  role: z.enum(['user', 'assistant']),
  /** Text of the message. */
  text: z.string(),
  /** Id. Generated when omitted. */
  id: optional,
  /** Creation time, as RFC 3339. Defaults to that of the chat. */
  created_at: time,
  /** When it was edited, as RFC 3339. Defaults to never. */
  updated_at: time,
  /** Files that the user uploaded. */
  files,
  /** Files that the assistant created. */
  generated_files: files,
  /** Artifacts that the assistant created. */
  artifacts: files,
});

/** A chat. One with the id of an existing chat replaces it. */
export const ScenarioChatSchema: z.ZodType<types.ScenarioChat> = z.strictObject({
  /** Id or email of the user. */
  user: text,
  /** Id. Generated when omitted. */
  id: optional,
  /** Name. Defaults to `Chat`. */
  name: optional,
  /** Model; null if it is not recorded. Defaults to `assistant-sonnet-4-6`. */
  model: text.nullable().optional(),
  /** Id of the project. Defaults to none. */
  project_id: optional,
  /** Name of the organization. Defaults to the organization of the keys. */
  organization: optional,
  /** Creation time, as RFC 3339. Defaults to now. */
  created_at: time,
  /** Time of the last change, as RFC 3339. Defaults to that of the last message. */
  updated_at: time,
  /** Deletion time, as RFC 3339. Defaults to not deleted. */
  deleted_at: time,
  /** Messages, oldest first. */
  messages: z.array(ScenarioMessageSchema).max(100_000).optional(),
});

/** An activity of the audit log. It may repeat the id of another, have none, or be older than those already listed. */
export const ScenarioActivitySchema: z.ZodType<types.ScenarioActivity> = z.looseObject({
  /** Activity type, documented or not. */
  type: text,
  /** Id; null leaves it out, against the contract. Generated when omitted. The same id may occur several times. */
  id: text.nullable().optional(),
  /** When it occurred, as RFC 3339. Defaults to now; an earlier time is one that arrives late. */
  created_at: time,
  /** Id or email of the user who acted. Defaults to the first member. */
  user: optional,
  /** Actor, instead of a user. */
  actor: z.record(z.string(), z.unknown()).optional(),
  /** Name of the organization; null for none. Defaults to the organization of the keys. */
  organization: text.nullable().optional(),
  // Other fields are sent unchanged.
});

/** Records to remove, without a trace in the audit log. */
export const ScenarioRemovalsSchema: z.ZodType<types.ScenarioRemovals> = z.strictObject({
  /** Ids or emails of members who leave. Their chats remain. */
  users: listed,
  /** Ids of chats. */
  chats: listed,
  /** Ids of activities. All with the same id are removed. */
  activities: listed,
});

/** An organization under the same parent as the organization of the keys. */
export const ScenarioOrganizationSchema: z.ZodType<types.ScenarioOrganization> = z.strictObject({
  /** Name, which other records of the scenario refer to. Must be unique. */
  name: text,
  /** Creation time, as RFC 3339. Defaults to now. */
  created_at: time,
});

/** A member. One with the id or email of an existing member replaces its other fields. */
export const ScenarioUserSchema: z.ZodType<types.ScenarioUser> = z.strictObject({
  /** Email address. */
  email,
  /** Id. Generated when omitted. */
  id: optional,
  /** Name. Defaults to the part of the email before the `@`. */
  name: optional,
  /** Role. Defaults to `user`. */
  role: optional,
  /** When the person joined, as RFC 3339. Defaults to now. */
  created_at: time,
  /** Name of the organization. Defaults to the organization of the keys. */
  organization: optional,
});

/** A group of members of the organization of the keys. One with the name of an existing group replaces it. */
export const ScenarioGroupSchema: z.ZodType<types.ScenarioGroup> = z.strictObject({
  /** Name of the group. */
  name: text,
  /** Ids or emails of its members. Defaults to none. */
  members: listed,
  /** Ids of the roles that it grants. Defaults to none. */
  role_ids: listed,
  /** `scim` for a group of an identity provider, which the API cannot change. Defaults to `direct`. */
  source_type: z.enum(['direct', 'scim']).optional(),
});

/** A pending request of a member to increase the own spend limit. */
export const ScenarioSpendLimitRequestSchema: z.ZodType<types.ScenarioSpendLimitRequest> = z.strictObject({
  /** Id or email of the member. */
  user: text,
  /** Id. Generated when omitted. */
  id: optional,
  /** Period of the limit. Defaults to `monthly`. */
  period: z.enum(['daily', 'weekly', 'monthly']).optional(),
  /** When the member sent it, as RFC 3339. Defaults to now. */
  created_at: time,
});

/** A pending invite to the organization of the keys. */
export const ScenarioInviteSchema: z.ZodType<types.ScenarioInvite> = z.strictObject({
  /** Email address of the invited person. */
  email,
  /** Id. Generated when omitted. */
  id: optional,
  /** Role that the person gets. Defaults to `user`. */
  role: optional,
  /** When the invite was sent, as RFC 3339. It expires 21 days later. Defaults to now. */
  invited_at: time,
});

/** Records to add, replace and remove, in the order of these fields. */
export const ScenarioRecordsSchema: z.ZodType<types.ScenarioRecords> = z.strictObject({
  /** Organizations to add under the same parent. */
  organizations: z.array(ScenarioOrganizationSchema).max(1000).optional(),
  /** Members to add or change. */
  users: z.array(ScenarioUserSchema).max(100_000).optional(),
  /** Groups to add or replace. */
  groups: z.array(ScenarioGroupSchema).max(10_000).optional(),
  /** Invites to add. */
  invites: z.array(ScenarioInviteSchema).max(100_000).optional(),
  /** Ids or emails of pending invites that the invited people accept. They become members. */
  accept_invites: listed,
  /** Requests of members to increase their spend limits. */
  spend_limit_requests: z.array(ScenarioSpendLimitRequestSchema).max(10_000).optional(),
  /** Chats to add or replace. */
  chats: z.array(ScenarioChatSchema).max(100_000).optional(),
  /** Activities to add. */
  activities: z.array(ScenarioActivitySchema).max(100_000).optional(),
  /** Records to remove. */
  remove: ScenarioRemovalsSchema.optional(),
});
