/**
 * `@parlance/schemas/admin`: the types and operations of administration alone.
 *
 * @module admin
 */
export { adminNaming } from './naming.js';
export { apiKeyOperations, listApiKeys, retrieveApiKey, updateApiKey } from './api-keys.js';
export type {
  ApiKey,
  ApiKeyCreator,
  ApiKeyListParams,
  ApiKeyOrganizationScope,
  ApiKeyServiceAccountPrincipal,
  ApiKeyStatus,
  ApiKeyUpdateParams,
  ApiKeyUserPrincipal,
  ApiKeyWorkspaceScope,
} from './api-keys.js';
export {
  complianceSettingsOperations,
  retrieveComplianceSettings,
  updateComplianceSettings,
} from './compliance-settings.js';
export type {
  ComplianceDisabled,
  ComplianceEnabled,
  ComplianceSettings,
  ComplianceSettingsUpdateParams,
} from './compliance-settings.js';
export { createInvite, deleteInvite, inviteOperations, listInvites, retrieveInvite } from './invites.js';
export type { DeletedInvite, Invite, InviteCreateParams, InviteListParams, InviteStatus } from './invites.js';
export { organizationOperations, retrieveOrganization } from './organization.js';
export type { AssignableRole, Organization, OrganizationRole } from './organization.js';
export {
  listRateLimits,
  listWorkspaceRateLimits,
  rateLimitOperations,
  updateWorkspaceRateLimit,
} from './rate-limits.js';
export type {
  ModelRateLimitGroup,
  OrganizationLimitSource,
  OrganizationRateLimit,
  RateLimitGroup,
  RateLimitGroupType,
  RateLimitListParams,
  RateLimitType,
  RateLimitValue,
  ServiceRateLimitGroup,
  WorkspaceLimitSource,
  WorkspaceRateLimit,
  WorkspaceRateLimitListParams,
  WorkspaceRateLimitUpdateParams,
  WorkspaceRateLimitUpdateValue,
  WorkspaceRateLimitValue,
} from './rate-limits.js';
export { listCosts, listMessageUsage, reportOperations } from './reports.js';
export type {
  CostBucket,
  CostGroup,
  CostParams,
  CostResult,
  CostTokenType,
  CostType,
  ReportCacheCreation,
  ReportContextWindow,
  ReportPage,
  ReportParams,
  ReportServerToolUse,
  ReportServiceTier,
  UsageBucket,
  UsageGroup,
  UsageParams,
  UsageResult,
} from './reports.js';
export { deleteUser, listUsers, retrieveUser, updateUser, userOperations } from './users.js';
export type { DeletedUser, User, UserListParams, UserUpdateParams } from './users.js';
export {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  regenerateWebhookSecret,
  retrieveWebhook,
  updateWebhook,
  webhookOperations,
} from './webhooks.js';
export type {
  DeletedWebhookEndpoint,
  NewWebhookEndpoint,
  WebhookCreateParams,
  WebhookEndpoint,
  WebhookEndpointState,
  WebhookListParams,
  WebhookSigningSecret,
  WebhookUpdateParams,
} from './webhooks.js';
export {
  createWorkspaceMember,
  deleteWorkspaceMember,
  listWorkspaceMembers,
  retrieveWorkspaceMember,
  updateWorkspaceMember,
  workspaceMemberOperations,
} from './workspace-members.js';
export type {
  AnyWorkspaceRole,
  DeletedWorkspaceMember,
  NewWorkspaceRole,
  WorkspaceMember,
  WorkspaceMemberCreateParams,
  WorkspaceMemberListParams,
  WorkspaceMemberUpdateParams,
  WorkspaceRole,
} from './workspace-members.js';
export {
  archiveWorkspace,
  createWorkspace,
  listWorkspaces,
  retrieveWorkspace,
  updateWorkspace,
  workspaceOperations,
} from './workspaces.js';
export type {
  AllowedInferenceGeos,
  DataResidency,
  DataResidencyCreateParams,
  DataResidencyUpdateParams,
  Workspace,
  WorkspaceCreateParams,
  WorkspaceListParams,
  WorkspaceUpdateParams,
} from './workspaces.js';
export { adminOperations } from './operations.js';
export type { AdminOperations } from './operations.js';
