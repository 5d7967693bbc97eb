/**
 * Public entry of `@parlance/admin`: the client that manages an organization, and the errors it throws.
 * Only an explicit, named list of re-exports belongs here.
 *
 * @packageDocumentation
 */
export { AdminClient, type AdminClientOptions } from './admin-client.js';
export { ApiKeys } from './api-keys.js';
export { ComplianceSettingsResource } from './compliance-settings.js';
export { Groups } from './groups.js';
export { Invites } from './invites.js';
export { Organization } from './organization.js';
export { OrganizationRateLimits, WorkspaceRateLimits } from './rate-limits.js';
export { CostReports, UsageReports } from './reports.js';
export { Roles } from './roles.js';
export { SpendLimitIncreaseRequests } from './spend-limit-requests.js';
export { SpendLimits } from './spend-limits.js';
export { Users } from './users.js';
export { Webhooks } from './webhooks.js';
export { WorkspaceMembers } from './workspace-members.js';
export { Workspaces } from './workspaces.js';
export type { WebhookEventType } from '@parlance/schemas/managed-agents';
export * from '@parlance/core-transport/client-exports';
export type * from '@parlance/schemas/admin';
