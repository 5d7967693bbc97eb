/** Activities around chats, files, projects and what they are made with. Their fields are not in the documents. */
import type { ActivityFields } from './activity-fields.js';
import type { ActivityTypeOf } from './activity-types.js';

/**
 * An artifact was viewed or shared, or access to it failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ArtifactActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'artifact'>;
  /** Identifier of the artifact. */
  assistant_artifact_id?: string | undefined;
  /** Identifier of the version. */
  assistant_artifact_version_id?: string | undefined;
  /** Whom it is shared with. */
  audience?: unknown;
}

/**
 * Something happened to a chat.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ChatActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'chat'>;
  /** Identifier of the chat. */
  assistant_chat_id?: string | undefined;
  /** Identifier of the chat's project; null outside projects. */
  assistant_project_id?: string | null | undefined;
  /** Identifier of the snapshot. */
  assistant_chat_snapshot_id?: string | undefined;
}

/**
 * A command was made, replaced or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface CommandActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'command'>;
  /** Identifier of the command. */
  command_id?: string | undefined;
  /** Name of the command. */
  command_name?: string | undefined;
}

/**
 * A plugin was made, changed, replaced or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface PluginActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'plugin'>;
  /** Identifier of the plugin. */
  plugin_id?: string | undefined;
  /** Name of the plugin. */
  plugin_name?: string | undefined;
}

/**
 * A skill was made, replaced, deleted, enabled or disabled.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SkillActivity extends ActivityFields {
  /** Kind of activity. */
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
  /** Kind of activity. */
  type: ActivityTypeOf<'file'>;
  /** Identifier of the file. */
  assistant_file_id?: string | undefined;
  /** Name of the file. */
  filename?: string | undefined;
  /** Identifier of its chat; null outside chats. */
  assistant_chat_id?: string | null | undefined;
  /** Identifier of its project; null outside projects. */
  assistant_project_id?: string | null | undefined;
  /** Identifier of its artifact; null when it is none. */
  assistant_artifact_id?: string | null | undefined;
}

/**
 * A project was made, viewed, shared, reported, archived or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ProjectActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'project'>;
  /** Identifier of the project. */
  assistant_project_id?: string | undefined;
  /** Whom it is shared with. */
  audience?: unknown;
  /** True when only a preview was viewed. */
  preview_only?: boolean | undefined;
}

/**
 * A document of a project was uploaded, viewed or deleted, or that failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ProjectDocumentActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'projectDocument'>;
  /** Identifier of the project. */
  assistant_project_id?: string | undefined;
  /** Identifier of the document. */
  assistant_project_document_id?: string | undefined;
  /** Name of the document. */
  filename?: string | undefined;
}

/**
 * A file of a project was uploaded or deleted, or that failed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface ProjectFileActivity extends ActivityFields {
  /** Kind of activity. */
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
  /** Kind of activity. */
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
  /** Kind of activity. */
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
  /** Kind of activity. */
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
  /** Kind of activity. */
  type: ActivityTypeOf<'ghe'>;
  /** Identifier of the configuration. */
  ghe_configuration_id?: string | undefined;
}

/**
 * A marketplace was made, changed or deleted.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface MarketplaceActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'marketplace'>;
  /** Identifier of the marketplace. */
  marketplace_id?: string | undefined;
}

/**
 * An MCP server, or what a tool of it may do, was changed.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface McpServerActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'mcpServer'>;
  /** Identifier of the server. */
  mcp_server_id?: string | undefined;
  /** Name of the server. */
  mcp_server_name?: string | undefined;
  /** Name of the tool. */
  tool_name?: string | undefined;
  /** Most that the tool may be allowed. */
  max_permission?: string | undefined;
}

/**
 * A session was shared, read through a share, or no longer shared.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.5.2
 */
export interface SessionShareActivity extends ActivityFields {
  /** Kind of activity. */
  type: ActivityTypeOf<'sessionShare'>;
  /** Identifier of the share. */
  share_id?: string | undefined;
}
