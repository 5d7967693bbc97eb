/**
 * `@parlance/schemas`: the types and operations of the Assistant Platform. Interfaces and operations belong here;
 * schemas belong in `@parlance/schemas/validation`.
 */
export { kindOf } from './kit/issue.js';
export type { ContractIssue, IssueCode, ValueKind } from './kit/issue.js';
export { namingCodec, namingProblem, parseNaming } from './kit/naming.js';
export type {
  NamedPart,
  Naming,
  NamingCodec,
  NamingTable,
  NamingTree,
  OperationNaming,
} from './kit/naming.js';
export { adminNaming } from './admin/naming.js';
export { complianceNaming } from './compliance/naming.js';
export { inferenceNaming } from './inference/naming.js';
export { jsonSchemaProblems } from './kit/json-schema.js';
export type { JsonSchemaProblem } from './kit/json-schema.js';
export type { OpenEnum, UnknownMember, UnknownRecord, UnknownType } from './kit/open.js';
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
export type { UploadFile } from './kit/upload.js';
export type { Drift, RequestMode, RequestParts, ResponseMode, Validator } from './kit/validator.js';
export type { Beta } from './inference/betas.js';
export type { CacheControl, Cacheable } from './inference/cache-control.js';
export type {
  CharLocationCitation,
  CitationsConfig,
  ContentBlockLocationCitation,
  PageLocationCitation,
  SearchResultLocationCitation,
  TextCitation,
  WebSearchResultLocationCitation,
} from './inference/citations.js';
export type {
  Base64ImageSource,
  Base64PdfSource,
  ContentSource,
  DocumentSource,
  FileSource,
  ImageMediaType,
  ImageSource,
  PlainTextSource,
  UrlSource,
} from './inference/sources.js';
export type {
  DocumentBlockParam,
  ImageBlockParam,
  SearchResultBlockParam,
  ToolReferenceBlockParam,
  ToolResultBlockParam,
  ToolResultContentBlock,
} from './inference/input-blocks.js';
export type {
  CodeExecutionCaller,
  CompactionBlock,
  CompactionBlockParam,
  ContainerUploadBlock,
  ContainerUploadBlockParam,
  ContentBlock,
  ContentBlockParam,
  DirectCaller,
  McpToolUseBlock,
  McpToolUseBlockParam,
  RedactedThinkingBlock,
  ServerToolName,
  ServerToolUseBlock,
  ServerToolUseBlockParam,
  TextBlock,
  TextBlockParam,
  ThinkingBlock,
  ToolCaller,
  ToolUseBlock,
  ToolUseBlockParam,
} from './inference/content-blocks.js';
export type {
  BashCodeExecutionErrorCode,
  BashCodeExecutionOutput,
  BashCodeExecutionResult,
  BashCodeExecutionToolResultBlock,
  BashCodeExecutionToolResultError,
  CodeExecutionErrorCode,
  CodeExecutionOutput,
  CodeExecutionResult,
  CodeExecutionToolResultBlock,
  CodeExecutionToolResultError,
  EncryptedCodeExecutionResult,
  FetchedDocument,
  TextEditorCodeExecutionCreateResult,
  TextEditorCodeExecutionStrReplaceResult,
  TextEditorCodeExecutionToolResultBlock,
  TextEditorCodeExecutionToolResultError,
  TextEditorCodeExecutionViewResult,
  TextEditorErrorCode,
  WebFetchErrorCode,
  WebFetchResult,
  WebFetchToolResultBlock,
  WebFetchToolResultError,
  WebSearchErrorCode,
  WebSearchResult,
  WebSearchToolResultBlock,
  WebSearchToolResultError,
} from './inference/tool-results.js';
export type {
  AdvisorErrorCode,
  AdvisorRedactedResult,
  AdvisorResult,
  AdvisorToolResultBlock,
  AdvisorToolResultError,
  McpToolResultBlock,
  ToolReferenceBlock,
  ToolSearchErrorCode,
  ToolSearchToolResultBlock,
  ToolSearchToolResultError,
  ToolSearchToolSearchResult,
} from './inference/search-results.js';
export type {
  AdvisorTool,
  AllowedCaller,
  BashTool,
  CachedWebFetchTool,
  ClientToolBase,
  CodeExecutionTool,
  ComputerTool,
  CustomTool,
  McpToolConfig,
  McpToolset,
  MemoryTool,
  ServerToolType,
  StrReplaceEditorTool,
  TextEditorTool,
  Tool,
  ToolBase,
  ToolChoice,
  ToolChoiceAny,
  ToolChoiceAuto,
  ToolChoiceNone,
  ToolChoiceTool,
  ToolInputSchema,
  ToolSearchBm25Tool,
  ToolSearchRegexTool,
  TypedTool,
  UserLocation,
  WebDomains,
  WebFetchTool,
  WebSearchTool,
} from './inference/tools.js';
export type {
  AllThinkingTurns,
  ClearThinkingEdit,
  ClearToolUsesEdit,
  CompactEdit,
  ContainerParam,
  ContainerSkillParam,
  ContextEdit,
  ContextManagement,
  DiagnosticsParam,
  InputTokensAmount,
  JsonOutputFormat,
  McpServer,
  McpToolConfiguration,
  OutputConfig,
  RequestMetadata,
  TaskBudget,
  ThinkingAdaptive,
  ThinkingConfig,
  ThinkingDisabled,
  ThinkingEnabled,
  ThinkingTurns,
  ToolUsesAmount,
} from './inference/message-options.js';
export type {
  AdvisorIterationUsage,
  CacheCreation,
  CompactionIterationUsage,
  IterationUsage,
  MessageDeltaUsage,
  MessageIterationUsage,
  ServerToolUsage,
  Usage,
} from './inference/usage.js';
export { countMessageTokens, createMessage, messageOperations } from './inference/messages.js';
export type {
  CacheMissReason,
  ClearedThinking,
  ClearedToolUses,
  Container,
  ContainerSkill,
  ContextManagementResult,
  CountTokensContextManagement,
  Diagnostics,
  Message,
  MessageCountTokensParams,
  MessageCreateParams,
  MessageParam,
  MessageTokensCount,
  RefusalStopDetails,
  StopReason,
} from './inference/messages.js';
export type {
  CitationsDelta,
  CompactionDelta,
  ContentBlockDelta,
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentBlockStopEvent,
  InputJsonDelta,
  MessageDelta,
  MessageDeltaEvent,
  MessageStartEvent,
  MessageStopEvent,
  MessageStreamEvent,
  PingEvent,
  SignatureDelta,
  TextDelta,
  ThinkingDelta,
} from './inference/message-stream.js';
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
export { completionOperations, createCompletion } from './inference/completions.js';
export type { Completion, CompletionCreateParams, CompletionStreamEvent } from './inference/completions.js';
export { inferenceOperations } from './inference/operations.js';
export type { InferenceOperations } from './inference/operations.js';
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
export { activityOperations, listActivities } from './compliance/activities.js';
export type {
  AccessActivity,
  Activity,
  ActivityListParams,
  ActivityType,
  ContentActivity,
  DocumentedActivity,
  UnknownActivity,
  UntypedActivity,
} from './compliance/activities.js';
export type {
  AdminApiKeyActivity,
  ApiKeyCreatedActivity,
  ComplianceApiAccessedActivity,
  DomainActivity,
  GroupActivity,
  InviteActivity,
  MembershipActivity,
  PlatformApiKeyActivity,
  PlatformFileActivity,
  PlatformSkillActivity,
  PlatformWorkspaceActivity,
  RbacRoleActivity,
  RoleAssignmentActivity,
  ServiceActivity,
  SettingsActivity,
  SingleSignOnActivity,
  SocialLoginActivity,
  TaintActivity,
} from './compliance/activity-access.js';
export type {
  ActivityActor,
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUnauthenticatedUserActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './compliance/activity-actors.js';
export type {
  ArtifactActivity,
  ChatActivity,
  CommandActivity,
  FileActivity,
  GdriveIntegrationActivity,
  GheActivity,
  GithostIntegrationActivity,
  IntegrationUserActivity,
  MarketplaceActivity,
  McpServerActivity,
  PluginActivity,
  ProjectActivity,
  ProjectDocumentActivity,
  ProjectFileActivity,
  SessionShareActivity,
  SkillActivity,
} from './compliance/activity-content.js';
export type {
  DesktopExtensionActivity,
  DesktopExtensionDeletedActivity,
  DesktopExtensionUploadedActivity,
  DirectoryResyncActivity,
  DirectoryResyncStartedActivity,
  DirectorySyncActivity,
  EndUserInviteRequestedActivity,
  OrganizationCreationBlockedActivity,
  SpendLimitActivity,
  SpendLimitDeletedActivity,
  SpendLimitIncreaseApprovedActivity,
  SpendLimitIncreaseDeniedActivity,
  UserActivity,
  UserOrVendorActivity,
} from './compliance/activity-documented.js';
export type { ActivityFields } from './compliance/activity-fields.js';
export type { PlainActivity } from './compliance/activity-plain.js';
export { activityTypes } from './compliance/activity-type-names.js';
export type { KnownActivityType } from './compliance/activity-types.js';
export { chatMessageOperations, listChatMessages } from './compliance/chat-messages.js';
export type {
  ChatArtifact,
  ChatContentBlock,
  ChatFile,
  ChatMessage,
  ChatMessageListParams,
  ChatTextBlock,
  ChatWithMessages,
  GeneratedFile,
} from './compliance/chat-messages.js';
export { chatOperations, deleteChat, listChats } from './compliance/chats.js';
export type { Chat, ChatListParams, ChatUser, DeletedChat } from './compliance/chats.js';
export {
  downloadArtifact,
  downloadChatFile,
  downloadGeneratedFile,
  downloadOperations,
} from './compliance/downloads.js';
export {
  directoryOperations,
  listDirectoryOrganizations,
  listDirectoryUsers,
} from './compliance/organizations.js';
export type {
  DirectoryOrganization,
  DirectoryOrganizationListParams,
  DirectoryOrganizationPage,
  DirectoryUser,
  DirectoryUserListParams,
  DirectoryUserPage,
} from './compliance/organizations.js';
export { complianceOperations } from './compliance/operations.js';
export type { ComplianceOperations } from './compliance/operations.js';
export { listProjects, projectOperations } from './compliance/projects.js';
export type { Project, ProjectListParams, ProjectPage } from './compliance/projects.js';
export type { TimeRange } from './compliance/time-range.js';
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
  OutcomeVerdict,
  ServiceEventBase,
  SpanModelRequestEndEvent,
  SpanModelRequestStartEvent,
  SpanModelUsage,
  SpanOutcomeEvaluationEndEvent,
  SpanOutcomeEvaluationOngoingEvent,
  SpanOutcomeEvaluationStartEvent,
} from './managed-agents/agent-events.js';
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
} from './managed-agents/agent-tools.js';
export { builtInToolNames } from './managed-agents/agent-tools.js';
export { countAgentTools } from './managed-agents/count-agent-tools.js';
export {
  agentLimits,
  memoryLimits,
  sessionLimits,
  userProfileLimits,
  vaultLimits,
} from './managed-agents/limits.js';
export {
  agentOperations,
  archiveAgent,
  createAgent,
  listAgents,
  listAgentVersions,
  retrieveAgent,
  updateAgent,
} from './managed-agents/agents.js';
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
} from './managed-agents/agents.js';
export {
  archiveEnvironment,
  createEnvironment,
  deleteEnvironment,
  environmentOperations,
  listEnvironments,
  retrieveEnvironment,
  updateEnvironment,
} from './managed-agents/environments.js';
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
} from './managed-agents/environments.js';
export {
  deleteFile,
  downloadFile,
  fileOperations,
  listFiles,
  retrieveFile,
  uploadFile,
} from './managed-agents/files.js';
export type {
  DeletedFile,
  FileListParams,
  FileMetadata,
  FileScope,
  FileUploadParams,
} from './managed-agents/files.js';
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
  MemoryActor,
  MemoryApiActor,
  MemorySessionActor,
  MemoryUserActor,
  MemoryVersion,
  MemoryVersionListParams,
  MemoryVersionOperation,
} from './managed-agents/memory-versions.js';
export type { Metadata, MetadataPatch } from './managed-agents/metadata.js';
export { managedAgentsNaming } from './managed-agents/naming.js';
export type {
  SessionBase64Source,
  SessionDocumentBlock,
  SessionFileSource,
  SessionImageBlock,
  SessionMessageBlock,
  SessionMessageContent,
  SessionPlainTextSource,
  SessionSearchResultBlock,
  SessionSearchResultCitations,
  SessionTextBlock,
  SessionToolResultBlock,
  SessionToolResultContent,
  SessionUrlSource,
} from './managed-agents/session-content.js';
export {
  listSessionEvents,
  sendSessionEvents,
  sessionEventOperations,
  streamSessionEvents,
} from './managed-agents/session-events.js';
export type {
  SentSessionEvents,
  SessionEvent,
  SessionEventListParams,
  SessionEventSendParams,
} from './managed-agents/session-events.js';
export {
  addSessionResource,
  deleteSessionResource,
  listSessionResources,
  retrieveSessionResource,
  sessionResourceOperations,
  updateSessionResource,
} from './managed-agents/session-resources.js';
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
} from './managed-agents/session-resources.js';
export {
  archiveSessionThread,
  listSessionThreadEvents,
  listSessionThreads,
  retrieveSessionThread,
  sessionThreadOperations,
  streamSessionThreadEvents,
} from './managed-agents/session-threads.js';
export type { SessionThread, SessionThreadStats } from './managed-agents/session-threads.js';
export {
  archiveSession,
  createSession,
  deleteSession,
  listSessions,
  retrieveSession,
  sessionOperations,
  updateSession,
} from './managed-agents/sessions.js';
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
  SessionStats,
  SessionStatus,
  SessionThreadAgent,
  SessionTimeRange,
  SessionUpdateParams,
  SessionUsage,
} from './managed-agents/sessions.js';
export type {
  EndTurnStop,
  RequiresActionStop,
  RetriesExhaustedStop,
  RetryStatus,
  SessionDeletedEvent,
  SessionErrorEvent,
  SessionMcpError,
  SessionModelError,
  SessionStatusIdleEvent,
  SessionStatusRescheduledEvent,
  SessionStatusRunningEvent,
  SessionStatusTerminatedEvent,
  SessionStopReason,
  SessionThreadCreatedEvent,
  SessionThreadStatusIdleEvent,
  SessionThreadStatusRescheduledEvent,
  SessionThreadStatusRunningEvent,
  SessionThreadStatusTerminatedEvent,
  SessionUpdatedEvent,
  StatusEvent,
  ThreadEventBase,
} from './managed-agents/status-events.js';
export type {
  SessionEventBase,
  TextRubric,
  UserCustomToolResultEvent,
  UserCustomToolResultParams,
  UserDefineOutcomeEvent,
  UserDefineOutcomeParams,
  UserEvent,
  UserEventBase,
  UserEventParams,
  UserInterruptEvent,
  UserInterruptParams,
  UserMessageEvent,
  UserMessageParams,
  UserToolConfirmationEvent,
  UserToolConfirmationParams,
  UserToolResultEvent,
  UserToolResultParams,
} from './managed-agents/user-events.js';
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
export { operations } from './operations.js';
export type { OperationId, Operations } from './operations.js';
