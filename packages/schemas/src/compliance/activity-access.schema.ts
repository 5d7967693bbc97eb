/** Schemas of activities around people, keys, roles and settings. */
import * as z from 'zod';
import { each, type ObjectSchema, openObject, type Schema } from '../kit/schema.js';
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

const apiKeyCreatedActivity: ObjectSchema<ApiKeyCreatedActivity> = openObject<ApiKeyCreatedActivity>()({
  ...activityFields,
  type: z.literal('api_key_created'),
  api_key_id: z.string().optional(),
  scopes: z.array(z.string()).optional(),
});

const complianceApiAccessedActivity: ObjectSchema<ComplianceApiAccessedActivity> =
  openObject<ComplianceApiAccessedActivity>()({
    ...activityFields,
    type: z.literal('compliance_api_accessed'),
    request_id: z.string().optional(),
    url: z.string().optional(),
    request_method: z.string().optional(),
    request_body: z.string().nullish(),
    status_code: z.number().optional(),
    api_key_id: z.string().optional(),
  });

const adminApiKeyActivity: ObjectSchema<AdminApiKeyActivity> = openObject<AdminApiKeyActivity>()({
  ...activityFields,
  type: z.enum(['admin_api_key_created', 'admin_api_key_deleted', 'admin_api_key_updated']),
  admin_api_key_id: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  updates: z.unknown().optional(),
});

const socialLoginActivity: ObjectSchema<SocialLoginActivity> = openObject<SocialLoginActivity>()({
  ...activityFields,
  type: z.literal('social_login_succeeded'),
  provider: z.string().optional(),
});

const groupActivity: ObjectSchema<GroupActivity> = openObject<GroupActivity>()({
  ...activityFields,
  type: z.enum([
    'group_created',
    'group_deleted',
    'group_member_added',
    'group_member_list_viewed',
    'group_member_removed',
    'group_updated',
    'group_viewed',
  ]),
  group_id: z.string().optional(),
  group_name: z.string().optional(),
  member_ids: z.array(z.string()).optional(),
});

const inviteActivity: ObjectSchema<InviteActivity> = openObject<InviteActivity>()({
  ...activityFields,
  type: z.enum([
    'org_invite_viewed',
    'org_user_invite_accepted',
    'org_user_invite_deleted',
    'org_user_invite_rejected',
    'org_user_invite_re_sent',
    'org_user_invite_sent',
  ]),
  invite_id: z.string().optional(),
  invited_email: z.string().optional(),
  invited_role: z.string().optional(),
});

const membershipActivity: ObjectSchema<MembershipActivity> = openObject<MembershipActivity>()({
  ...activityFields,
  type: z.enum([
    'org_user_viewed',
    'org_user_deleted',
    'owned_projects_access_restored',
    'assistant_user_role_updated',
    'scim_user_created',
    'scim_user_deleted',
    'scim_user_updated',
  ]),
  user_id: z.string().optional(),
  user_email: z.string().optional(),
  previous_role: z.string().optional(),
  current_role: z.string().optional(),
  deleted_user_id: z.string().optional(),
  deleted_user_email: z.string().optional(),
});

const settingsActivity: ObjectSchema<SettingsActivity> = openObject<SettingsActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_organization_settings_updated',
    'assistant_user_settings_updated',
    'org_compliance_api_settings_updated',
  ]),
  updates: z.unknown().optional(),
  compliance_api_enabled: z.boolean().optional(),
  compliance_api_logging_enabled: z.boolean().optional(),
});

const domainActivity: ObjectSchema<DomainActivity> = openObject<DomainActivity>()({
  ...activityFields,
  type: z.enum(['org_domain_removed', 'org_domain_verified']),
  domain: z.string().optional(),
});

const taintActivity: ObjectSchema<TaintActivity> = openObject<TaintActivity>()({
  ...activityFields,
  type: z.enum(['org_taint_added', 'org_taint_removed']),
  taint: z.string().optional(),
});

const roleAssignmentActivity: ObjectSchema<RoleAssignmentActivity> = openObject<RoleAssignmentActivity>()({
  ...activityFields,
  type: z.enum(['role_assignment_granted', 'role_assignment_revoked']),
  target_id: z.string().optional(),
  target_type: z.string().optional(),
  role: z.string().optional(),
  resource_type: z.string().optional(),
  resource_id: z.string().optional(),
});

const platformFileActivity: ObjectSchema<PlatformFileActivity> = openObject<PlatformFileActivity>()({
  ...activityFields,
  type: z.enum(['platform_file_content_downloaded', 'platform_file_deleted', 'platform_file_uploaded']),
  file_id: z.string().optional(),
  session_id: z.string().optional(),
});

const platformApiKeyActivity: ObjectSchema<PlatformApiKeyActivity> = openObject<PlatformApiKeyActivity>()({
  ...activityFields,
  type: z.enum(['platform_api_key_created', 'platform_api_key_updated']),
  api_key_id: z.string().optional(),
  updates: z.unknown().optional(),
});

const platformWorkspaceActivity: ObjectSchema<PlatformWorkspaceActivity> =
  openObject<PlatformWorkspaceActivity>()({
    ...activityFields,
    type: z.enum([
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
    workspace_id: z.string().optional(),
    user_id: z.string().optional(),
    model_group: z.string().optional(),
    limiter_type: z.string().optional(),
    value: z.number().optional(),
    updates: z.unknown().optional(),
  });

const platformSkillActivity: ObjectSchema<PlatformSkillActivity> = openObject<PlatformSkillActivity>()({
  ...activityFields,
  type: z.enum(['platform_skill_version_created', 'platform_skill_version_deleted']),
  skill_id: z.string().optional(),
  version: z.string().optional(),
});

const rbacRoleActivity: ObjectSchema<RbacRoleActivity> = openObject<RbacRoleActivity>()({
  ...activityFields,
  type: z.enum([
    'rbac_role_assigned',
    'rbac_role_created',
    'rbac_role_deleted',
    'rbac_role_permission_added',
    'rbac_role_permission_removed',
    'rbac_role_unassigned',
    'rbac_role_updated',
  ]),
  role_id: z.string().optional(),
  role_name: z.string().optional(),
  principal_type: z.string().optional(),
  principal_id: z.string().optional(),
  resource_type: z.string().optional(),
  resource_id: z.string().optional(),
  action: z.string().optional(),
});

const singleSignOnActivity: ObjectSchema<SingleSignOnActivity> = openObject<SingleSignOnActivity>()({
  ...activityFields,
  type: z.enum([
    'org_magic_link_second_factor_toggled',
    'org_sso_seat_tier_assignment_toggled',
    'org_sso_toggled',
    'org_sso_connection_activated',
    'org_sso_connection_deactivated',
    'org_sso_connection_deleted',
    'org_sso_provisioning_mode_changed',
  ]),
  enabled: z.boolean().optional(),
  connection_id: z.string().optional(),
  connection_type: z.string().optional(),
  previous_mode: z.string().optional(),
  new_mode: z.string().optional(),
});

const serviceActivity: ObjectSchema<ServiceActivity> = openObject<ServiceActivity>()({
  ...activityFields,
  type: z.enum(['service_created', 'service_deleted', 'service_key_created', 'service_key_revoked']),
  service_name: z.string().optional(),
  service_key_id: z.string().optional(),
  key_name: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  is_service_created: z.boolean().optional(),
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
