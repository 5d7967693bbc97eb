/** Activities of chats, files, projects and related content. Their fields are undocumented. */
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';

/**
 * An artifact was viewed or shared, or access to it failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ArtifactActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'artifact'>;
  /** Identifier of the artifact. */
  assistant_artifact_id?: string | undefined;
  /** Identifier of the version. */
  assistant_artifact_version_id?: string | undefined;
  /** Audience that it is shared with. */
  audience?: unknown;
}

/**
 * A chat activity, such as creation or deletion.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ChatActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'chat'>;
  /** Identifier of the chat. */
  assistant_chat_id?: string | undefined;
  /** Identifier of the project that the chat belongs to; null if it does not belong to a project. */
  assistant_project_id?: string | null | undefined;
  /** Identifier of the snapshot. */
  assistant_chat_snapshot_id?: string | undefined;
}

/**
 * A command was created, replaced or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface CommandActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'command'>;
  /** Identifier of the command. */
  command_id?: string | undefined;
  /** Name of the command. */
  command_name?: string | undefined;
}

/**
 * A plugin was created, changed, replaced or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PluginActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'plugin'>;
  /** Identifier of the plugin. */
  plugin_id?: string | undefined;
  /** Name of the plugin. */
  plugin_name?: string | undefined;
}

/**
 * A skill was created, replaced, deleted, enabled or disabled.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SkillActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'skill'>;
  /** Identifier of the skill. */
  skill_id?: string | undefined;
  /** Name of the skill. */
  skill_name?: string | undefined;
}

/**
 * A file was uploaded, viewed or deleted, or access to it failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface FileActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'file'>;
  /** Identifier of the file. */
  assistant_file_id?: string | undefined;
  /** Name of the file. */
  filename?: string | undefined;
  /** Identifier of the chat that the file belongs to; null if it does not belong to a chat. */
  assistant_chat_id?: string | null | undefined;
  /** Identifier of the project that the file belongs to; null if it does not belong to a project. */
  assistant_project_id?: string | null | undefined;
  /** Identifier of the artifact that the file belongs to; null if it does not belong to an artifact. */
  assistant_artifact_id?: string | null | undefined;
}

/**
 * A project was created, viewed, shared, reported, archived or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ProjectActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'project'>;
  /** Identifier of the project. */
  assistant_project_id?: string | undefined;
  /** Audience that it is shared with. */
  audience?: unknown;
  /** Whether only a preview was viewed. */
  preview_only?: boolean | undefined;
}

/**
 * A document of a project was uploaded, viewed or deleted, or the attempt failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ProjectDocumentActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'projectDocument'>;
  /** Identifier of the project. */
  assistant_project_id?: string | undefined;
  /** Identifier of the document. */
  assistant_project_document_id?: string | undefined;
  /** Name of the document. */
  filename?: string | undefined;
}

/**
 * A file of a project was uploaded or deleted, or the attempt failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ProjectFileActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'projectFile'>;
  /** Identifier of the project. */
  assistant_project_id?: string | undefined;
  /** Identifier of the file. */
  assistant_file_id?: string | undefined;
  /** Name of the file. */
  filename?: string | undefined;
}

/**
 * A document drive was connected, changed or disconnected.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface GdriveIntegrationActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'gdriveIntegration'>;
  /** Identifier of the integration. */
  integration_id?: string | undefined;
  /** Identifier of the folder. */
  folder_id?: string | undefined;
}

/**
 * A repository was connected, changed or disconnected.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface GithostIntegrationActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'githostIntegration'>;
  /** Identifier of the integration. */
  integration_id?: string | undefined;
  /** Name of the repository. */
  repository_name?: string | undefined;
  /** Name of the organization at the host. */
  organization_name?: string | undefined;
}

/**
 * A user connected or disconnected an integration.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface IntegrationUserActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'integrationUser'>;
  /** Kind of integration. */
  integration_type?: string | undefined;
}

/**
 * An enterprise repository host was configured or used.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface GheActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'ghe'>;
  /** Identifier of the configuration. */
  ghe_configuration_id?: string | undefined;
}

/**
 * A marketplace was created, changed or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface MarketplaceActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'marketplace'>;
  /** Identifier of the marketplace. */
  marketplace_id?: string | undefined;
}

/**
 * An MCP server, or the permission of one of its tools, was changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface McpServerActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'mcpServer'>;
  /** Identifier of the server. */
  mcp_server_id?: string | undefined;
  /** Name of the server. */
  mcp_server_name?: string | undefined;
  /** Name of the tool. */
  tool_name?: string | undefined;
  /** Maximum permission of the tool. */
  max_permission?: string | undefined;
}

/**
 * A session was shared, viewed through a share, or unshared.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SessionShareActivity extends ActivityFields {
  /** Type of the activity. */
  type: ActivityTypeOf<'sessionShare'>;
  /** Identifier of the share. */
  share_id?: string | undefined;
}
