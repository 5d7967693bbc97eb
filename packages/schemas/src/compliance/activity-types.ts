/** Names of the activity types. The service may add types at any time. */

/**
 * Activity types known when this package was built, grouped by kind. Activities of one kind have the same fields, for
 * example those of `chat` are described by `ChatActivity`.
 *
 * @source compliance > Activity (audit record)
 * @remarks The list in the documents ends at `org_invites_listed`; for later names see "What the documents do not
 * show" appendix D.
 */
// A name per line would take 300 lines.
// prettier-ignore
export const activityTypesByKind = {
  desktopExtension: [
    'desktop_extension_blocklisted', 'desktop_extension_removed_from_allowlist', 'desktop_extension_unblocked',
  ],
  desktopExtensionDeleted: ['desktop_extension_deleted'],
  desktopExtensionUploaded: ['desktop_extension_uploaded', 'desktop_extension_version_uploaded'],
  user: [
    'domain_claim_initiated', 'org_data_export_accessed', 'org_deletion_requested', 'org_discoverability_disabled',
    'org_discoverability_enabled', 'org_discoverability_settings_updated',
  ],
  endUserInviteRequested: ['end_user_invite_requested'],
  userOrVendor: [
    'extra_usage_billing_enabled', 'extra_usage_credit_granted', 'org_data_export_completed',
    'org_data_export_started', 'org_deleted_via_bulk', 'org_directory_sync_add_initiated',
  ],
  spendLimit: ['extra_usage_spend_limit_created', 'extra_usage_spend_limit_updated'],
  spendLimitDeleted: ['extra_usage_spend_limit_deleted'],
  spendLimitIncreaseApproved: ['extra_usage_spend_limit_increase_request_approved'],
  spendLimitIncreaseDenied: ['extra_usage_spend_limit_increase_request_denied'],
  organizationCreationBlocked: ['org_creation_blocked'],
  directoryResync: ['org_directory_resync_completed', 'org_directory_resync_failed'],
  directoryResyncStarted: ['org_directory_resync_started'],
  directorySync: ['org_directory_sync_activated', 'org_directory_sync_deleted'],
  artifact: [
    'assistant_artifact_access_failed', 'assistant_artifact_sharing_updated', 'assistant_artifact_viewed',
  ],
  chat: [
    'assistant_chat_access_failed', 'assistant_chat_created', 'assistant_chat_deleted',
    'assistant_chat_deletion_failed', 'assistant_chat_settings_updated', 'assistant_chat_snapshot_created',
    'assistant_chat_snapshot_viewed', 'assistant_chat_updated', 'assistant_chat_viewed',
  ],
  command: ['assistant_command_created', 'assistant_command_deleted', 'assistant_command_replaced'],
  plugin: [
    'assistant_plugin_created', 'assistant_plugin_deleted', 'assistant_plugin_replaced', 'assistant_plugin_updated',
  ],
  skill: [
    'assistant_skill_created', 'assistant_skill_deleted', 'assistant_skill_disabled', 'assistant_skill_enabled',
    'assistant_skill_replaced',
  ],
  file: [
    'assistant_file_access_failed', 'assistant_file_deleted', 'assistant_file_uploaded', 'assistant_file_viewed',
  ],
  project: [
    'assistant_project_archived', 'assistant_project_created', 'assistant_project_deleted',
    'assistant_project_reported', 'assistant_project_sharing_updated', 'assistant_project_viewed',
  ],
  projectDocument: [
    'assistant_project_document_access_failed', 'assistant_project_document_deleted',
    'assistant_project_document_deletion_failed', 'assistant_project_document_uploaded',
    'assistant_project_document_viewed',
  ],
  projectFile: [
    'assistant_project_file_access_failed', 'assistant_project_file_deleted',
    'assistant_project_file_deletion_failed', 'assistant_project_file_uploaded',
  ],
  gdriveIntegration: [
    'assistant_gdrive_integration_created', 'assistant_gdrive_integration_deleted',
    'assistant_gdrive_integration_updated',
  ],
  githostIntegration: [
    'assistant_githost_integration_created', 'assistant_githost_integration_deleted',
    'assistant_githost_integration_updated',
  ],
  integrationUser: ['integration_user_connected', 'integration_user_disconnected'],
  ghe: [
    'ghe_configuration_created', 'ghe_configuration_deleted', 'ghe_configuration_updated', 'ghe_user_connected',
    'ghe_user_disconnected', 'ghe_webhook_signature_invalid',
  ],
  marketplace: [
    'marketplace_created', 'marketplace_deleted', 'marketplace_updated', 'marketplace_webhook_deleted',
    'marketplace_webhook_provisioned',
  ],
  mcpServer: ['mcp_server_created', 'mcp_server_deleted', 'mcp_server_updated', 'mcp_tool_policy_updated'],
  sessionShare: ['session_share_accessed', 'session_share_created', 'session_share_revoked'],
  apiKeyCreated: ['api_key_created'],
  complianceApiAccessed: ['compliance_api_accessed'],
  adminApiKey: ['admin_api_key_created', 'admin_api_key_deleted', 'admin_api_key_updated'],
  socialLogin: ['social_login_succeeded'],
  group: [
    'group_created', 'group_deleted', 'group_member_added', 'group_member_list_viewed', 'group_member_removed',
    'group_updated', 'group_viewed',
  ],
  invite: [
    'org_invite_viewed', 'org_user_invite_accepted', 'org_user_invite_deleted', 'org_user_invite_re_sent',
    'org_user_invite_rejected', 'org_user_invite_sent',
  ],
  membership: [
    'assistant_user_role_updated', 'org_user_deleted', 'org_user_viewed', 'owned_projects_access_restored',
    'scim_user_created', 'scim_user_deleted', 'scim_user_updated',
  ],
  settings: [
    'assistant_organization_settings_updated', 'assistant_user_settings_updated',
    'org_compliance_api_settings_updated',
  ],
  domain: ['org_domain_removed', 'org_domain_verified'],
  taint: ['org_taint_added', 'org_taint_removed'],
  roleAssignment: ['role_assignment_granted', 'role_assignment_revoked'],
  platformFile: ['platform_file_content_downloaded', 'platform_file_deleted', 'platform_file_uploaded'],
  platformApiKey: ['platform_api_key_created', 'platform_api_key_updated'],
  platformWorkspace: [
    'platform_workspace_archived', 'platform_workspace_created', 'platform_workspace_member_added',
    'platform_workspace_member_removed', 'platform_workspace_member_updated', 'platform_workspace_member_viewed',
    'platform_workspace_members_listed', 'platform_workspace_rate_limit_deleted',
    'platform_workspace_rate_limit_updated', 'platform_workspace_updated',
  ],
  platformSkill: ['platform_skill_version_created', 'platform_skill_version_deleted'],
  rbacRole: [
    'rbac_role_assigned', 'rbac_role_created', 'rbac_role_deleted', 'rbac_role_permission_added',
    'rbac_role_permission_removed', 'rbac_role_unassigned', 'rbac_role_updated',
  ],
  singleSignOn: [
    'org_magic_link_second_factor_toggled', 'org_sso_connection_activated', 'org_sso_connection_deactivated',
    'org_sso_connection_deleted', 'org_sso_provisioning_mode_changed', 'org_sso_seat_tier_assignment_toggled',
    'org_sso_toggled',
  ],
  service: ['service_created', 'service_deleted', 'service_key_created', 'service_key_revoked'],
  plain: [
    'account_deleted', 'admin_connector_request_resolved', 'admin_request_created', 'age_verified',
    'anonymous_mobile_login_attempted', 'assistant_artifact_created', 'assistant_artifact_published',
    'assistant_code_review_config_updated', 'assistant_code_review_repository_added',
    'assistant_code_review_repository_removed', 'assistant_code_review_repository_updated',
    'assistant_code_security_center_config_updated', 'assistant_code_security_scan_cancelled',
    'assistant_code_security_scan_project_updated', 'assistant_code_security_scan_schedule_deleted',
    'assistant_code_security_scan_schedule_updated', 'assistant_code_security_webhook_created',
    'assistant_code_security_webhook_deleted', 'assistant_code_security_webhook_secret_updated',
    'assistant_code_security_webhook_updated', 'assistant_code_team_memory_acl_updated',
    'assistant_published_artifact_deleted', 'assistant_pubsec_identity_configured', 'audit_log_export_accessed',
    'audit_log_export_started', 'billing_emails_updated', 'cli_plugin_exec_policy_updated',
    'desktop_extension_allowlisted', 'environment_archived', 'environment_created', 'environment_deleted',
    'environment_token_minted', 'environment_token_revoked', 'environment_updated', 'group_list_viewed',
    'invoice_collection_method_updated', 'lti_launch_initiated', 'lti_launch_success', 'lti_platform_created',
    'lti_platform_updated', 'magic_link_login_failed', 'magic_link_login_initiated', 'magic_link_login_succeeded',
    'managed_organization_setup_completed', 'org_analytics_api_capability_updated',
    'org_assistant_code_data_sharing_disabled', 'org_assistant_code_data_sharing_enabled',
    'org_assistant_code_desktop_disabled', 'org_assistant_code_desktop_enabled', 'org_bulk_delete_initiated',
    'org_cowork_agent_disabled', 'org_cowork_agent_enabled', 'org_cowork_disabled', 'org_cowork_enabled',
    'org_domain_add_initiated', 'org_external_key_created', 'org_external_key_deleted', 'org_external_key_updated',
    'org_external_key_validated', 'org_hipaa_self_serve_enabled', 'org_invite_link_disabled',
    'org_invite_link_generated', 'org_invite_link_regenerated', 'org_invites_listed', 'org_ip_restriction_created',
    'org_ip_restriction_deleted', 'org_ip_restriction_updated', 'org_join_proposal_decided',
    'org_join_request_approved', 'org_join_request_created', 'org_join_request_dismissed',
    'org_join_request_instant_approved', 'org_join_requests_bulk_dismissed', 'org_member_invites_disabled',
    'org_member_invites_enabled', 'org_members_exported', 'org_parent_join_proposal_created',
    'org_parent_search_performed', 'org_sso_add_initiated', 'org_sso_group_role_mappings_updated',
    'org_sso_seat_tier_mappings_updated', 'org_sync_deleting_synchronized_files_started',
    'org_sync_synchronized_files_deleted', 'org_user_left', 'org_users_listed', 'org_work_across_apps_disabled',
    'org_work_across_apps_enabled', 'organization_address_updated', 'organization_icon_deleted',
    'organization_icon_updated', 'payment_method_updated', 'phone_code_sent', 'phone_code_verified',
    'platform_cost_report_viewed', 'platform_federation_issuer_archived', 'platform_federation_issuer_updated',
    'platform_federation_rule_archived', 'platform_federation_rule_updated', 'platform_service_account_archived',
    'platform_service_account_updated', 'platform_signing_key_created', 'platform_signing_key_deleted',
    'platform_signing_key_rotated', 'platform_spend_limit_alert_emails_updated', 'platform_spend_limit_created',
    'platform_spend_limit_deleted', 'platform_spend_limit_updated', 'platform_usage_report_assistant_code_viewed',
    'platform_usage_report_messages_viewed', 'plugin_installation_preference_updated',
    'prepaid_auto_recharge_disabled', 'prepaid_auto_recharge_updated', 'prepaid_extra_usage_auto_reload_disabled',
    'prepaid_extra_usage_auto_reload_enabled', 'prepaid_extra_usage_auto_reload_settings_updated',
    'primary_owner_transferred', 'scoped_api_key_deleted', 'scoped_api_key_updated', 'seat_tier_changes_cancelled',
    'seat_tiers_purchased', 'session_revoked', 'sso_login_failed', 'sso_login_initiated', 'sso_login_succeeded',
    'sso_second_factor_magic_link', 'subscription_cancellation_scheduled', 'subscription_quantity_updated',
    'subscription_renewed', 'subscription_resumed', 'subscription_started', 'subscription_upgraded',
    'tunnel_token_minted', 'tunnel_token_revoked', 'user_consent_recorded', 'user_consent_revoked', 'user_logged_out',
    'workspace_member_spend_limit_created', 'workspace_member_spend_limit_deleted',
    'workspace_member_spend_limit_updated', 'workspace_spend_limit_created', 'workspace_spend_limit_deleted',
  ],
} as const;

/** Kinds of activity. Activities of one kind have the same fields. */
export type ActivityKind = keyof typeof activityTypesByKind;

/**
 * Activity types of one kind.
 *
 * @typeParam Kind - The kind.
 */
export type ActivityTypeOf<Kind extends ActivityKind> = (typeof activityTypesByKind)[Kind][number];

/** Activity types known when this package was built. */
export type KnownActivityType = ActivityTypeOf<ActivityKind>;

/** Every activity type known when this package was built, in alphabetical order. */
export const activityTypes: readonly KnownActivityType[] = /* @__PURE__ */ sortedTypes();

// A pure function call, so that bundlers can drop the list if it is not used.
function sortedTypes(): KnownActivityType[] {
  return Object.values(activityTypesByKind).flat().sort();
}
