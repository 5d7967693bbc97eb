/** Schemas of activities around chats, files, projects and what they are made with. */
import * as z from 'zod';
import { each, named, type ObjectSchema, openObject, type Schema } from '../kit/schema.js';
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
import { activityFields } from './activity-fields.schema.js';

const artifactActivity: ObjectSchema<ArtifactActivity> = openObject<ArtifactActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_artifact_access_failed',
    'assistant_artifact_sharing_updated',
    'assistant_artifact_viewed',
  ]),
  assistant_artifact_id: named(z.string()).optional(),
  assistant_artifact_version_id: named(z.string()).optional(),
  audience: z.unknown().optional(),
});

const chatActivity: ObjectSchema<ChatActivity> = openObject<ChatActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_chat_access_failed',
    'assistant_chat_created',
    'assistant_chat_deleted',
    'assistant_chat_deletion_failed',
    'assistant_chat_settings_updated',
    'assistant_chat_snapshot_created',
    'assistant_chat_snapshot_viewed',
    'assistant_chat_updated',
    'assistant_chat_viewed',
  ]),
  assistant_chat_id: named(z.string()).optional(),
  assistant_project_id: named(z.string()).nullish(),
  assistant_chat_snapshot_id: named(z.string()).optional(),
});

const commandActivity: ObjectSchema<CommandActivity> = openObject<CommandActivity>()({
  ...activityFields,
  type: z.enum(['assistant_command_created', 'assistant_command_deleted', 'assistant_command_replaced']),
  command_id: z.string().optional(),
  command_name: z.string().optional(),
});

const pluginActivity: ObjectSchema<PluginActivity> = openObject<PluginActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_plugin_created',
    'assistant_plugin_deleted',
    'assistant_plugin_replaced',
    'assistant_plugin_updated',
  ]),
  plugin_id: z.string().optional(),
  plugin_name: z.string().optional(),
});

const skillActivity: ObjectSchema<SkillActivity> = openObject<SkillActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_skill_created',
    'assistant_skill_deleted',
    'assistant_skill_disabled',
    'assistant_skill_enabled',
    'assistant_skill_replaced',
  ]),
  skill_id: z.string().optional(),
  skill_name: z.string().optional(),
});

const fileActivity: ObjectSchema<FileActivity> = openObject<FileActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_file_access_failed',
    'assistant_file_deleted',
    'assistant_file_uploaded',
    'assistant_file_viewed',
  ]),
  assistant_file_id: named(z.string()).optional(),
  filename: z.string().optional(),
  assistant_chat_id: named(z.string()).nullish(),
  assistant_project_id: named(z.string()).nullish(),
  assistant_artifact_id: named(z.string()).nullish(),
});

const projectActivity: ObjectSchema<ProjectActivity> = openObject<ProjectActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_project_archived',
    'assistant_project_created',
    'assistant_project_deleted',
    'assistant_project_reported',
    'assistant_project_sharing_updated',
    'assistant_project_viewed',
  ]),
  assistant_project_id: named(z.string()).optional(),
  audience: z.unknown().optional(),
  preview_only: z.boolean().optional(),
});

const projectDocumentActivity: ObjectSchema<ProjectDocumentActivity> = openObject<ProjectDocumentActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_project_document_access_failed',
    'assistant_project_document_deleted',
    'assistant_project_document_deletion_failed',
    'assistant_project_document_uploaded',
    'assistant_project_document_viewed',
  ]),
  assistant_project_id: named(z.string()).optional(),
  assistant_project_document_id: named(z.string()).optional(),
  filename: z.string().optional(),
});

const projectFileActivity: ObjectSchema<ProjectFileActivity> = openObject<ProjectFileActivity>()({
  ...activityFields,
  type: z.enum([
    'assistant_project_file_access_failed',
    'assistant_project_file_deleted',
    'assistant_project_file_deletion_failed',
    'assistant_project_file_uploaded',
  ]),
  assistant_project_id: named(z.string()).optional(),
  assistant_file_id: named(z.string()).optional(),
  filename: z.string().optional(),
});

const gdriveIntegrationActivity: ObjectSchema<GdriveIntegrationActivity> =
  openObject<GdriveIntegrationActivity>()({
    ...activityFields,
    type: z.enum([
      'assistant_gdrive_integration_created',
      'assistant_gdrive_integration_deleted',
      'assistant_gdrive_integration_updated',
    ]),
    integration_id: z.string().optional(),
    folder_id: z.string().optional(),
  });

const githostIntegrationActivity: ObjectSchema<GithostIntegrationActivity> =
  openObject<GithostIntegrationActivity>()({
    ...activityFields,
    type: z.enum([
      'assistant_githost_integration_created',
      'assistant_githost_integration_deleted',
      'assistant_githost_integration_updated',
    ]),
    integration_id: z.string().optional(),
    repository_name: z.string().optional(),
    organization_name: z.string().optional(),
  });

const integrationUserActivity: ObjectSchema<IntegrationUserActivity> = openObject<IntegrationUserActivity>()({
  ...activityFields,
  type: z.enum(['integration_user_connected', 'integration_user_disconnected']),
  integration_type: z.string().optional(),
});

const gheActivity: ObjectSchema<GheActivity> = openObject<GheActivity>()({
  ...activityFields,
  type: z.enum([
    'ghe_configuration_created',
    'ghe_configuration_deleted',
    'ghe_configuration_updated',
    'ghe_user_connected',
    'ghe_user_disconnected',
    'ghe_webhook_signature_invalid',
  ]),
  ghe_configuration_id: z.string().optional(),
});

const marketplaceActivity: ObjectSchema<MarketplaceActivity> = openObject<MarketplaceActivity>()({
  ...activityFields,
  type: z.enum([
    'marketplace_created',
    'marketplace_deleted',
    'marketplace_updated',
    'marketplace_webhook_deleted',
    'marketplace_webhook_provisioned',
  ]),
  marketplace_id: z.string().optional(),
});

const mcpServerActivity: ObjectSchema<McpServerActivity> = openObject<McpServerActivity>()({
  ...activityFields,
  type: z.enum(['mcp_server_created', 'mcp_server_deleted', 'mcp_server_updated', 'mcp_tool_policy_updated']),
  mcp_server_id: z.string().optional(),
  mcp_server_name: z.string().optional(),
  tool_name: z.string().optional(),
  max_permission: z.string().optional(),
});

const sessionShareActivity: ObjectSchema<SessionShareActivity> = openObject<SessionShareActivity>()({
  ...activityFields,
  type: z.enum(['session_share_accessed', 'session_share_created', 'session_share_revoked']),
  share_id: z.string().optional(),
});

/** The schemas, by activity type. */
export const contentActivities: Readonly<Record<ArtifactActivity['type'], Schema<ArtifactActivity>>> &
  Readonly<Record<ChatActivity['type'], Schema<ChatActivity>>> &
  Readonly<Record<CommandActivity['type'], Schema<CommandActivity>>> &
  Readonly<Record<PluginActivity['type'], Schema<PluginActivity>>> &
  Readonly<Record<SkillActivity['type'], Schema<SkillActivity>>> &
  Readonly<Record<FileActivity['type'], Schema<FileActivity>>> &
  Readonly<Record<ProjectActivity['type'], Schema<ProjectActivity>>> &
  Readonly<Record<ProjectDocumentActivity['type'], Schema<ProjectDocumentActivity>>> &
  Readonly<Record<ProjectFileActivity['type'], Schema<ProjectFileActivity>>> &
  Readonly<Record<GdriveIntegrationActivity['type'], Schema<GdriveIntegrationActivity>>> &
  Readonly<Record<GithostIntegrationActivity['type'], Schema<GithostIntegrationActivity>>> &
  Readonly<Record<IntegrationUserActivity['type'], Schema<IntegrationUserActivity>>> &
  Readonly<Record<GheActivity['type'], Schema<GheActivity>>> &
  Readonly<Record<MarketplaceActivity['type'], Schema<MarketplaceActivity>>> &
  Readonly<Record<McpServerActivity['type'], Schema<McpServerActivity>>> &
  Readonly<Record<SessionShareActivity['type'], Schema<SessionShareActivity>>> = {
  ...each(
    ['assistant_artifact_access_failed', 'assistant_artifact_sharing_updated', 'assistant_artifact_viewed'],
    artifactActivity,
  ),
  ...each(
    [
      'assistant_chat_access_failed',
      'assistant_chat_created',
      'assistant_chat_deleted',
      'assistant_chat_deletion_failed',
      'assistant_chat_settings_updated',
      'assistant_chat_snapshot_created',
      'assistant_chat_snapshot_viewed',
      'assistant_chat_updated',
      'assistant_chat_viewed',
    ],
    chatActivity,
  ),
  ...each(
    ['assistant_command_created', 'assistant_command_deleted', 'assistant_command_replaced'],
    commandActivity,
  ),
  ...each(
    [
      'assistant_plugin_created',
      'assistant_plugin_deleted',
      'assistant_plugin_replaced',
      'assistant_plugin_updated',
    ],
    pluginActivity,
  ),
  ...each(
    [
      'assistant_skill_created',
      'assistant_skill_deleted',
      'assistant_skill_disabled',
      'assistant_skill_enabled',
      'assistant_skill_replaced',
    ],
    skillActivity,
  ),
  ...each(
    [
      'assistant_file_access_failed',
      'assistant_file_deleted',
      'assistant_file_uploaded',
      'assistant_file_viewed',
    ],
    fileActivity,
  ),
  ...each(
    [
      'assistant_project_archived',
      'assistant_project_created',
      'assistant_project_deleted',
      'assistant_project_reported',
      'assistant_project_sharing_updated',
      'assistant_project_viewed',
    ],
    projectActivity,
  ),
  ...each(
    [
      'assistant_project_document_access_failed',
      'assistant_project_document_deleted',
      'assistant_project_document_deletion_failed',
      'assistant_project_document_uploaded',
      'assistant_project_document_viewed',
    ],
    projectDocumentActivity,
  ),
  ...each(
    [
      'assistant_project_file_access_failed',
      'assistant_project_file_deleted',
      'assistant_project_file_deletion_failed',
      'assistant_project_file_uploaded',
    ],
    projectFileActivity,
  ),
  ...each(
    [
      'assistant_gdrive_integration_created',
      'assistant_gdrive_integration_deleted',
      'assistant_gdrive_integration_updated',
    ],
    gdriveIntegrationActivity,
  ),
  ...each(
    [
      'assistant_githost_integration_created',
      'assistant_githost_integration_deleted',
      'assistant_githost_integration_updated',
    ],
    githostIntegrationActivity,
  ),
  ...each(['integration_user_connected', 'integration_user_disconnected'], integrationUserActivity),
  ...each(
    [
      'ghe_configuration_created',
      'ghe_configuration_deleted',
      'ghe_configuration_updated',
      'ghe_user_connected',
      'ghe_user_disconnected',
      'ghe_webhook_signature_invalid',
    ],
    gheActivity,
  ),
  ...each(
    [
      'marketplace_created',
      'marketplace_deleted',
      'marketplace_updated',
      'marketplace_webhook_deleted',
      'marketplace_webhook_provisioned',
    ],
    marketplaceActivity,
  ),
  ...each(
    ['mcp_server_created', 'mcp_server_deleted', 'mcp_server_updated', 'mcp_tool_policy_updated'],
    mcpServerActivity,
  ),
  ...each(['session_share_accessed', 'session_share_created', 'session_share_revoked'], sessionShareActivity),
};
