/** Schemas of activities around people, keys, roles and settings. */
import { s } from '../kit/schema.js';
import { each, openObject, type Schema } from '../kit/schema.js';
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
import { activityFields } from './activity-fields.schema.js';

const apiKeyCreatedActivity: Schema<ApiKeyCreatedActivity> = openObject<ApiKeyCreatedActivity>()({
  ...activityFields,
  type: s.literal('api_key_created'),
  api_key_id: s.string().optional(),
  scopes: s.array(s.string()).optional(),
});

const complianceApiAccessedActivity: Schema<ComplianceApiAccessedActivity> =
  openObject<ComplianceApiAccessedActivity>()({
    ...activityFields,
    type: s.literal('compliance_api_accessed'),
    request_id: s.string().optional(),
    url: s.string().optional(),
    request_method: s.string().optional(),
    request_body: s.string().nullable().optional(),
    status_code: s.number().optional(),
    api_key_id: s.string().optional(),
  });

const adminApiKeyActivity: Schema<AdminApiKeyActivity> = openObject<AdminApiKeyActivity>()({
  ...activityFields,
  type: s.enum(['admin_api_key_created', 'admin_api_key_deleted', 'admin_api_key_updated']),
  admin_api_key_id: s.string().optional(),
  scopes: s.array(s.string()).optional(),
  updates: s.unknown().optional(),
});

const socialLoginActivity: Schema<SocialLoginActivity> = openObject<SocialLoginActivity>()({
  ...activityFields,
  type: s.literal('social_login_succeeded'),
  provider: s.string().optional(),
});

const groupActivity: Schema<GroupActivity> = openObject<GroupActivity>()({
  ...activityFields,
  type: s.enum([
    'group_created',
    'group_deleted',
    'group_member_added',
    'group_member_list_viewed',
    'group_member_removed',
    'group_updated',
    'group_viewed',
  ]),
  group_id: s.string().optional(),
  group_name: s.string().optional(),
  member_ids: s.array(s.string()).optional(),
});

const inviteActivity: Schema<InviteActivity> = openObject<InviteActivity>()({
  ...activityFields,
  type: s.enum([
    'org_invite_viewed',
    'org_user_invite_accepted',
    'org_user_invite_deleted',
    'org_user_invite_rejected',
    'org_user_invite_re_sent',
    'org_user_invite_sent',
  ]),
  invite_id: s.string().optional(),
  invited_email: s.string().optional(),
  invited_role: s.string().optional(),
});

const membershipActivity: Schema<MembershipActivity> = openObject<MembershipActivity>()({
  ...activityFields,
  type: s.enum([
    'org_user_viewed',
    'org_user_deleted',
    'owned_projects_access_restored',
    'assistant_user_role_updated',
    'scim_user_created',
    'scim_user_deleted',
    'scim_user_updated',
  ]),
  user_id: s.string().optional(),
  user_email: s.string().optional(),
  previous_role: s.string().optional(),
  current_role: s.string().optional(),
  deleted_user_id: s.string().optional(),
  deleted_user_email: s.string().optional(),
});

const settingsActivity: Schema<SettingsActivity> = openObject<SettingsActivity>()({
  ...activityFields,
  type: s.enum([
    'assistant_organization_settings_updated',
    'assistant_user_settings_updated',
    'org_compliance_api_settings_updated',
  ]),
  updates: s.unknown().optional(),
  compliance_api_enabled: s.boolean().optional(),
  compliance_api_logging_enabled: s.boolean().optional(),
});

const domainActivity: Schema<DomainActivity> = openObject<DomainActivity>()({
  ...activityFields,
  type: s.enum(['org_domain_removed', 'org_domain_verified']),
  domain: s.string().optional(),
});

const taintActivity: Schema<TaintActivity> = openObject<TaintActivity>()({
  ...activityFields,
  type: s.enum(['org_taint_added', 'org_taint_removed']),
  taint: s.string().optional(),
});

const roleAssignmentActivity: Schema<RoleAssignmentActivity> = openObject<RoleAssignmentActivity>()({
  ...activityFields,
  type: s.enum(['role_assignment_granted', 'role_assignment_revoked']),
  target_id: s.string().optional(),
  target_type: s.string().optional(),
  role: s.string().optional(),
  resource_type: s.string().optional(),
  resource_id: s.string().optional(),
});

const platformFileActivity: Schema<PlatformFileActivity> = openObject<PlatformFileActivity>()({
  ...activityFields,
  type: s.enum(['platform_file_content_downloaded', 'platform_file_deleted', 'platform_file_uploaded']),
  file_id: s.string().optional(),
  session_id: s.string().optional(),
});

const platformApiKeyActivity: Schema<PlatformApiKeyActivity> = openObject<PlatformApiKeyActivity>()({
  ...activityFields,
  type: s.enum(['platform_api_key_created', 'platform_api_key_updated']),
  api_key_id: s.string().optional(),
  updates: s.unknown().optional(),
});

const platformWorkspaceActivity: Schema<PlatformWorkspaceActivity> = openObject<PlatformWorkspaceActivity>()({
  ...activityFields,
  type: s.enum([
    'platform_workspace_archived',
    'platform_workspace_created',
    'platform_workspace_member_added',
    'platform_workspace_member_removed',
    'platform_workspace_member_updated',
    'platform_workspace_member_viewed',
    'platform_workspace_members_listed',
    'platform_workspace_rate_limit_deleted',
    'platform_workspace_rate_limit_updated',
    'platform_workspace_updated',
  ]),
  workspace_id: s.string().optional(),
  user_id: s.string().optional(),
  model_group: s.string().optional(),
  limiter_type: s.string().optional(),
  value: s.number().optional(),
  updates: s.unknown().optional(),
});

const platformSkillActivity: Schema<PlatformSkillActivity> = openObject<PlatformSkillActivity>()({
  ...activityFields,
  type: s.enum(['platform_skill_version_created', 'platform_skill_version_deleted']),
  skill_id: s.string().optional(),
  version: s.string().optional(),
});

const rbacRoleActivity: Schema<RbacRoleActivity> = openObject<RbacRoleActivity>()({
  ...activityFields,
  type: s.enum([
    'rbac_role_assigned',
    'rbac_role_created',
    'rbac_role_deleted',
    'rbac_role_permission_added',
    'rbac_role_permission_removed',
    'rbac_role_unassigned',
    'rbac_role_updated',
  ]),
  role_id: s.string().optional(),
  role_name: s.string().optional(),
  principal_type: s.string().optional(),
  principal_id: s.string().optional(),
  resource_type: s.string().optional(),
  resource_id: s.string().optional(),
  action: s.string().optional(),
});

const singleSignOnActivity: Schema<SingleSignOnActivity> = openObject<SingleSignOnActivity>()({
  ...activityFields,
  type: s.enum([
    'org_magic_link_second_factor_toggled',
    'org_sso_seat_tier_assignment_toggled',
    'org_sso_toggled',
    'org_sso_connection_activated',
    'org_sso_connection_deactivated',
    'org_sso_connection_deleted',
    'org_sso_provisioning_mode_changed',
  ]),
  enabled: s.boolean().optional(),
  connection_id: s.string().optional(),
  connection_type: s.string().optional(),
  previous_mode: s.string().optional(),
  new_mode: s.string().optional(),
});

const serviceActivity: Schema<ServiceActivity> = openObject<ServiceActivity>()({
  ...activityFields,
  type: s.enum(['service_created', 'service_deleted', 'service_key_created', 'service_key_revoked']),
  service_name: s.string().optional(),
  service_key_id: s.string().optional(),
  key_name: s.string().optional(),
  scopes: s.array(s.string()).optional(),
  is_service_created: s.boolean().optional(),
});

/** The schemas, by activity type. */
export const accessActivities: Readonly<
  Record<ApiKeyCreatedActivity['type'], Schema<ApiKeyCreatedActivity>>
> &
  Readonly<Record<ComplianceApiAccessedActivity['type'], Schema<ComplianceApiAccessedActivity>>> &
  Readonly<Record<AdminApiKeyActivity['type'], Schema<AdminApiKeyActivity>>> &
  Readonly<Record<SocialLoginActivity['type'], Schema<SocialLoginActivity>>> &
  Readonly<Record<GroupActivity['type'], Schema<GroupActivity>>> &
  Readonly<Record<InviteActivity['type'], Schema<InviteActivity>>> &
  Readonly<Record<MembershipActivity['type'], Schema<MembershipActivity>>> &
  Readonly<Record<SettingsActivity['type'], Schema<SettingsActivity>>> &
  Readonly<Record<DomainActivity['type'], Schema<DomainActivity>>> &
  Readonly<Record<TaintActivity['type'], Schema<TaintActivity>>> &
  Readonly<Record<RoleAssignmentActivity['type'], Schema<RoleAssignmentActivity>>> &
  Readonly<Record<PlatformFileActivity['type'], Schema<PlatformFileActivity>>> &
  Readonly<Record<PlatformApiKeyActivity['type'], Schema<PlatformApiKeyActivity>>> &
  Readonly<Record<PlatformWorkspaceActivity['type'], Schema<PlatformWorkspaceActivity>>> &
  Readonly<Record<PlatformSkillActivity['type'], Schema<PlatformSkillActivity>>> &
  Readonly<Record<RbacRoleActivity['type'], Schema<RbacRoleActivity>>> &
  Readonly<Record<SingleSignOnActivity['type'], Schema<SingleSignOnActivity>>> &
  Readonly<Record<ServiceActivity['type'], Schema<ServiceActivity>>> = {
  api_key_created: apiKeyCreatedActivity,
  compliance_api_accessed: complianceApiAccessedActivity,
  ...each(['admin_api_key_created', 'admin_api_key_deleted', 'admin_api_key_updated'], adminApiKeyActivity),
  social_login_succeeded: socialLoginActivity,
  ...each(
    [
      'group_created',
      'group_deleted',
      'group_member_added',
      'group_member_list_viewed',
      'group_member_removed',
      'group_updated',
      'group_viewed',
    ],
    groupActivity,
  ),
  ...each(
    [
      'org_invite_viewed',
      'org_user_invite_accepted',
      'org_user_invite_deleted',
      'org_user_invite_rejected',
      'org_user_invite_re_sent',
      'org_user_invite_sent',
    ],
    inviteActivity,
  ),
  ...each(
    [
      'org_user_viewed',
      'org_user_deleted',
      'owned_projects_access_restored',
      'assistant_user_role_updated',
      'scim_user_created',
      'scim_user_deleted',
      'scim_user_updated',
    ],
    membershipActivity,
  ),
  ...each(
    [
      'assistant_organization_settings_updated',
      'assistant_user_settings_updated',
      'org_compliance_api_settings_updated',
    ],
    settingsActivity,
  ),
  ...each(['org_domain_removed', 'org_domain_verified'], domainActivity),
  ...each(['org_taint_added', 'org_taint_removed'], taintActivity),
  ...each(['role_assignment_granted', 'role_assignment_revoked'], roleAssignmentActivity),
  ...each(
    ['platform_file_content_downloaded', 'platform_file_deleted', 'platform_file_uploaded'],
    platformFileActivity,
  ),
  ...each(['platform_api_key_created', 'platform_api_key_updated'], platformApiKeyActivity),
  ...each(
    [
      'platform_workspace_archived',
      'platform_workspace_created',
      'platform_workspace_member_added',
      'platform_workspace_member_removed',
      'platform_workspace_member_updated',
      'platform_workspace_member_viewed',
      'platform_workspace_members_listed',
      'platform_workspace_rate_limit_deleted',
      'platform_workspace_rate_limit_updated',
      'platform_workspace_updated',
    ],
    platformWorkspaceActivity,
  ),
  ...each(['platform_skill_version_created', 'platform_skill_version_deleted'], platformSkillActivity),
  ...each(
    [
      'rbac_role_assigned',
      'rbac_role_created',
      'rbac_role_deleted',
      'rbac_role_permission_added',
      'rbac_role_permission_removed',
      'rbac_role_unassigned',
      'rbac_role_updated',
    ],
    rbacRoleActivity,
  ),
  ...each(
    [
      'org_magic_link_second_factor_toggled',
      'org_sso_seat_tier_assignment_toggled',
      'org_sso_toggled',
      'org_sso_connection_activated',
      'org_sso_connection_deactivated',
      'org_sso_connection_deleted',
      'org_sso_provisioning_mode_changed',
    ],
    singleSignOnActivity,
  ),
  ...each(
    ['service_created', 'service_deleted', 'service_key_created', 'service_key_revoked'],
    serviceActivity,
  ),
};
