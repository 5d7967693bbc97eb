/** Schemas of activities of chats, files, projects and related content. */
import * as z from 'zod';
import { each, type MembersFor, named, type ObjectSchema, openObject } from '../kit/schema.js';
import type { ContentActivity } from './activities.js';
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
import { activityTypesByKind } from './activity-types.js';

const artifactActivity: ObjectSchema<ArtifactActivity> = openObject<ArtifactActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.artifact),
  assistant_artifact_id: named(z.string()).optional(),
  assistant_artifact_version_id: named(z.string()).optional(),
  audience: z.unknown().optional(),
});

const chatActivity: ObjectSchema<ChatActivity> = openObject<ChatActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.chat),
  assistant_chat_id: named(z.string()).optional(),
  assistant_project_id: named(z.string()).nullish(),
  assistant_chat_snapshot_id: named(z.string()).optional(),
});

const commandActivity: ObjectSchema<CommandActivity> = openObject<CommandActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.command),
  command_id: z.string().optional(),
  command_name: z.string().optional(),
});

const pluginActivity: ObjectSchema<PluginActivity> = openObject<PluginActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.plugin),
  plugin_id: z.string().optional(),
  plugin_name: z.string().optional(),
});

const skillActivity: ObjectSchema<SkillActivity> = openObject<SkillActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.skill),
  skill_id: z.string().optional(),
  skill_name: z.string().optional(),
});

const fileActivity: ObjectSchema<FileActivity> = openObject<FileActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.file),
  assistant_file_id: named(z.string()).optional(),
  filename: z.string().optional(),
  assistant_chat_id: named(z.string()).nullish(),
  assistant_project_id: named(z.string()).nullish(),
  assistant_artifact_id: named(z.string()).nullish(),
});

const projectActivity: ObjectSchema<ProjectActivity> = openObject<ProjectActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.project),
  assistant_project_id: named(z.string()).optional(),
  audience: z.unknown().optional(),
  preview_only: z.boolean().optional(),
});

const projectDocumentActivity: ObjectSchema<ProjectDocumentActivity> = openObject<ProjectDocumentActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.projectDocument),
  assistant_project_id: named(z.string()).optional(),
  assistant_project_document_id: named(z.string()).optional(),
  filename: z.string().optional(),
});

const projectFileActivity: ObjectSchema<ProjectFileActivity> = openObject<ProjectFileActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.projectFile),
  assistant_project_id: named(z.string()).optional(),
  assistant_file_id: named(z.string()).optional(),
  filename: z.string().optional(),
});

const gdriveIntegrationActivity: ObjectSchema<GdriveIntegrationActivity> =
  openObject<GdriveIntegrationActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.gdriveIntegration),
    integration_id: z.string().optional(),
    folder_id: z.string().optional(),
  });

const githostIntegrationActivity: ObjectSchema<GithostIntegrationActivity> =
  openObject<GithostIntegrationActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.githostIntegration),
    integration_id: z.string().optional(),
    repository_name: z.string().optional(),
    organization_name: z.string().optional(),
  });

const integrationUserActivity: ObjectSchema<IntegrationUserActivity> = openObject<IntegrationUserActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.integrationUser),
  integration_type: z.string().optional(),
});

const gheActivity: ObjectSchema<GheActivity> = openObject<GheActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.ghe),
  ghe_configuration_id: z.string().optional(),
});

const marketplaceActivity: ObjectSchema<MarketplaceActivity> = openObject<MarketplaceActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.marketplace),
  marketplace_id: z.string().optional(),
});

const mcpServerActivity: ObjectSchema<McpServerActivity> = openObject<McpServerActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.mcpServer),
  mcp_server_id: z.string().optional(),
  mcp_server_name: z.string().optional(),
  tool_name: z.string().optional(),
  max_permission: z.string().optional(),
});

const sessionShareActivity: ObjectSchema<SessionShareActivity> = openObject<SessionShareActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.sessionShare),
  share_id: z.string().optional(),
});

/** The schemas, by activity type. */
export const contentActivities: MembersFor<ContentActivity, 'type'> = {
  ...each(activityTypesByKind.artifact, artifactActivity),
  ...each(activityTypesByKind.chat, chatActivity),
  ...each(activityTypesByKind.command, commandActivity),
  ...each(activityTypesByKind.plugin, pluginActivity),
  ...each(activityTypesByKind.skill, skillActivity),
  ...each(activityTypesByKind.file, fileActivity),
  ...each(activityTypesByKind.project, projectActivity),
  ...each(activityTypesByKind.projectDocument, projectDocumentActivity),
  ...each(activityTypesByKind.projectFile, projectFileActivity),
  ...each(activityTypesByKind.gdriveIntegration, gdriveIntegrationActivity),
  ...each(activityTypesByKind.githostIntegration, githostIntegrationActivity),
  ...each(activityTypesByKind.integrationUser, integrationUserActivity),
  ...each(activityTypesByKind.ghe, gheActivity),
  ...each(activityTypesByKind.marketplace, marketplaceActivity),
  ...each(activityTypesByKind.mcpServer, mcpServerActivity),
  ...each(activityTypesByKind.sessionShare, sessionShareActivity),
};
