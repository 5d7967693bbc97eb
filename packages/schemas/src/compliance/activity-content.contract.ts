/**
 * Activities of chats, files, projects and related content. Their fields are undocumented.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
import * as z from 'zod';
import { named, type ObjectSchema, openObject, type Schema, union } from '../kit/schema.js';
import type * as types from './activity-content.js';
import { activity } from './activity-fields.contract.js';

/** An artifact was viewed or shared, or access to it failed. */
export const ArtifactActivity: ObjectSchema<types.ArtifactActivity> = openObject('ActivityFields', {
  ...activity('artifact'),
  /** Identifier of the artifact. */
  assistant_artifact_id: named(z.string()).optional(),
  /** Identifier of the version. */
  assistant_artifact_version_id: named(z.string()).optional(),
  /** Audience that it is shared with. */
  audience: z.unknown().optional(),
});

/** A chat activity, such as creation or deletion. */
export const ChatActivity: ObjectSchema<types.ChatActivity> = openObject('ActivityFields', {
  ...activity('chat'),
  /** Identifier of the chat. */
  assistant_chat_id: named(z.string()).optional(),
  /** Identifier of the project that the chat belongs to; null if it does not belong to a project. */
  assistant_project_id: named(z.string()).nullish(),
  /** Identifier of the snapshot. */
  assistant_chat_snapshot_id: named(z.string()).optional(),
});

/** A command was created, replaced or deleted. */
export const CommandActivity: ObjectSchema<types.CommandActivity> = openObject('ActivityFields', {
  ...activity('command'),
  /** Identifier of the command. */
  command_id: z.string().optional(),
  /** Name of the command. */
  command_name: z.string().optional(),
});

/** A plugin was created, changed, replaced or deleted. */
export const PluginActivity: ObjectSchema<types.PluginActivity> = openObject('ActivityFields', {
  ...activity('plugin'),
  /** Identifier of the plugin. */
  plugin_id: z.string().optional(),
  /** Name of the plugin. */
  plugin_name: z.string().optional(),
});

/** A skill was created, replaced, deleted, enabled or disabled. */
export const SkillActivity: ObjectSchema<types.SkillActivity> = openObject('ActivityFields', {
  ...activity('skill'),
  /** Identifier of the skill. */
  skill_id: z.string().optional(),
  /** Name of the skill. */
  skill_name: z.string().optional(),
});

/** A file was uploaded, viewed or deleted, or access to it failed. */
export const FileActivity: ObjectSchema<types.FileActivity> = openObject('ActivityFields', {
  ...activity('file'),
  /** Identifier of the file. */
  assistant_file_id: named(z.string()).optional(),
  /** Name of the file. */
  filename: z.string().optional(),
  /** Identifier of the chat that the file belongs to; null if it does not belong to a chat. */
  assistant_chat_id: named(z.string()).nullish(),
  /** Identifier of the project that the file belongs to; null if it does not belong to a project. */
  assistant_project_id: named(z.string()).nullish(),
  /** Identifier of the artifact that the file belongs to; null if it does not belong to an artifact. */
  assistant_artifact_id: named(z.string()).nullish(),
});

/** A project was created, viewed, shared, reported, archived or deleted. */
export const ProjectActivity: ObjectSchema<types.ProjectActivity> = openObject('ActivityFields', {
  ...activity('project'),
  /** Identifier of the project. */
  assistant_project_id: named(z.string()).optional(),
  /** Audience that it is shared with. */
  audience: z.unknown().optional(),
  /** Whether only a preview was viewed. */
  preview_only: z.boolean().optional(),
});

/** A document of a project was uploaded, viewed or deleted, or the attempt failed. */
export const ProjectDocumentActivity: ObjectSchema<types.ProjectDocumentActivity> = openObject(
  'ActivityFields',
  {
    ...activity('projectDocument'),
    /** Identifier of the project. */
    assistant_project_id: named(z.string()).optional(),
    /** Identifier of the document. */
    assistant_project_document_id: named(z.string()).optional(),
    /** Name of the document. */
    filename: z.string().optional(),
  },
);

/** A file of a project was uploaded or deleted, or the attempt failed. */
export const ProjectFileActivity: ObjectSchema<types.ProjectFileActivity> = openObject('ActivityFields', {
  ...activity('projectFile'),
  /** Identifier of the project. */
  assistant_project_id: named(z.string()).optional(),
  /** Identifier of the file. */
  assistant_file_id: named(z.string()).optional(),
  /** Name of the file. */
  filename: z.string().optional(),
});

/** A document drive was connected, changed or disconnected. */
export const GdriveIntegrationActivity: ObjectSchema<types.GdriveIntegrationActivity> = openObject(
  'ActivityFields',
  {
    ...activity('gdriveIntegration'),
    /** Identifier of the integration. */
    integration_id: z.string().optional(),
    /** Identifier of the folder. */
    folder_id: z.string().optional(),
  },
);

/** A repository was connected, changed or disconnected. */
export const GithostIntegrationActivity: ObjectSchema<types.GithostIntegrationActivity> = openObject(
  'ActivityFields',
  {
    ...activity('githostIntegration'),
    /** Identifier of the integration. */
    integration_id: z.string().optional(),
    /** Name of the repository. */
    repository_name: z.string().optional(),
    /** Name of the organization at the host. */
    organization_name: z.string().optional(),
  },
);

/** A user connected or disconnected an integration. */
export const IntegrationUserActivity: ObjectSchema<types.IntegrationUserActivity> = openObject(
  'ActivityFields',
  {
    ...activity('integrationUser'),
    /** Kind of integration. */
    integration_type: z.string().optional(),
  },
);

/** An enterprise repository host was configured or used. */
export const GheActivity: ObjectSchema<types.GheActivity> = openObject('ActivityFields', {
  ...activity('ghe'),
  /** Identifier of the configuration. */
  ghe_configuration_id: z.string().optional(),
});

/** A marketplace was created, changed or deleted. */
export const MarketplaceActivity: ObjectSchema<types.MarketplaceActivity> = openObject('ActivityFields', {
  ...activity('marketplace'),
  /** Identifier of the marketplace. */
  marketplace_id: z.string().optional(),
});

/** An MCP server, or the permission of one of its tools, was changed. */
export const McpServerActivity: ObjectSchema<types.McpServerActivity> = openObject('ActivityFields', {
  ...activity('mcpServer'),
  /** Identifier of the server. */
  mcp_server_id: z.string().optional(),
  /** Name of the server. */
  mcp_server_name: z.string().optional(),
  /** Name of the tool. */
  tool_name: z.string().optional(),
  /** Maximum permission of the tool. */
  max_permission: z.string().optional(),
});

/** A session was shared, viewed through a share, or unshared. */
export const SessionShareActivity: ObjectSchema<types.SessionShareActivity> = openObject('ActivityFields', {
  ...activity('sessionShare'),
  /** Identifier of the share. */
  share_id: z.string().optional(),
});

/** Activities of chats, files, projects and related content. */
export const ContentActivity: Schema<types.ContentActivity> = union('type', [
  ArtifactActivity,
  ChatActivity,
  CommandActivity,
  PluginActivity,
  SkillActivity,
  FileActivity,
  ProjectActivity,
  ProjectDocumentActivity,
  ProjectFileActivity,
  GdriveIntegrationActivity,
  GithostIntegrationActivity,
  IntegrationUserActivity,
  GheActivity,
  MarketplaceActivity,
  McpServerActivity,
  SessionShareActivity,
]);
