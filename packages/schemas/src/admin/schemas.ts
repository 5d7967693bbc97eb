/** The schemas of organization administration, by operation id. */
import type { SchemasFor } from '../kit/schema.js';
import { inviteSchemas } from './invites.schema.js';
import type { AdminOperations } from './operations.js';
import { organizationSchemas } from './organization.schema.js';
import { userSchemas } from './users.schema.js';
import { workspaceMemberSchemas } from './workspace-members.schema.js';
import { workspaceSchemas } from './workspaces.schema.js';

/** The schemas of organization administration, by operation id. */
export const adminSchemas: SchemasFor<AdminOperations> = {
  ...organizationSchemas,
  ...inviteSchemas,
  ...userSchemas,
  ...workspaceSchemas,
  ...workspaceMemberSchemas,
};
