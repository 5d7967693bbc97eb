/** Activities about people, keys and settings, of every type whose fields are known but not documented. */
import { activityTypesByKind } from '@parlance/schemas';
import type { StoredUser } from '../organization/directory.js';
import type { ActivityDetails } from '../organization/activity-records.js';
import type { SampleParts } from './activity-samples.js';

/**
 * Returns the samples of activities about access.
 *
 * @param parts - Records that the samples refer to.
 */
export function accessSamples(parts: SampleParts): readonly ActivityDetails[] {
  return [
    ...keySamples(parts),
    ...peopleSamples(parts),
    ...roleSamples(parts),
    ...settingsSamples(parts),
    ...platformSamples(parts),
  ];
}

function keySamples({ actors, source }: SampleParts): ActivityDetails[] {
  const admin_api_key_id = source.id('apikey_');
  const service = { service_name: 'exporter' };
  const key = { ...service, service_key_id: source.id('skey_') };
  const actor = actors.user(0);
  return [
    { type: 'api_key_created', actor, api_key_id: actors.api.api_key_id, scopes: ['inference'] },
    { type: 'admin_api_key_created', actor, admin_api_key_id, scopes: ['organization'] },
    {
      type: 'admin_api_key_updated',
      actor: actors.adminKey,
      admin_api_key_id,
      updates: { name: 'Directory sync' },
    },
    { type: 'admin_api_key_deleted', actor, admin_api_key_id },
    { type: 'service_created', actor, ...service },
    { type: 'service_deleted', actor, ...service },
    {
      type: 'service_key_created',
      actor,
      ...key,
      key_name: 'nightly',
      scopes: ['read'],
      is_service_created: true,
    },
    { type: 'service_key_revoked', actor, ...key },
    {
      type: 'compliance_api_accessed',
      actor: actors.api,
      request_id: source.id('req_'),
      url: '/v1/compliance/activities?limit=100',
      request_method: 'GET',
      request_body: null,
      status_code: 200,
      api_key_id: actors.api.api_key_id,
    },
  ];
}

function peopleSamples({ actors, source, people }: SampleParts): ActivityDetails[] {
  const actor = actors.user(0);
  const invite_id = source.id('invite_');
  const { id: user_id, email: user_email } = people[10] as StoredUser;
  const group = { group_id: source.id('group_') };
  return [
    { type: 'social_login_succeeded', actor: actors.user(10), provider: 'example-id' },
    { type: 'org_invite_viewed', actor: actors.stranger, invite_id },
    ...(['accepted', 'deleted', 'rejected'] as const).map((verb) => ({
      type: `org_user_invite_${verb}` as const,
      actor,
      invite_id,
    })),
    { type: 'org_user_invite_sent', actor, invited_email: 'aiko.sato@example.com', invited_role: 'user' },
    { type: 'org_user_invite_re_sent', actor, invited_email: 'aiko.sato@example.com' },
    { type: 'org_user_viewed', actor, user_id },
    {
      type: 'org_user_deleted',
      actor,
      deleted_user_id: source.id('user_'),
      deleted_user_email: 'former@example.com',
    },
    { type: 'owned_projects_access_restored', actor, user_id },
    {
      type: 'assistant_user_role_updated',
      actor,
      user_id,
      user_email,
      previous_role: 'user',
      current_role: 'developer',
    },
    ...(['created', 'deleted', 'updated'] as const).map((verb) => ({
      type: `scim_user_${verb}` as const,
      actor: actors.sync,
      user_id,
    })),
    { type: 'group_created', actor, ...group, group_name: 'Field sales' },
    ...(['deleted', 'updated', 'viewed', 'member_list_viewed'] as const).map((verb) => ({
      type: `group_${verb}` as const,
      actor,
      ...group,
    })),
    ...(['member_added', 'member_removed'] as const).map((verb) => ({
      type: `group_${verb}` as const,
      actor,
      ...group,
      member_ids: [user_id],
    })),
  ];
}

function roleSamples({ actors, source, people }: SampleParts): ActivityDetails[] {
  const actor = actors.user(1);
  const user_id = (people[11] as StoredUser).id;
  const resource = { resource_type: 'organization', resource_id: source.id('org_') };
  const role_id = source.id('role_');
  return [
    ...activityTypesByKind.roleAssignment.map((type) => ({
      type,
      actor,
      target_id: user_id,
      target_type: 'user',
      role: 'developer',
      ...resource,
    })),
    ...(['assigned', 'unassigned'] as const).map((verb) => ({
      type: `rbac_role_${verb}` as const,
      actor,
      role_id,
      principal_type: 'user',
      principal_id: user_id,
    })),
    { type: 'rbac_role_created', actor, role_id, role_name: 'Auditor' },
    { type: 'rbac_role_updated', actor, role_id },
    { type: 'rbac_role_deleted', actor, role_id },
    ...(['permission_added', 'permission_removed'] as const).map((verb) => ({
      type: `rbac_role_${verb}` as const,
      actor,
      role_id,
      ...resource,
      action: 'read',
    })),
  ];
}

function settingsSamples({ actors, source }: SampleParts): ActivityDetails[] {
  const actor = actors.user(1);
  const connection_id = source.id('conn_');
  return [
    { type: 'assistant_organization_settings_updated', actor, updates: { retention_days: 730 } },
    { type: 'assistant_user_settings_updated', actor, updates: { theme: 'dark' } },
    {
      type: 'org_compliance_api_settings_updated',
      actor,
      compliance_api_enabled: true,
      compliance_api_logging_enabled: true,
    },
    { type: 'org_domain_verified', actor, domain: 'example.com' },
    { type: 'org_domain_removed', actor, domain: 'old.example.com' },
    { type: 'org_taint_added', actor: actors.vendor, taint: 'manual_review' },
    { type: 'org_taint_removed', actor: actors.vendor, taint: 'manual_review' },
    { type: 'org_magic_link_second_factor_toggled', actor, enabled: true },
    { type: 'org_sso_seat_tier_assignment_toggled', actor, enabled: false },
    { type: 'org_sso_toggled', actor, enabled: true },
    { type: 'org_sso_connection_activated', actor, connection_id, connection_type: 'saml' },
    { type: 'org_sso_connection_deactivated', actor, connection_id },
    { type: 'org_sso_connection_deleted', actor, connection_id },
    { type: 'org_sso_provisioning_mode_changed', actor, previous_mode: 'jit', new_mode: 'scim' },
  ];
}

function platformSamples({ actors, source, people, workspaceId }: SampleParts): ActivityDetails[] {
  const actor = actors.user(3);
  const workspace_id = workspaceId;
  const user_id = (people[4] as StoredUser).id;
  const file_id = source.id('file_');
  const rate = { workspace_id, model_group: 'opus', limiter_type: 'requests_per_minute' };
  const skill = { skill_id: source.id('skill_'), version: '3' };
  return [
    { type: 'platform_file_uploaded', actor, file_id, session_id: source.id('sesn_') },
    { type: 'platform_file_content_downloaded', actor, file_id },
    { type: 'platform_file_deleted', actor, file_id },
    { type: 'platform_api_key_created', actor, api_key_id: actors.api.api_key_id },
    {
      type: 'platform_api_key_updated',
      actor,
      api_key_id: actors.api.api_key_id,
      updates: { name: 'Nightly reports' },
    },
    { type: 'platform_workspace_created', actor, workspace_id },
    { type: 'platform_workspace_archived', actor, workspace_id },
    { type: 'platform_workspace_updated', actor, workspace_id, updates: { name: 'Production' } },
    ...(['member_added', 'member_removed', 'member_viewed'] as const).map((verb) => ({
      type: `platform_workspace_${verb}` as const,
      actor,
      workspace_id,
      user_id,
    })),
    {
      type: 'platform_workspace_member_updated',
      actor,
      workspace_id,
      user_id,
      updates: { workspace_role: 'workspace_admin' },
    },
    { type: 'platform_workspace_members_listed', actor, workspace_id },
    { type: 'platform_workspace_rate_limit_deleted', actor, ...rate },
    { type: 'platform_workspace_rate_limit_updated', actor, ...rate, value: 1000 },
    { type: 'platform_skill_version_created', actor, ...skill },
    { type: 'platform_skill_version_deleted', actor, ...skill },
  ];
}
