/**
 * Activities of people, keys, roles and settings. Their fields are undocumented.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
import * as z from 'zod';
import { type ObjectSchema, openObject, type Schema, union } from '../kit/schema.js';
import type * as types from './activity-access.js';
import { activity } from './activity-fields.contract.js';

/** An API key was created. */
export const ApiKeyCreatedActivity: ObjectSchema<types.ApiKeyCreatedActivity> = openObject('ActivityFields', {
  ...activity('apiKeyCreated'),
  /** Identifier of the key. */
  api_key_id: z.string().optional(),
  /** Scopes of the key. */
  scopes: z.array(z.string()).optional(),
});

/** A request to the compliance API. */
export const ComplianceApiAccessedActivity: ObjectSchema<types.ComplianceApiAccessedActivity> = openObject(
  'ActivityFields',
  {
    ...activity('complianceApiAccessed'),
    /** Identifier of the request. */
    request_id: z.string().optional(),
    /** Requested URL. */
    url: z.string().optional(),
    /** HTTP method. */
    request_method: z.string().optional(),
    /** Request body as text; null for a request without a body. */
    request_body: z.string().nullish(),
    /** HTTP status of the response. */
    status_code: z.number().optional(),
    /** Identifier of the key that the request used. */
    api_key_id: z.string().optional(),
  },
);

/** An admin key was created, changed or deleted. */
export const AdminApiKeyActivity: ObjectSchema<types.AdminApiKeyActivity> = openObject('ActivityFields', {
  ...activity('adminApiKey'),
  /** Identifier of the key. */
  admin_api_key_id: z.string().optional(),
  /** Scopes of the key. */
  scopes: z.array(z.string()).optional(),
  /** The changes that were made. */
  updates: z.unknown().optional(),
});

/** A login through another identity provider. */
export const SocialLoginActivity: ObjectSchema<types.SocialLoginActivity> = openObject('ActivityFields', {
  ...activity('socialLogin'),
  /** Name of the provider. */
  provider: z.string().optional(),
});

/** A group was created, viewed, changed or deleted. */
export const GroupActivity: ObjectSchema<types.GroupActivity> = openObject('ActivityFields', {
  ...activity('group'),
  /** Identifier of the group. */
  group_id: z.string().optional(),
  /** Name of the group. */
  group_name: z.string().optional(),
  /** Identifiers of the members added or removed. */
  member_ids: z.array(z.string()).optional(),
});

/** An invite was sent, viewed, accepted, declined or deleted. */
export const InviteActivity: ObjectSchema<types.InviteActivity> = openObject('ActivityFields', {
  ...activity('invite'),
  /** Identifier of the invite. */
  invite_id: z.string().optional(),
  /** E-mail address of the invited person. */
  invited_email: z.string().optional(),
  /** Role of the invited person. */
  invited_role: z.string().optional(),
});

/** A member of the organization was viewed, changed, restored or deleted. */
export const MembershipActivity: ObjectSchema<types.MembershipActivity> = openObject('ActivityFields', {
  ...activity('membership'),
  /** Identifier of the user. */
  user_id: z.string().optional(),
  /** E-mail address of the user. */
  user_email: z.string().optional(),
  /** Role before the change. */
  previous_role: z.string().optional(),
  /** Role after the change. */
  current_role: z.string().optional(),
  /** Identifier of the deleted user. */
  deleted_user_id: z.string().optional(),
  /** E-mail address of the deleted user. */
  deleted_user_email: z.string().optional(),
});

/** Settings of the organization, of a user or of the compliance API were changed. */
export const SettingsActivity: ObjectSchema<types.SettingsActivity> = openObject('ActivityFields', {
  ...activity('settings'),
  /** The changes that were made. */
  updates: z.unknown().optional(),
  /** Whether the compliance API is enabled. */
  compliance_api_enabled: z.boolean().optional(),
  /** Whether requests to the compliance API are logged. */
  compliance_api_logging_enabled: z.boolean().optional(),
});

/** A domain was verified or removed. */
export const DomainActivity: ObjectSchema<types.DomainActivity> = openObject('ActivityFields', {
  ...activity('domain'),
  /** Name of the domain. */
  domain: z.string().optional(),
});

/** A taint was added to the organization or removed from it. */
export const TaintActivity: ObjectSchema<types.TaintActivity> = openObject('ActivityFields', {
  ...activity('taint'),
  /** Name of the taint. */
  taint: z.string().optional(),
});

/** A role was granted or revoked. */
export const RoleAssignmentActivity: ObjectSchema<types.RoleAssignmentActivity> = openObject(
  'ActivityFields',
  {
    ...activity('roleAssignment'),
    /** Identifier of the holder of the role. */
    target_id: z.string().optional(),
    /** Type of the holder of the role. */
    target_type: z.string().optional(),
    /** Name of the role. */
    role: z.string().optional(),
    /** Type of the resource that the role applies to. */
    resource_type: z.string().optional(),
    /** Identifier of the resource that the role applies to. */
    resource_id: z.string().optional(),
  },
);

/** A file of the platform was uploaded, downloaded or deleted. */
export const PlatformFileActivity: ObjectSchema<types.PlatformFileActivity> = openObject('ActivityFields', {
  ...activity('platformFile'),
  /** Identifier of the file. */
  file_id: z.string().optional(),
  /** Identifier of the session that the file belongs to. */
  session_id: z.string().optional(),
});

/** An API key of the platform was created or changed. */
export const PlatformApiKeyActivity: ObjectSchema<types.PlatformApiKeyActivity> = openObject(
  'ActivityFields',
  {
    ...activity('platformApiKey'),
    /** Identifier of the key. */
    api_key_id: z.string().optional(),
    /** The changes that were made. */
    updates: z.unknown().optional(),
  },
);

/** A workspace, its members or its rate limits were changed or viewed. */
export const PlatformWorkspaceActivity: ObjectSchema<types.PlatformWorkspaceActivity> = openObject(
  'ActivityFields',
  {
    ...activity('platformWorkspace'),
    /** Identifier of the workspace. */
    workspace_id: z.string().optional(),
    /** Identifier of the member. */
    user_id: z.string().optional(),
    /** Group of models that the rate limit applies to. */
    model_group: z.string().optional(),
    /** Kind of rate limit. */
    limiter_type: z.string().optional(),
    /** New value of the rate limit. */
    value: z.number().optional(),
    /** The changes that were made. */
    updates: z.unknown().optional(),
  },
);

/** A version of a skill was created or deleted. */
export const PlatformSkillActivity: ObjectSchema<types.PlatformSkillActivity> = openObject('ActivityFields', {
  ...activity('platformSkill'),
  /** Identifier of the skill. */
  skill_id: z.string().optional(),
  /** Version of the skill. */
  version: z.string().optional(),
});

/** A role, its permissions or its holders were changed. */
export const RbacRoleActivity: ObjectSchema<types.RbacRoleActivity> = openObject('ActivityFields', {
  ...activity('rbacRole'),
  /** Identifier of the role. */
  role_id: z.string().optional(),
  /** Name of the role. */
  role_name: z.string().optional(),
  /** Type of the holder of the role. */
  principal_type: z.string().optional(),
  /** Identifier of the holder of the role. */
  principal_id: z.string().optional(),
  /** Type of the resource that the permission applies to. */
  resource_type: z.string().optional(),
  /** Identifier of the resource that the permission applies to. */
  resource_id: z.string().optional(),
  /** What the permission allows. */
  action: z.string().optional(),
});

/** The configuration of single sign-on or of the second factor was changed. */
export const SingleSignOnActivity: ObjectSchema<types.SingleSignOnActivity> = openObject('ActivityFields', {
  ...activity('singleSignOn'),
  /** Whether it is enabled. */
  enabled: z.boolean().optional(),
  /** Identifier of the connection. */
  connection_id: z.string().optional(),
  /** Kind of connection. */
  connection_type: z.string().optional(),
  /** Mode before the change. */
  previous_mode: z.string().optional(),
  /** Mode after the change. */
  new_mode: z.string().optional(),
});

/** A service or one of its keys was created, deleted or revoked. */
export const ServiceActivity: ObjectSchema<types.ServiceActivity> = openObject('ActivityFields', {
  ...activity('service'),
  /** Name of the service. */
  service_name: z.string().optional(),
  /** Identifier of the key. */
  service_key_id: z.string().optional(),
  /** Name of the key. */
  key_name: z.string().optional(),
  /** Scopes of the key. */
  scopes: z.array(z.string()).optional(),
  /** Whether the service was created with the key. */
  is_service_created: z.boolean().optional(),
});

/** Activities of people, keys, roles and settings. */
export const AccessActivity: Schema<types.AccessActivity> = union('type', [
  ApiKeyCreatedActivity,
  ComplianceApiAccessedActivity,
  AdminApiKeyActivity,
  SocialLoginActivity,
  GroupActivity,
  InviteActivity,
  MembershipActivity,
  SettingsActivity,
  DomainActivity,
  TaintActivity,
  RoleAssignmentActivity,
  PlatformFileActivity,
  PlatformApiKeyActivity,
  PlatformWorkspaceActivity,
  PlatformSkillActivity,
  RbacRoleActivity,
  SingleSignOnActivity,
  ServiceActivity,
]);
