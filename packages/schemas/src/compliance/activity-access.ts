/** Activities around people, keys, roles and settings. Their fields are not in the documents. */
import type { ActivityFields } from './activity-fields.js';

/**
 * An API key was made.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ApiKeyCreatedActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'api_key_created';
  /** Identifier of the key. */
  api_key_id?: string | undefined;
  /** What the key may do. */
  scopes?: string[] | undefined;
}

/**
 * A request to the compliance API.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ComplianceApiAccessedActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'compliance_api_accessed';
  /** Identifier of the request. */
  request_id?: string | undefined;
  /** URL asked for. */
  url?: string | undefined;
  /** HTTP method. */
  request_method?: string | undefined;
  /** Body as text; null for a request without one. */
  request_body?: string | null | undefined;
  /** HTTP status of the answer. */
  status_code?: number | undefined;
  /** Identifier of the key used. */
  api_key_id?: string | undefined;
}

/**
 * An admin key was made, changed or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface AdminApiKeyActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'admin_api_key_created' | 'admin_api_key_deleted' | 'admin_api_key_updated';
  /** Identifier of the key. */
  admin_api_key_id?: string | undefined;
  /** What the key may do. */
  scopes?: string[] | undefined;
  /** What was changed. */
  updates?: unknown;
}

/**
 * A login through another identity provider.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SocialLoginActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'social_login_succeeded';
  /** Name of the provider. */
  provider?: string | undefined;
}

/**
 * A group was made, viewed, changed or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface GroupActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'group_created'
    | 'group_deleted'
    | 'group_member_added'
    | 'group_member_list_viewed'
    | 'group_member_removed'
    | 'group_updated'
    | 'group_viewed';
  /** Identifier of the group. */
  group_id?: string | undefined;
  /** Name of the group. */
  group_name?: string | undefined;
  /** Identifiers of the members added or removed. */
  member_ids?: string[] | undefined;
}

/**
 * An invite was sent, viewed, answered or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface InviteActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'org_invite_viewed'
    | 'org_user_invite_accepted'
    | 'org_user_invite_deleted'
    | 'org_user_invite_rejected'
    | 'org_user_invite_re_sent'
    | 'org_user_invite_sent';
  /** Identifier of the invite. */
  invite_id?: string | undefined;
  /** E-mail address invited. */
  invited_email?: string | undefined;
  /** Role that the invite gives. */
  invited_role?: string | undefined;
}

/**
 * A member of the organization was viewed, changed, restored or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface MembershipActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'org_user_viewed'
    | 'org_user_deleted'
    | 'owned_projects_access_restored'
    | 'assistant_user_role_updated'
    | 'scim_user_created'
    | 'scim_user_deleted'
    | 'scim_user_updated';
  /** Identifier of the user. */
  user_id?: string | undefined;
  /** E-mail address of the user. */
  user_email?: string | undefined;
  /** Role before. */
  previous_role?: string | undefined;
  /** Role after. */
  current_role?: string | undefined;
  /** Identifier of the deleted user. */
  deleted_user_id?: string | undefined;
  /** E-mail address of the deleted user. */
  deleted_user_email?: string | undefined;
}

/**
 * Settings of the organization, of a user or of the compliance API were changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SettingsActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'assistant_organization_settings_updated'
    | 'assistant_user_settings_updated'
    | 'org_compliance_api_settings_updated';
  /** What was changed. */
  updates?: unknown;
  /** True when the compliance API is on. */
  compliance_api_enabled?: boolean | undefined;
  /** True when its requests are logged. */
  compliance_api_logging_enabled?: boolean | undefined;
}

/**
 * A domain was verified or removed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface DomainActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'org_domain_removed' | 'org_domain_verified';
  /** Name of the domain. */
  domain?: string | undefined;
}

/**
 * A taint was added to the organization or removed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface TaintActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'org_taint_added' | 'org_taint_removed';
  /** Name of the taint. */
  taint?: string | undefined;
}

/**
 * A role was granted or revoked.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface RoleAssignmentActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'role_assignment_granted' | 'role_assignment_revoked';
  /** Identifier of who has the role. */
  target_id?: string | undefined;
  /** Kind of who has the role. */
  target_type?: string | undefined;
  /** The role. */
  role?: string | undefined;
  /** Kind of what the role is for. */
  resource_type?: string | undefined;
  /** Identifier of what the role is for. */
  resource_id?: string | undefined;
}

/**
 * A file of the platform was uploaded, downloaded or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformFileActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'platform_file_content_downloaded' | 'platform_file_deleted' | 'platform_file_uploaded';
  /** Identifier of the file. */
  file_id?: string | undefined;
  /** Identifier of its session. */
  session_id?: string | undefined;
}

/**
 * An API key of the platform was made or changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformApiKeyActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'platform_api_key_created' | 'platform_api_key_updated';
  /** Identifier of the key. */
  api_key_id?: string | undefined;
  /** What was changed. */
  updates?: unknown;
}

/**
 * A workspace, its members or its rate limits were changed or viewed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformWorkspaceActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'platform_workspace_archived'
    | 'platform_workspace_created'
    | 'platform_workspace_member_added'
    | 'platform_workspace_member_removed'
    | 'platform_workspace_member_updated'
    | 'platform_workspace_member_viewed'
    | 'platform_workspace_members_listed'
    | 'platform_workspace_rate_limit_deleted'
    | 'platform_workspace_rate_limit_updated'
    | 'platform_workspace_updated';
  /** Identifier of the workspace. */
  workspace_id?: string | undefined;
  /** Identifier of the member. */
  user_id?: string | undefined;
  /** Group of models that the rate limit is for. */
  model_group?: string | undefined;
  /** Kind of rate limit. */
  limiter_type?: string | undefined;
  /** New value of the rate limit. */
  value?: number | undefined;
  /** What was changed. */
  updates?: unknown;
}

/**
 * A version of a skill was made or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformSkillActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'platform_skill_version_created' | 'platform_skill_version_deleted';
  /** Identifier of the skill. */
  skill_id?: string | undefined;
  /** The version. */
  version?: string | undefined;
}

/**
 * A role, its permissions or its holders were changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface RbacRoleActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'rbac_role_assigned'
    | 'rbac_role_created'
    | 'rbac_role_deleted'
    | 'rbac_role_permission_added'
    | 'rbac_role_permission_removed'
    | 'rbac_role_unassigned'
    | 'rbac_role_updated';
  /** Identifier of the role. */
  role_id?: string | undefined;
  /** Name of the role. */
  role_name?: string | undefined;
  /** Kind of holder. */
  principal_type?: string | undefined;
  /** Identifier of the holder. */
  principal_id?: string | undefined;
  /** Kind of what the permission is for. */
  resource_type?: string | undefined;
  /** Identifier of what the permission is for. */
  resource_id?: string | undefined;
  /** What the permission allows. */
  action?: string | undefined;
}

/**
 * Single sign-on, or a second factor, was changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SingleSignOnActivity extends ActivityFields {
  /** Kind of activity. */
  type:
    | 'org_magic_link_second_factor_toggled'
    | 'org_sso_seat_tier_assignment_toggled'
    | 'org_sso_toggled'
    | 'org_sso_connection_activated'
    | 'org_sso_connection_deactivated'
    | 'org_sso_connection_deleted'
    | 'org_sso_provisioning_mode_changed';
  /** True when it is on. */
  enabled?: boolean | undefined;
  /** Identifier of the connection. */
  connection_id?: string | undefined;
  /** Kind of connection. */
  connection_type?: string | undefined;
  /** Mode before. */
  previous_mode?: string | undefined;
  /** Mode after. */
  new_mode?: string | undefined;
}

/**
 * A service or one of its keys was made, deleted or revoked.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ServiceActivity extends ActivityFields {
  /** Kind of activity. */
  type: 'service_created' | 'service_deleted' | 'service_key_created' | 'service_key_revoked';
  /** Name of the service. */
  service_name?: string | undefined;
  /** Identifier of the key. */
  service_key_id?: string | undefined;
  /** Name of the key. */
  key_name?: string | undefined;
  /** What the key may do. */
  scopes?: string[] | undefined;
  /** True when the service was made with the key. */
  is_service_created?: boolean | undefined;
}
