/**
 * `@parlance/schemas/managed-agents`: the types and operations of managed agents alone.
 *
 * @module managed-agents
 */
export type {
  AgentCustomToolUseEvent,
  AgentEvent,
  AgentMcpToolResultEvent,
  AgentMcpToolUseEvent,
  AgentMessageEvent,
  AgentThinkingEvent,
  AgentThreadContextCompactedEvent,
  AgentThreadMessageReceivedEvent,
  AgentThreadMessageSentEvent,
  AgentToolResultEvent,
  AgentToolUseEvent,
  EvaluatedPermission,
  ToolEvaluation,
  OutcomeVerdict,
  ServiceEventBase,
  SpanModelRequestEndEvent,
  SpanModelRequestStartEvent,
  SpanModelUsage,
  SpanOutcomeEvaluationEndEvent,
  SpanOutcomeEvaluationOngoingEvent,
  SpanOutcomeEvaluationStartEvent,
} from './agent-events.js';
export type {
  AgentCustomTool,
  AgentCustomToolInputSchema,
  AgentMcpToolConfig,
  AgentMcpToolConfigParams,
  AgentMcpToolset,
  AgentMcpToolsetParams,
  AgentTool,
  AgentToolConfig,
  AgentToolConfigParams,
  AgentToolParams,
  AgentToolset,
  AgentToolsetParams,
  AlwaysAllowPolicy,
  AlwaysAskPolicy,
  BashInput,
  BuiltInToolName,
  EditInput,
  GlobInput,
  GrepInput,
  PermissionPolicy,
  PermissionPolicyParams,
  ReadInput,
  ToolsetDefaultConfig,
  ToolsetDefaultConfigParams,
  WriteInput,
} from './agent-tools.js';
export { builtInToolNames } from './agent-tools.js';
export { countAgentTools } from './count-agent-tools.js';
export { agentLimits, memoryLimits, sessionLimits, userProfileLimits, vaultLimits } from './limits.js';
export { memoryPathProblems } from './memory-path.js';
export {
  agentOperations,
  archiveAgent,
  createAgent,
  listAgents,
  listAgentVersions,
  retrieveAgent,
  updateAgent,
} from './agents.js';
export type {
  Agent,
  AgentCreateParams,
  AgentListParams,
  AgentMcpServer,
  AgentModel,
  AgentParams,
  AgentReference,
  AgentRetrieveParams,
  AgentSkill,
  AgentSkillParams,
  AgentUpdateParams,
  Coordinator,
  CoordinatorParams,
  ModelConfig,
  ModelConfigParams,
  ModelSpeed,
  SelfReference,
} from './agents.js';
export {
  acknowledgeEnvironmentWork,
  environmentWorkOperations,
  environmentWorkStats,
  heartbeatEnvironmentWork,
  listEnvironmentWork,
  pollEnvironmentWork,
  retrieveEnvironmentWork,
  stopEnvironmentWork,
  updateEnvironmentWork,
} from './environment-work.js';
export type {
  EnvironmentWork,
  EnvironmentWorkHeartbeat,
  EnvironmentWorkHeartbeatParams,
  EnvironmentWorkPollParams,
  EnvironmentWorkState,
  EnvironmentWorkStats,
  EnvironmentWorkStopParams,
  EnvironmentWorkUpdateParams,
  HealthCheckWorkData,
  SessionWorkData,
} from './environment-work.js';
export {
  archiveEnvironment,
  createEnvironment,
  deleteEnvironment,
  environmentOperations,
  listEnvironments,
  retrieveEnvironment,
  updateEnvironment,
} from './environments.js';
export type {
  CloudConfig,
  CloudConfigParams,
  DeletedEnvironment,
  Environment,
  EnvironmentCreateParams,
  EnvironmentListParams,
  EnvironmentPackages,
  EnvironmentPackagesParams,
  EnvironmentScope,
  EnvironmentUpdateParams,
  LimitedNetwork,
  LimitedNetworkParams,
  SelfHostedConfig,
  UnrestrictedNetwork,
} from './environments.js';
export { deleteFile, downloadFile, fileOperations, listFiles, retrieveFile, uploadFile } from './files.js';
export type {
  DeletedFile,
  FileListParams,
  FileMetadata,
  FilePage,
  FileScope,
  FileUploadParams,
} from './files.js';
export {
  createMemory,
  deleteMemory,
  listMemories,
  memoryOperations,
  retrieveMemory,
  updateMemory,
} from './memories.js';
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
} from './memories.js';
export {
  archiveMemoryStore,
  createMemoryStore,
  deleteMemoryStore,
  listMemoryStores,
  memoryStoreOperations,
  retrieveMemoryStore,
  updateMemoryStore,
} from './memory-stores.js';
export type {
  DeletedMemoryStore,
  InclusiveTimeRange,
  MemoryStore,
  MemoryStoreCreateParams,
  MemoryStoreListParams,
  MemoryStoreUpdateParams,
} from './memory-stores.js';
export {
  listMemoryVersions,
  memoryVersionOperations,
  redactMemoryVersion,
  retrieveMemoryVersion,
} from './memory-versions.js';
export type {
  MemoryActor,
  MemoryApiActor,
  MemorySessionActor,
  MemoryUserActor,
  MemoryVersion,
  MemoryVersionListParams,
  MemoryVersionOperation,
} from './memory-versions.js';
export type { Metadata, MetadataPatch } from './metadata.js';
export { managedAgentsNaming } from './naming.js';
export type {
  SessionBase64Source,
  SessionDocumentBlock,
  SessionFileSource,
  SessionImageBlock,
  SessionMessageBlock,
  SessionMessageContent,
  SessionPlainTextSource,
  SessionRedactedBlock,
  SessionSearchResultBlock,
  SessionSearchResultCitations,
  SessionTextBlock,
  SessionToolResultBlock,
  SessionToolResultContent,
  SessionUrlSource,
} from './session-content.js';
export {
  listSessionEvents,
  sendSessionEvents,
  sessionEventOperations,
  streamSessionEvents,
} from './session-events.js';
export type { AgentWithOverridesParams } from './agent-overrides.js';
export type * from './session-budgets.js';
export type * from './session-previews.js';
export type * from './workflow-events.js';
export type {
  SentSessionEvents,
  SessionEvent,
  SessionEventListParams,
  SessionEventSendParams,
  SessionEventStreamParams,
  SessionStreamEvent,
} from './session-events.js';
export {
  addSessionResource,
  deleteSessionResource,
  listSessionResources,
  retrieveSessionResource,
  sessionResourceOperations,
  updateSessionResource,
} from './session-resources.js';
export type {
  BranchCheckout,
  CheckoutParams,
  CommitCheckout,
  DeletedSessionResource,
  FileResource,
  FileResourceParams,
  MemoryAccess,
  MemoryStoreResource,
  MemoryStoreResourceParams,
  RepositoryResource,
  RepositoryResourceParams,
  SessionResource,
  SessionResourceListParams,
  SessionResourceParams,
  SessionResourceUpdateParams,
} from './session-resources.js';
export {
  archiveSessionThread,
  listSessionThreadEvents,
  listSessionThreads,
  retrieveSessionThread,
  sessionThreadOperations,
  streamSessionThreadEvents,
} from './session-threads.js';
export type {
  AdvisorThreadAgent,
  InlineThreadAgent,
  SessionThread,
  SessionThreadListParams,
  SessionThreadStats,
} from './session-threads.js';
export {
  archiveSession,
  createSession,
  deleteSession,
  listSessions,
  retrieveSession,
  sessionOperations,
  updateSession,
} from './sessions.js';
export type {
  CacheCreationUsage,
  DeletedSession,
  OutcomeEvaluation,
  OutcomeResult,
  Session,
  SessionAgent,
  SessionAgentUpdate,
  SessionCoordinator,
  SessionCreateParams,
  SessionListParams,
  SessionPage,
  SessionStats,
  SessionStatus,
  SessionThreadAgent,
  SessionTimeRange,
  SessionUpdateParams,
  SessionUsage,
} from './sessions.js';
export type * from './status-events.js';
export type * from './user-events.js';
export {
  createUserProfile,
  createUserProfileEnrollmentUrl,
  listUserProfiles,
  retrieveUserProfile,
  updateUserProfile,
  userProfileOperations,
} from './user-profiles.js';
export type {
  TrustGrant,
  UserProfile,
  UserProfileCreateParams,
  UserProfileEnrollmentUrl,
  UserProfileListParams,
  UserProfileRelationship,
  UserProfileUpdateParams,
} from './user-profiles.js';
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
} from './vault-credential-auth.js';
export {
  archiveVaultCredential,
  createVaultCredential,
  deleteVaultCredential,
  listVaultCredentials,
  retrieveVaultCredential,
  updateVaultCredential,
  validateVaultCredential,
  vaultCredentialOperations,
} from './vault-credentials.js';
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
} from './vault-credentials.js';
export {
  archiveVault,
  createVault,
  deleteVault,
  listVaults,
  retrieveVault,
  updateVault,
  vaultOperations,
} from './vaults.js';
export type {
  DeletedVault,
  Vault,
  VaultCreateParams,
  VaultListParams,
  VaultPage,
  VaultUpdateParams,
} from './vaults.js';
export { managedAgentsOperations } from './operations.js';
export type { ManagedAgentsOperations } from './operations.js';
export type * from './webhook-events.js';
