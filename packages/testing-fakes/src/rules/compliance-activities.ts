/** Rules of the activity log. */
import type { RuleRows } from './rule.js';

const ACTIVITY = 'Activity (audit record)';

/** Rules of the activity log. */
export const activityRules: RuleRows = {
  'CMP-080': [
    'Compliance: activities',
    'Activities of the organization come in pages.',
    'compliance/activities.ts',
  ],
  'CMP-081': ['Compliance: activities', 'activity_types filters by type.', 'compliance/activities.ts'],
  'CMP-082': [
    ACTIVITY,
    'Common fields; a reader does not depend on them.',
    'organization/activity-records.ts',
  ],
  'CMP-083': [ACTIVITY, 'actor is required.', 'schema activities.list'],
  'CMP-084': [`${ACTIVITY} > user_actor`, 'Fields of user_actor.', 'schema activities.list'],
  'CMP-085': [`${ACTIVITY} > vendor_actor`, 'Fields of vendor_actor.', 'schema activities.list'],
  'CMP-086': [`${ACTIVITY} > api_actor`, 'Fields of api_actor.', 'schema activities.list'],
  'CMP-087': [
    `${ACTIVITY} > scim_directory_sync_actor`,
    'Fields of scim_directory_sync_actor.',
    'schema activities.list',
  ],
  'CMP-088': [
    `${ACTIVITY} > assistant_artifact_; ${ACTIVITY} > assistant_chat_; ${ACTIVITY} > assistant_code_review_; ${ACTIVITY} > assistant_code_security_; ${ACTIVITY} > assistant_code_team_memory_; ${ACTIVITY} > assistant_command_; ${ACTIVITY} > assistant_file_; ${ACTIVITY} > assistant_gdrive_integration_; ${ACTIVITY} > assistant_githost_integration_; ${ACTIVITY} > assistant_organization_settings_; ${ACTIVITY} > assistant_plugin_; ${ACTIVITY} > assistant_project_; ${ACTIVITY} > assistant_project_document_; ${ACTIVITY} > assistant_project_file_; ${ACTIVITY} > assistant_published_artifact_; ${ACTIVITY} > assistant_pubsec_identity_; ${ACTIVITY} > assistant_skill_; ${ACTIVITY} > assistant_user_; ${ACTIVITY} > desktop_extension_; ${ACTIVITY} > extra_usage_spend_limit_; ${ACTIVITY} > ghe_; ${ACTIVITY} > group_; ${ACTIVITY} > integration_user_; ${ACTIVITY} > lti_; ${ACTIVITY} > magic_link_login_; ${ACTIVITY} > marketplace_; ${ACTIVITY} > mcp_server_; ${ACTIVITY} > org_`,
    'Every listed type can be filtered by.',
    'schema activities.list',
  ],
  'CMP-089': [ACTIVITY, 'Further types may appear.', 'schema activities.list'],
  'CMP-090': [
    `${ACTIVITY} > desktop_extension_blocklisted, desktop_extension_removed_from_allowlist, desktop_extension_unblocked`,
    'Extensions blocked, unblocked, removed from the allowlist.',
    'demo/activity-samples.ts',
  ],
  'CMP-091': [`${ACTIVITY} > desktop_extension_deleted`, 'Extensions deleted.', 'demo/activity-samples.ts'],
  'CMP-092': [
    `${ACTIVITY} > desktop_extension_uploaded, desktop_extension_version_uploaded`,
    'Extensions uploaded.',
    'demo/activity-samples.ts',
  ],
  'CMP-093': [
    `${ACTIVITY} > domain_claim_initiated, org_deletion_requested, org_discoverability_disabled, org_discoverability_enabled, org_discoverability_settings_updated, org_data_export_accessed`,
    'User actors only, no further fields.',
    'demo/activity-samples.ts',
  ],
  'CMP-094': [`${ACTIVITY} > end_user_invite_requested`, 'Requested invites.', 'demo/activity-samples.ts'],
  'CMP-095': [
    `${ACTIVITY} > extra_usage_billing_enabled, extra_usage_credit_granted, org_data_export_completed, org_data_export_started, org_deleted_via_bulk, org_directory_sync_add_initiated`,
    'User or vendor actors, no further fields.',
    'demo/activity-samples.ts',
  ],
  'CMP-096': [
    `${ACTIVITY} > extra_usage_spend_limit_created`,
    'Spend limits created.',
    'demo/activity-samples.ts',
  ],
  'CMP-097': [
    `${ACTIVITY} > extra_usage_spend_limit_deleted`,
    'Spend limits deleted.',
    'demo/activity-samples.ts',
  ],
  'CMP-098': [
    `${ACTIVITY} > extra_usage_spend_limit_increase_request_approved`,
    'Increases of spend limits approved.',
    'demo/activity-samples.ts',
  ],
  'CMP-099': [
    `${ACTIVITY} > extra_usage_spend_limit_increase_request_denied`,
    'Increases of spend limits denied.',
    'demo/activity-samples.ts',
  ],
  'CMP-100': [
    `${ACTIVITY} > org_creation_blocked`,
    'Blocked creation of an organization.',
    'demo/activity-samples.ts',
  ],
  'CMP-101': [
    `${ACTIVITY} > org_directory_resync_completed, org_directory_resync_failed`,
    'Completed resynchronization.',
    'demo/activity-samples.ts',
  ],
  'CMP-102': [
    `${ACTIVITY} > org_directory_resync_started`,
    'Started resynchronization.',
    'demo/activity-samples.ts',
  ],
  'CMP-103': [
    `${ACTIVITY} > org_directory_sync_activated, org_directory_sync_deleted`,
    'Directory synchronization switched on and off.',
    'demo/activity-samples.ts',
  ],
  'CMP-104': [
    ACTIVITY,
    'organization_uuid is the older form of organization_id.',
    'organization/activity-records.ts',
  ],
  'CMP-105': ['Events', 'Activities are polled, never pushed.', 'compliance/activities.ts'],
};
