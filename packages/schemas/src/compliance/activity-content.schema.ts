/** Schemas of activities of chats, files, projects and related content. */
import * as z from 'zod';
import { each, type MembersFor, named, type ObjectSchema, openObject } from '../kit/schema.js';
import type { ContentActivity } from './activities.js';
import type * as types from './activity-content.js';
import { activityFields } from './activity-fields.schema.js';
import { activityTypesByKind } from './activity-types.js';

const artifactActivity: ObjectSchema<types.ArtifactActivity> = openObject<types.ArtifactActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.artifact),
  assistant_artifact_id: named(z.string()).optional(),
  assistant_artifact_version_id: named(z.string()).optional(),
  audience: z.unknown().optional(),
});

const chatActivity: ObjectSchema<types.ChatActivity> = openObject<types.ChatActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.chat),
  assistant_chat_id: named(z.string()).optional(),
  assistant_project_id: named(z.string()).nullish(),
  assistant_chat_snapshot_id: named(z.string()).optional(),
});

const commandActivity: ObjectSchema<types.CommandActivity> = openObject<types.CommandActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.command),
  command_id: z.string().optional(),
  command_name: z.string().optional(),
});

const pluginActivity: ObjectSchema<types.PluginActivity> = openObject<types.PluginActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.plugin),
  plugin_id: z.string().optional(),
  plugin_name: z.string().optional(),
});

const skillActivity: ObjectSchema<types.SkillActivity> = openObject<types.SkillActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.skill),
  skill_id: z.string().optional(),
  skill_name: z.string().optional(),
});

const fileActivity: ObjectSchema<types.FileActivity> = openObject<types.FileActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.file),
  assistant_file_id: named(z.string()).optional(),
  filename: z.string().optional(),
  assistant_chat_id: named(z.string()).nullish(),
  assistant_project_id: named(z.string()).nullish(),
  assistant_artifact_id: named(z.string()).nullish(),
});

const projectActivity: ObjectSchema<types.ProjectActivity> = openObject<types.ProjectActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.project),
  assistant_project_id: named(z.string()).optional(),
  audience: z.unknown().optional(),
  preview_only: z.boolean().optional(),
});

const projectDocumentActivity: ObjectSchema<types.ProjectDocumentActivity> =
  openObject<types.ProjectDocumentActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.projectDocument),
    assistant_project_id: named(z.string()).optional(),
    assistant_project_document_id: named(z.string()).optional(),
    filename: z.string().optional(),
  });

const projectFileActivity: ObjectSchema<types.ProjectFileActivity> = openObject<types.ProjectFileActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.projectFile),
  assistant_project_id: named(z.string()).optional(),
  assistant_file_id: named(z.string()).optional(),
  filename: z.string().optional(),
});

const gdriveIntegrationActivity: ObjectSchema<types.GdriveIntegrationActivity> =
  openObject<types.GdriveIntegrationActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.gdriveIntegration),
    integration_id: z.string().optional(),
    folder_id: z.string().optional(),
  });

const githostIntegrationActivity: ObjectSchema<types.GithostIntegrationActivity> =
  openObject<types.GithostIntegrationActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.githostIntegration),
    integration_id: z.string().optional(),
    repository_name: z.string().optional(),
    organization_name: z.string().optional(),
  });

const integrationUserActivity: ObjectSchema<types.IntegrationUserActivity> =
  openObject<types.IntegrationUserActivity>()({
    ...activityFields,
    type: z.enum(activityTypesByKind.integrationUser),
    integration_type: z.string().optional(),
  });

const gheActivity: ObjectSchema<types.GheActivity> = openObject<types.GheActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.ghe),
  ghe_configuration_id: z.string().optional(),
});

const marketplaceActivity: ObjectSchema<types.MarketplaceActivity> = openObject<types.MarketplaceActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.marketplace),
  marketplace_id: z.string().optional(),
});

const mcpServerActivity: ObjectSchema<types.McpServerActivity> = openObject<types.McpServerActivity>()({
  ...activityFields,
  type: z.enum(activityTypesByKind.mcpServer),
  mcp_server_id: z.string().optional(),
  mcp_server_name: z.string().optional(),
  tool_name: z.string().optional(),
  max_permission: z.string().optional(),
});

const sessionShareActivity: ObjectSchema<types.SessionShareActivity> =
  openObject<types.SessionShareActivity>()({
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
