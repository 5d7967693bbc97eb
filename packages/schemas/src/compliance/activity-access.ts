/** Activities of people, keys, roles and settings. Their fields are undocumented. */
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';

/**
 * An API key was created.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ApiKeyCreatedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'apiKeyCreated'>;
  /** Identifier of the key. */
  api_key_id?: string | undefined;
  /** Scopes of the key. */
  scopes?: string[] | undefined;
}

/**
 * A request to the compliance API.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ComplianceApiAccessedActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'complianceApiAccessed'>;
  /** Identifier of the request. */
  request_id?: string | undefined;
  /** Requested URL. */
  url?: string | undefined;
  /** HTTP method. */
  request_method?: string | undefined;
  /** Request body as text; null for a request without a body. */
  request_body?: string | null | undefined;
  /** HTTP status of the response. */
  status_code?: number | undefined;
  /** Identifier of the key that the request used. */
  api_key_id?: string | undefined;
}

/**
 * An admin key was created, changed or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface AdminApiKeyActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'adminApiKey'>;
  /** Identifier of the key. */
  admin_api_key_id?: string | undefined;
  /** Scopes of the key. */
  scopes?: string[] | undefined;
  /** The changes that were made. */
  updates?: unknown;
}

/**
 * A login through another identity provider.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SocialLoginActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'socialLogin'>;
  /** Name of the provider. */
  provider?: string | undefined;
}

/**
 * A group was created, viewed, changed or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface GroupActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'group'>;
  /** Identifier of the group. */
  group_id?: string | undefined;
  /** Name of the group. */
  group_name?: string | undefined;
  /** Identifiers of the members added or removed. */
  member_ids?: string[] | undefined;
}

/**
 * An invite was sent, viewed, accepted, declined or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface InviteActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'invite'>;
  /** Identifier of the invite. */
  invite_id?: string | undefined;
  /** E-mail address of the invited person. */
  invited_email?: string | undefined;
  /** Role of the invited person. */
  invited_role?: string | undefined;
}

/**
 * A member of the organization was viewed, changed, restored or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface MembershipActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'membership'>;
  /** Identifier of the user. */
  user_id?: string | undefined;
  /** E-mail address of the user. */
  user_email?: string | undefined;
  /** Role before the change. */
  previous_role?: string | undefined;
  /** Role after the change. */
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
  /** Type of the activity. */
  type: ActivityTypeOf<'settings'>;
  /** The changes that were made. */
  updates?: unknown;
  /** Whether the compliance API is enabled. */
  compliance_api_enabled?: boolean | undefined;
  /** Whether requests to the compliance API are logged. */
  compliance_api_logging_enabled?: boolean | undefined;
}

/**
 * A domain was verified or removed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface DomainActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'domain'>;
  /** Name of the domain. */
  domain?: string | undefined;
}

/**
 * A taint was added to the organization or removed from it.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface TaintActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'taint'>;
  /** Name of the taint. */
  taint?: string | undefined;
}

/**
 * A role was granted or revoked.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface RoleAssignmentActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'roleAssignment'>;
  /** Identifier of the holder of the role. */
  target_id?: string | undefined;
  /** Type of the holder of the role. */
  target_type?: string | undefined;
  /** Name of the role. */
  role?: string | undefined;
  /** Type of the resource that the role applies to. */
  resource_type?: string | undefined;
  /** Identifier of the resource that the role applies to. */
  resource_id?: string | undefined;
}

/**
 * A file of the platform was uploaded, downloaded or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformFileActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'platformFile'>;
  /** Identifier of the file. */
  file_id?: string | undefined;
  /** Identifier of the session that the file belongs to. */
  session_id?: string | undefined;
}

/**
 * An API key of the platform was created or changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformApiKeyActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'platformApiKey'>;
  /** Identifier of the key. */
  api_key_id?: string | undefined;
  /** The changes that were made. */
  updates?: unknown;
}

/**
 * A workspace, its members or its rate limits were changed or viewed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformWorkspaceActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'platformWorkspace'>;
  /** Identifier of the workspace. */
  workspace_id?: string | undefined;
  /** Identifier of the member. */
  user_id?: string | undefined;
  /** Group of models that the rate limit applies to. */
  model_group?: string | undefined;
  /** Kind of rate limit. */
  limiter_type?: string | undefined;
  /** New value of the rate limit. */
  value?: number | undefined;
  /** The changes that were made. */
  updates?: unknown;
}

/**
 * A version of a skill was created or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PlatformSkillActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'platformSkill'>;
  /** Identifier of the skill. */
  skill_id?: string | undefined;
  /** Version of the skill. */
  version?: string | undefined;
}

/**
 * A role, its permissions or its holders were changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface RbacRoleActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'rbacRole'>;
  /** Identifier of the role. */
  role_id?: string | undefined;
  /** Name of the role. */
  role_name?: string | undefined;
  /** Type of the holder of the role. */
  principal_type?: string | undefined;
  /** Identifier of the holder of the role. */
  principal_id?: string | undefined;
  /** Type of the resource that the permission applies to. */
  resource_type?: string | undefined;
  /** Identifier of the resource that the permission applies to. */
  resource_id?: string | undefined;
  /** What the permission allows. */
  action?: string | undefined;
}

/**
 * The configuration of single sign-on or of the second factor was changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SingleSignOnActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'singleSignOn'>;
  /** Whether it is enabled. */
  enabled?: boolean | undefined;
  /** Identifier of the connection. */
  connection_id?: string | undefined;
  /** Kind of connection. */
  connection_type?: string | undefined;
  /** Mode before the change. */
  previous_mode?: string | undefined;
  /** Mode after the change. */
  new_mode?: string | undefined;
}

/**
 * A service or one of its keys was created, deleted or revoked.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ServiceActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'service'>;
  /** Name of the service. */
  service_name?: string | undefined;
  /** Identifier of the key. */
  service_key_id?: string | undefined;
  /** Name of the key. */
  key_name?: string | undefined;
  /** Scopes of the key. */
  scopes?: string[] | undefined;
  /** Whether the service was created with the key. */
  is_service_created?: boolean | undefined;
}
