/** The schemas of organization administration, by operation id. */
import type { SchemasFor } from '../kit/schema.js';
import { apiKeySchemas } from './api-keys.schema.js';
import { complianceSettingsSchemas } from './compliance-settings.schema.js';
import { inviteSchemas } from './invites.schema.js';
import type { AdminOperations } from './operations.js';
import { organizationSchemas } from './organization.schema.js';
import { rateLimitSchemas } from './rate-limits.schema.js';
import { reportSchemas } from './reports.schema.js';
import { userSchemas } from './users.schema.js';
import { webhookSchemas } from './webhooks.schema.js';
import { workspaceMemberSchemas } from './workspace-members.schema.js';
import { workspaceSchemas } from './workspaces.schema.js';

/** The schemas of organization administration, by operation id. */
export const adminSchemas: SchemasFor<AdminOperations> = {
  ...organizationSchemas,
  ...inviteSchemas,
  ...userSchemas,
  ...workspaceSchemas,
  ...workspaceMemberSchemas,
  ...apiKeySchemas,
  ...rateLimitSchemas,
  ...reportSchemas,
  ...complianceSettingsSchemas,
  ...webhookSchemas,
};

export { ApiKeySchema, ApiKeyUpdateParamsSchema } from './api-keys.schema.js';
export {
  ComplianceSettingsSchema,
  ComplianceSettingsUpdateParamsSchema,
} from './compliance-settings.schema.js';
export { AdminPageParamsSchema } from './id-page-params.schema.js';
export { DeletedInviteSchema, InviteCreateParamsSchema, InviteSchema } from './invites.schema.js';
export { AssignableRoleSchema, OrganizationRoleSchema, OrganizationSchema } from './organization.schema.js';
export {
  OrganizationRateLimitSchema,
  WorkspaceRateLimitSchema,
  WorkspaceRateLimitUpdateParamsSchema,
} from './rate-limits.schema.js';
export { CostBucketSchema, UsageBucketSchema } from './reports.schema.js';
export {
  DeletedUserSchema,
  UserListParamsSchema,
  UserSchema,
  UserUpdateParamsSchema,
} from './users.schema.js';
export {
  WebhookCreateParamsSchema,
  WebhookEndpointSchema,
  WebhookUpdateParamsSchema,
} from './webhooks.schema.js';
export {
  DeletedWorkspaceMemberSchema,
  WorkspaceMemberCreateParamsSchema,
  WorkspaceMemberSchema,
  WorkspaceMemberUpdateParamsSchema,
} from './workspace-members.schema.js';
export {
  DataResidencySchema,
  WorkspaceCreateParamsSchema,
  WorkspaceListParamsSchema,
  WorkspaceSchema,
  WorkspaceUpdateParamsSchema,
} from './workspaces.schema.js';
