/** All admin handlers. Each resource contributes one record. */
import type { AdminOperations } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { webhookHandlers } from '../webhooks/endpoints.js';
import { withActivities } from './activity-log.js';
import { apiKeyHandlers } from './api-keys.js';
import { complianceSettingsHandlers } from './compliance-settings.js';
import { groupHandlers } from './groups.js';
import { inviteHandlers } from './invites.js';
import { organizationHandlers } from './organization.js';
import { rateLimitHandlers } from './rate-limits.js';
import { reportHandlers } from './reports.js';
import { roleHandlers } from './roles.js';
import { spendLimitHandlers } from './spend-limits.js';
import { userHandlers } from './users.js';
import { workspaceMemberHandlers } from './workspace-members.js';
import { workspaceHandlers } from './workspaces.js';

/** Handlers for the admin operations. */
export const adminHandlers: HandlersFor<AdminOperations> = withActivities({
  ...organizationHandlers,
  ...inviteHandlers,
  ...userHandlers,
  ...workspaceHandlers,
  ...workspaceMemberHandlers,
  ...groupHandlers,
  ...roleHandlers,
  ...apiKeyHandlers,
  ...rateLimitHandlers,
  ...spendLimitHandlers,
  ...reportHandlers,
  ...complianceSettingsHandlers,
  ...webhookHandlers,
});
