/** The operations of organization administration, by id. */
import { apiKeyOperations } from './api-keys.js';
import { complianceSettingsOperations } from './compliance-settings.js';
import { inviteOperations } from './invites.js';
import { organizationOperations } from './organization.js';
import { rateLimitOperations } from './rate-limits.js';
import { reportOperations } from './reports.js';
import { userOperations } from './users.js';
import { webhookOperations } from './webhooks.js';
import { workspaceMemberOperations } from './workspace-members.js';
import { workspaceOperations } from './workspaces.js';

/** Type of {@link adminOperations}. */
export type AdminOperations = typeof organizationOperations &
  typeof inviteOperations &
  typeof userOperations &
  typeof workspaceOperations &
  typeof workspaceMemberOperations &
  typeof apiKeyOperations &
  typeof rateLimitOperations &
  typeof reportOperations &
  typeof complianceSettingsOperations &
  typeof webhookOperations;

/** The operations of organization administration, by id. */
export const adminOperations: AdminOperations = {
  ...organizationOperations,
  ...inviteOperations,
  ...userOperations,
  ...workspaceOperations,
  ...workspaceMemberOperations,
  ...apiKeyOperations,
  ...rateLimitOperations,
  ...reportOperations,
  ...complianceSettingsOperations,
  ...webhookOperations,
};
