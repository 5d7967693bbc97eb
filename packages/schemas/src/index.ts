/**
 * `@parlance/schemas`: the types and operations of the Assistant Platform. Interfaces and operations belong here;
 * whatever loads zod belongs in `@parlance/schemas/validation`.
 */
export { kindOf } from './kit/issue.js';
export type { ContractIssue, IssueCode, ValueKind } from './kit/issue.js';
export type { OpenEnum, UnknownMember, UnknownType } from './kit/open.js';
export type {
  BodyOf,
  EventOf,
  KeyKind,
  Operation,
  OperationPart,
  OperationShape,
  ParamsOf,
  QueryOf,
  QueryStyle,
  Replay,
  ResponseOf,
  ShapeOf,
} from './kit/operation.js';
export type { CursorPage, CursorPageParams, IdPage, IdPageParams } from './kit/paging.js';
export type { Drift, RequestMode, RequestParts, ResponseMode, Validator } from './kit/validator.js';
export { listModels, modelOperations, retrieveModel } from './inference/models.js';
export type {
  CapabilitySupport,
  ContextManagementCapability,
  EffortCapability,
  Model,
  ModelCapabilities,
  ModelInfo,
  ModelListParams,
  ThinkingCapability,
  ThinkingTypes,
} from './inference/models.js';
export {
  createMemory,
  deleteMemory,
  listMemories,
  memoryOperations,
  retrieveMemory,
  updateMemory,
} from './managed-agents/memories.js';
export type {
  DeletedMemory,
  Memory,
  MemoryCreateParams,
  MemoryDeleteParams,
  MemoryListItem,
  MemoryListParams,
  MemoryPrecondition,
  MemoryPrefix,
  MemoryUpdateParams,
  MemoryView,
  MemoryViewParams,
} from './managed-agents/memories.js';
export {
  archiveMemoryStore,
  createMemoryStore,
  deleteMemoryStore,
  listMemoryStores,
  memoryStoreOperations,
  retrieveMemoryStore,
  updateMemoryStore,
} from './managed-agents/memory-stores.js';
export type {
  DeletedMemoryStore,
  InclusiveTimeRange,
  MemoryStore,
  MemoryStoreCreateParams,
  MemoryStoreListParams,
  MemoryStoreUpdateParams,
} from './managed-agents/memory-stores.js';
export {
  listMemoryVersions,
  memoryVersionOperations,
  redactMemoryVersion,
  retrieveMemoryVersion,
} from './managed-agents/memory-versions.js';
export type {
  ApiActor,
  MemoryActor,
  MemoryVersion,
  MemoryVersionListParams,
  MemoryVersionOperation,
  SessionActor,
  UserActor,
} from './managed-agents/memory-versions.js';
export type { Metadata, MetadataPatch } from './managed-agents/metadata.js';
export {
  createUserProfile,
  createUserProfileEnrollmentUrl,
  listUserProfiles,
  retrieveUserProfile,
  updateUserProfile,
  userProfileOperations,
} from './managed-agents/user-profiles.js';
export type {
  TrustGrant,
  UserProfile,
  UserProfileCreateParams,
  UserProfileEnrollmentUrl,
  UserProfileListParams,
  UserProfileRelationship,
  UserProfileUpdateParams,
} from './managed-agents/user-profiles.js';
export type {
  McpOauth,
  McpOauthCreateParams,
  McpOauthRefresh,
  McpOauthRefreshParams,
  McpOauthRefreshUpdateParams,
  McpOauthUpdateParams,
  StaticBearer,
  StaticBearerCreateParams,
  StaticBearerUpdateParams,
  TokenEndpointAuthNone,
  TokenEndpointAuthSecret,
  TokenEndpointAuthSecretParams,
  TokenEndpointAuthSecretUpdateParams,
} from './managed-agents/vault-credential-auth.js';
export {
  archiveVaultCredential,
  createVaultCredential,
  deleteVaultCredential,
  listVaultCredentials,
  retrieveVaultCredential,
  updateVaultCredential,
  validateVaultCredential,
  vaultCredentialOperations,
} from './managed-agents/vault-credentials.js';
export type {
  DeletedVaultCredential,
  McpProbe,
  RefreshAttempt,
  ValidationHttpResponse,
  VaultCredential,
  VaultCredentialCreateParams,
  VaultCredentialListParams,
  VaultCredentialUpdateParams,
  VaultCredentialValidation,
} from './managed-agents/vault-credentials.js';
export {
  archiveVault,
  createVault,
  deleteVault,
  listVaults,
  retrieveVault,
  updateVault,
  vaultOperations,
} from './managed-agents/vaults.js';
export type {
  DeletedVault,
  Vault,
  VaultCreateParams,
  VaultListParams,
  VaultPage,
  VaultUpdateParams,
} from './managed-agents/vaults.js';
export { managedAgentsOperations } from './managed-agents/operations.js';
export type { ManagedAgentsOperations } from './managed-agents/operations.js';
export {
  createInvite,
  deleteInvite,
  inviteOperations,
  listInvites,
  retrieveInvite,
} from './admin/invites.js';
export type {
  DeletedInvite,
  Invite,
  InviteCreateParams,
  InviteListParams,
  InviteStatus,
} from './admin/invites.js';
export { organizationOperations, retrieveOrganization } from './admin/organization.js';
export type { AssignableRole, Organization, OrganizationRole } from './admin/organization.js';
export { deleteUser, listUsers, retrieveUser, updateUser, userOperations } from './admin/users.js';
export type { DeletedUser, User, UserListParams, UserUpdateParams } from './admin/users.js';
export {
  createWorkspaceMember,
  deleteWorkspaceMember,
  listWorkspaceMembers,
  retrieveWorkspaceMember,
  updateWorkspaceMember,
  workspaceMemberOperations,
} from './admin/workspace-members.js';
export type {
  AnyWorkspaceRole,
  DeletedWorkspaceMember,
  NewWorkspaceRole,
  WorkspaceMember,
  WorkspaceMemberCreateParams,
  WorkspaceMemberListParams,
  WorkspaceMemberUpdateParams,
  WorkspaceRole,
} from './admin/workspace-members.js';
export {
  archiveWorkspace,
  createWorkspace,
  listWorkspaces,
  retrieveWorkspace,
  updateWorkspace,
  workspaceOperations,
} from './admin/workspaces.js';
export type {
  AllowedInferenceGeos,
  DataResidency,
  DataResidencyCreateParams,
  DataResidencyUpdateParams,
  Workspace,
  WorkspaceCreateParams,
  WorkspaceListParams,
  WorkspaceUpdateParams,
} from './admin/workspaces.js';
export { adminOperations } from './admin/operations.js';
export type { AdminOperations } from './admin/operations.js';
export { operations } from './operations.js';
export type { OperationId, Operations } from './operations.js';
