/** Groups of activities. */
import type { UnknownType } from '../kit/open.js';
import type {
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
import type {
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
import type {
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
import type { ActivityFields } from './activity-fields.js';

/** An activity whose `type` this package does not know, with all its fields. */
export interface UnknownActivity extends ActivityFields {
  /** Type of the activity, other than the known ones. */
  type: UnknownType;
  /** Every other field, as received. */
  [field: string]: unknown;
}

/** Activities whose fields are documented. */
export type DocumentedActivity =
  | DesktopExtensionActivity
  | DesktopExtensionDeletedActivity
  | DesktopExtensionUploadedActivity
  | UserActivity
  | EndUserInviteRequestedActivity
  | UserOrVendorActivity
  | SpendLimitActivity
  | SpendLimitDeletedActivity
  | SpendLimitIncreaseApprovedActivity
  | SpendLimitIncreaseDeniedActivity
  | OrganizationCreationBlockedActivity
  | DirectoryResyncActivity
  | DirectoryResyncStartedActivity
  | DirectorySyncActivity;

/** Activities of chats, files, projects and related content. */
export type ContentActivity =
  | ArtifactActivity
  | ChatActivity
  | CommandActivity
  | PluginActivity
  | SkillActivity
  | FileActivity
  | ProjectActivity
  | ProjectDocumentActivity
  | ProjectFileActivity
  | GdriveIntegrationActivity
  | GithostIntegrationActivity
  | IntegrationUserActivity
  | GheActivity
  | MarketplaceActivity
  | McpServerActivity
  | SessionShareActivity;

/** Activities of people, keys, roles and settings. */
export type AccessActivity =
  | ApiKeyCreatedActivity
  | ComplianceApiAccessedActivity
  | AdminApiKeyActivity
  | SocialLoginActivity
  | GroupActivity
  | InviteActivity
  | MembershipActivity
  | SettingsActivity
  | DomainActivity
  | TaintActivity
  | RoleAssignmentActivity
  | PlatformFileActivity
  | PlatformApiKeyActivity
  | PlatformWorkspaceActivity
  | PlatformSkillActivity
  | RbacRoleActivity
  | SingleSignOnActivity
  | ServiceActivity;
