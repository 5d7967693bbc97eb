/** Activities: the audit log of the parent organization. */
import type { OpenEnum, UnknownType } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { IdPage } from '../kit/paging.js';
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
import type { PlainActivity } from './activity-plain.js';
import type { KnownActivityType } from './activity-types.js';
import type { TimeRange } from './time-range.js';

/** An activity whose `type` this package does not know, with all its fields. */
export interface UnknownActivity extends ActivityFields {
  /** Type of the activity, other than the known ones. */
  type: UnknownType;
  /** Every other field, as received. */
  [field: string]: unknown;
}

/** An activity without a type. */
export interface UntypedActivity extends ActivityFields {
  /** Always absent. */
  type?: undefined;
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

/**
 * One record of the audit log, discriminated by `type`.
 *
 * @source compliance > Activity (audit record)
 */
export type Activity =
  DocumentedActivity | ContentActivity | AccessActivity | PlainActivity | UntypedActivity | UnknownActivity;

/** Type of an activity, for the filter `activity_types`. The service may add types. */
export type ActivityType = OpenEnum<KnownActivityType>;

/**
 * Query of {@link listActivities}.
 *
 * @remarks Only `activity_types` is in the documents; see "What the documents do not show" 1.5.1
 */
export interface ActivityListParams {
  /** Returns only activities of these types. */
  activity_types?: ActivityType[] | undefined;
  /** Returns only activities in these organizations: ids (`org_...`) or UUIDs. */
  organization_ids?: string[] | undefined;
  /** Returns only activities performed by these users (`user_...`). */
  actor_ids?: string[] | undefined;
  /** Returns only activities in this time range. */
  created_at?: TimeRange | undefined;
  /** Opaque cursor. Returns the activities after it, which are older. Cannot be combined with `before_id`. */
  after_id?: string | undefined;
  /** Opaque cursor. Returns the activities before it, which are newer. */
  before_id?: string | undefined;
  /** Activities per page, 1 to 5,000. Default 100. */
  limit?: number | undefined;
}

/** Lists the activities of the authenticated parent organization, newest first. Ties are sorted by id. */
export const listActivities: Operation<{ query: ActivityListParams; response: IdPage<Activity> }> = {
  id: 'activities.list',
  method: 'GET',
  path: '/v1/compliance/activities',
  auth: 'compliance-key',
  paging: 'id',
  query: {
    activity_types: 'name[]',
    organization_ids: 'name[]',
    actor_ids: 'name[]',
    created_at: 'name.gte',
  },
  replay: 'read',
  source: 'compliance > Compliance: activities',
  assumed: ['query', 'response'],
};
