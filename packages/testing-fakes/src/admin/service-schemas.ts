/** Schemas of the admin API. */
import {
  adminSchemas,
  GroupSchema,
  InviteSchema,
  SpendLimitRequestStatusSchema,
  SpendLimitPeriodSchema,
  SpendLimitSchema,
  WorkspaceSchema,
} from '@parlance/schemas/validation/admin';
import * as z from 'zod';
import type { Fields } from '../input/fields.js';
import type { StoredApiKey } from '../organization/api-keys.js';
import type { StoredOrganization, StoredUser } from '../organization/directory.js';
import type { StoredMembership } from '../organization/groups.js';
import type { ServiceSchemas } from '../emulator/service.js';
import type { StoredSpendLimitRequest } from '../organization/spend-limits.js';
import type { AssignedRole } from './workspace-members.js';

type Shape<T> = { readonly [Key in keyof T]-?: z.ZodType };

const text = z.string();
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time');
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

const spendLimitRequest = z.looseObject({
  id: text,
  user_id: text,
  created_at: time,
  period: SpendLimitPeriodSchema,
  status: SpendLimitRequestStatusSchema,
  resolved_at: time.nullable(),
  resolved_by: z.looseObject({ type: text }).nullable(),
} satisfies Shape<StoredSpendLimitRequest>);

/** Schemas of operations and of stored records. */
export const adminServiceSchemas: ServiceSchemas = {
  operations: adminSchemas,
  records: {
    api_keys: apiKey,
    group_members: z.looseObject({ user_id: text, created_at: time } satisfies Fields<StoredMembership>),
    groups: GroupSchema,
    invites: InviteSchema,
    organizations: z.looseObject({ name: text, created_at: time } satisfies Fields<StoredOrganization>),
    spend_limit_requests: spendLimitRequest,
    spend_limits: SpendLimitSchema,
    users: user,
    workspace_roles: z.looseObject({ workspace_role: text } satisfies Shape<AssignedRole>),
    workspaces: WorkspaceSchema,
  },
};
