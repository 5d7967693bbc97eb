/**
 * `@parlance/schemas/compliance`: the types and operations of the compliance API alone.
 *
 * @module compliance
 */
export { complianceNaming } from './naming.js';
export { activityOperations, listActivities } from './activities.js';
export type {
  AccessActivity,
  Activity,
  ActivityListParams,
  ActivityType,
  ContentActivity,
  DocumentedActivity,
  UnknownActivity,
  UntypedActivity,
} from './activities.js';
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
} from './activity-access.js';
export type {
  ActivityActor,
  ActivityAdminApiKeyActor,
  ActivityApiActor,
  ActivityScimDirectorySyncActor,
  ActivityUnauthenticatedUserActor,
  ActivityUserActor,
  ActivityVendorActor,
} from './activity-actors.js';
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
} from './activity-content.js';
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
} from './activity-documented.js';
export type { ActivityFields } from './activity-fields.js';
export type { PlainActivity } from './activity-plain.js';
export { activityTypes, activityTypesByKind } from './activity-types.js';
export type { ActivityKind, ActivityTypeOf, KnownActivityType } from './activity-types.js';
export { chatMessageOperations, listChatMessages } from './chat-messages.js';
export type {
  ChatArtifact,
  ChatContentBlock,
  ChatFile,
  ChatMessage,
  ChatMessageListParams,
  ChatTextBlock,
  ChatWithMessages,
  GeneratedFile,
} from './chat-messages.js';
export { chatOperations, deleteChat, listChats } from './chats.js';
export type { Chat, ChatListParams, ChatUser, DeletedChat } from './chats.js';
export {
  downloadArtifact,
  downloadChatFile,
  downloadGeneratedFile,
  downloadOperations,
} from './downloads.js';
export { directoryOperations, listDirectoryOrganizations, listDirectoryUsers } from './organizations.js';
export type {
  DirectoryOrganization,
  DirectoryOrganizationListParams,
  DirectoryOrganizationPage,
  DirectoryUser,
  DirectoryUserListParams,
  DirectoryUserPage,
} from './organizations.js';
export { complianceOperations } from './operations.js';
export type { ComplianceOperations } from './operations.js';
export { listProjects, projectOperations } from './projects.js';
export type { Project, ProjectListParams, ProjectPage } from './projects.js';
export type { TimeRange } from './time-range.js';
