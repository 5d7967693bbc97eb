/** Schemas of activities of people, keys, roles and settings. */
import * as z from 'zod';
import { each, type MembersFor, type ObjectSchema, openObject } from '../kit/schema.js';
import type { AccessActivity } from './activities.js';
import type * as types from './activity-access.js';
import { activityFields } from './activity-fields.schema.js';
import { activityTypesByKind } from './activity-types.js';

const apiKeyCreatedActivity: ObjectSchema<types.ApiKeyCreatedActivity> =
  openObject<types.ApiKeyCreatedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.apiKeyCreated),
    api_key_id: z.string().optional(),
    scopes: z.array(z.string()).optional(),
  });

const complianceApiAccessedActivity: ObjectSchema<types.ComplianceApiAccessedActivity> =
  openObject<types.ComplianceApiAccessedActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.complianceApiAccessed),
    request_id: z.string().optional(),
    url: z.string().optional(),
    request_method: z.string().optional(),
    request_body: z.string().nullish(),
    status_code: z.number().optional(),
    api_key_id: z.string().optional(),
  });

const adminApiKeyActivity: ObjectSchema<types.AdminApiKeyActivity> = openObject<types.AdminApiKeyActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.adminApiKey),
  admin_api_key_id: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  updates: z.unknown().optional(),
});

const socialLoginActivity: ObjectSchema<types.SocialLoginActivity> = openObject<types.SocialLoginActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.socialLogin),
  provider: z.string().optional(),
});

const groupActivity: ObjectSchema<types.GroupActivity> = openObject<types.GroupActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.group),
  group_id: z.string().optional(),
  group_name: z.string().optional(),
  member_ids: z.array(z.string()).optional(),
});

const inviteActivity: ObjectSchema<types.InviteActivity> = openObject<types.InviteActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.invite),
  invite_id: z.string().optional(),
  invited_email: z.string().optional(),
  invited_role: z.string().optional(),
});

const membershipActivity: ObjectSchema<types.MembershipActivity> = openObject<types.MembershipActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.membership),
  user_id: z.string().optional(),
  user_email: z.string().optional(),
  previous_role: z.string().optional(),
  current_role: z.string().optional(),
  deleted_user_id: z.string().optional(),
  deleted_user_email: z.string().optional(),
});

const settingsActivity: ObjectSchema<types.SettingsActivity> = openObject<types.SettingsActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.settings),
  updates: z.unknown().optional(),
  compliance_api_enabled: z.boolean().optional(),
  compliance_api_logging_enabled: z.boolean().optional(),
});

const domainActivity: ObjectSchema<types.DomainActivity> = openObject<types.DomainActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.domain),
  domain: z.string().optional(),
});

const taintActivity: ObjectSchema<types.TaintActivity> = openObject<types.TaintActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.taint),
  taint: z.string().optional(),
});

const roleAssignmentActivity: ObjectSchema<types.RoleAssignmentActivity> =
  openObject<types.RoleAssignmentActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.roleAssignment),
    target_id: z.string().optional(),
    target_type: z.string().optional(),
    role: z.string().optional(),
    resource_type: z.string().optional(),
    resource_id: z.string().optional(),
  });

const platformFileActivity: ObjectSchema<types.PlatformFileActivity> =
  openObject<types.PlatformFileActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.platformFile),
    file_id: z.string().optional(),
    session_id: z.string().optional(),
  });

const platformApiKeyActivity: ObjectSchema<types.PlatformApiKeyActivity> =
  openObject<types.PlatformApiKeyActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.platformApiKey),
    api_key_id: z.string().optional(),
    updates: z.unknown().optional(),
  });

const platformWorkspaceActivity: ObjectSchema<types.PlatformWorkspaceActivity> =
  openObject<types.PlatformWorkspaceActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.platformWorkspace),
    workspace_id: z.string().optional(),
    user_id: z.string().optional(),
    model_group: z.string().optional(),
    limiter_type: z.string().optional(),
    value: z.number().optional(),
    updates: z.unknown().optional(),
  });

const platformSkillActivity: ObjectSchema<types.PlatformSkillActivity> =
  openObject<types.PlatformSkillActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.platformSkill),
    skill_id: z.string().optional(),
    version: z.string().optional(),
  });

const rbacRoleActivity: ObjectSchema<types.RbacRoleActivity> = openObject<types.RbacRoleActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.rbacRole),
  role_id: z.string().optional(),
  role_name: z.string().optional(),
  principal_type: z.string().optional(),
  principal_id: z.string().optional(),
  resource_type: z.string().optional(),
  resource_id: z.string().optional(),
  action: z.string().optional(),
});

const singleSignOnActivity: ObjectSchema<types.SingleSignOnActivity> =
  openObject<types.SingleSignOnActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.singleSignOn),
    enabled: z.boolean().optional(),
    connection_id: z.string().optional(),
    connection_type: z.string().optional(),
    previous_mode: z.string().optional(),
    new_mode: z.string().optional(),
  });

const serviceActivity: ObjectSchema<types.ServiceActivity> = openObject<types.ServiceActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.service),
  service_name: z.string().optional(),
  service_key_id: z.string().optional(),
  key_name: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  is_service_created: z.boolean().optional(),
});

/** The schemas, by activity type. */
export const accessActivities: MembersFor<AccessActivity, 'type'> = {
  ...each(activityTypesByKind.apiKeyCreated, apiKeyCreatedActivity),
  ...each(activityTypesByKind.complianceApiAccessed, complianceApiAccessedActivity),
  ...each(activityTypesByKind.adminApiKey, adminApiKeyActivity),
  ...each(activityTypesByKind.socialLogin, socialLoginActivity),
  ...each(activityTypesByKind.group, groupActivity),
  ...each(activityTypesByKind.invite, inviteActivity),
  ...each(activityTypesByKind.membership, membershipActivity),
  ...each(activityTypesByKind.settings, settingsActivity),
  ...each(activityTypesByKind.domain, domainActivity),
  ...each(activityTypesByKind.taint, taintActivity),
  ...each(activityTypesByKind.roleAssignment, roleAssignmentActivity),
  ...each(activityTypesByKind.platformFile, platformFileActivity),
  ...each(activityTypesByKind.platformApiKey, platformApiKeyActivity),
  ...each(activityTypesByKind.platformWorkspace, platformWorkspaceActivity),
  ...each(activityTypesByKind.platformSkill, platformSkillActivity),
  ...each(activityTypesByKind.rbacRole, rbacRoleActivity),
  ...each(activityTypesByKind.singleSignOn, singleSignOnActivity),
  ...each(activityTypesByKind.service, serviceActivity),
};
