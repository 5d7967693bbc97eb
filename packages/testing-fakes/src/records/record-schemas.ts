/** Schemas of stored records, by collection. Those of sessions are in `managed-agents/run/session-check.ts`. */
import type { Project } from '@parlance/schemas';
import {
  AgentSchema,
  EnvironmentSchema,
  EnvironmentWorkSchema,
  FileMetadataSchema,
  InviteSchema,
  MemorySchema,
  MemoryStoreSchema,
  MemoryVersionSchema,
  SkillSchema,
  SkillVersionSchema,
  UserProfileSchema,
  VaultCredentialSchema,
  VaultSchema,
  WorkspaceSchema,
} from '@parlance/schemas/validation';
import * as z from 'zod';
import type { StoredApiKey } from '../admin/api-keys.js';
import type { StoredOrganization, StoredUser } from '../organization/directory.js';
import type { AssignedRole } from '../admin/workspace-members.js';
import type { StoredActivity } from '../organization/activity-records.js';
import type { StoredChat, StoredContent, StoredMessage } from '../compliance/chat-records.js';
import type { StoredBatch } from '../inference/batch-records.js';
import type { Fields } from '../input/fields.js';
import { SessionScenarioSchema } from '../managed-agents/run/session-scenario.schema.js';

type Shape<T> = { readonly [Key in keyof T]-?: z.ZodType };

const text = z.string();
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time');
const objects = z.array(z.looseObject({ id: text })).optional();

const message = z.looseObject({
  id: text,
  role: z.enum(['assistant', 'user']),
  text,
  created_at: time,
  updated_at: time.optional(),
  artifacts: objects,
  files: objects,
  generated_files: objects,
} satisfies Shape<StoredMessage>);

const chat = z.looseObject({
  id: text,
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
  model: text.nullable(),
  name: text,
  project_id: text.nullable(),
  organization: text.optional(),
  user: z.looseObject({ id: text, email_address: text }),
  messages: z.array(message),
} satisfies Shape<StoredChat>);

const content = z.looseObject({
  chat_id: text,
  kind: z.enum(['artifact', 'file', 'generated_file']),
  filename: text,
  mime_type: text,
  data: text,
  encoding: z.enum(['utf8', 'base64']),
} satisfies Fields<StoredContent>);

const activity = z.looseObject({
  id: text.nullable(),
  created_at: time,
  isOwned: z.boolean(),
  organization: text.optional(),
  details: z.looseObject({ type: text }),
} satisfies Shape<StoredActivity>);

const user = z.looseObject({
  id: text,
  email: text,
  name: text,
  role: text,
  added_at: time,
  created_at: time,
} satisfies Shape<StoredUser>);

const apiKey = z.looseObject({
  id: text,
  name: text,
  workspace_id: text.nullable(),
  created_at: time,
  partial_key_hint: text,
  status: z.enum(['active', 'inactive', 'archived']),
} satisfies Fields<StoredApiKey>);

const project = z.looseObject({ id: text, name: text, created_at: time } satisfies Partial<Shape<Project>>);

const batch = z.looseObject({
  id: text,
  created_at: time,
  ended_at: time.nullable(),
  cancel_initiated_at: time.nullable(),
  size: z.int().min(1),
  done: z.int().min(0),
  counts: z.record(z.enum(['succeeded', 'errored', 'canceled', 'expired']), z.int()),
  waits: z.record(text, z.int()),
  betas: z.array(text),
  version: text.nullable(),
} satisfies Shape<StoredBatch>);

/** Schemas of the records that have one, by name of their collection. */
export const recordSchemas: Readonly<Record<string, z.ZodType | undefined>> = {
  activities: activity,
  agent_versions: AgentSchema,
  agents: AgentSchema,
  api_keys: apiKey,
  chat_contents: content,
  chats: chat,
  environment_work: EnvironmentWorkSchema,
  environments: EnvironmentSchema,
  file_contents: z.looseObject({ base64: text }),
  files: FileMetadataSchema,
  invites: InviteSchema,
  memories: MemorySchema,
  memory_stores: MemoryStoreSchema,
  memory_versions: MemoryVersionSchema,
  message_batches: batch,
  organizations: z.looseObject({ name: text, created_at: time } satisfies Fields<StoredOrganization>),
  projects: project,
  session_scenario: SessionScenarioSchema,
  skill_versions: SkillVersionSchema,
  skills: SkillSchema,
  user_profiles: UserProfileSchema,
  users: user,
  vault_credentials: VaultCredentialSchema,
  vaults: VaultSchema,
  workspace_roles: z.looseObject({ workspace_role: text } satisfies Shape<AssignedRole>),
  workspaces: WorkspaceSchema,
};
