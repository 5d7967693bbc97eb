/** Activities about content, of every type whose fields are known but not documented. */
import { activityTypesByKind } from '@parlance/schemas';
import type { ActivityDetails } from '../organization/activity-records.js';
import type { StoredChat } from '../compliance/chat-records.js';
import type { StoredUser } from '../organization/directory.js';
import type { SampleParts } from './activity-samples.js';

/**
 * Returns the samples of activities about content.
 *
 * @param parts - Records that the samples refer to.
 */
export function contentSamples(parts: SampleParts): readonly ActivityDetails[] {
  return [
    ...chatSamples(parts),
    ...toolSamples(parts),
    ...projectSamples(parts),
    ...integrationSamples(parts),
  ];
}

function chatSamples({ actors, source, chats }: SampleParts): ActivityDetails[] {
  const chat = chats[0] as StoredChat;
  const ids = { assistant_chat_id: chat.id, assistant_project_id: chat.project_id };
  const artifact = {
    assistant_artifact_id: source.id('assistant_artifact_'),
    assistant_artifact_version_id: source.id('assistant_artifact_version_'),
  };
  const file = { assistant_file_id: source.id('assistant_file_'), filename: 'supplier-contract.txt' };
  const snapshot = {
    assistant_chat_snapshot_id: source.id('assistant_snapshot_'),
    assistant_chat_id: chat.id,
  };
  const actor = actors.user(3);
  return [
    {
      type: 'assistant_chat_deleted',
      actor: actors.api,
      assistant_chat_id: source.id('assistant_chat_'),
      assistant_project_id: null,
    },
    ...(['created', 'settings_updated', 'updated', 'viewed'] as const).map((verb) => ({
      type: `assistant_chat_${verb}` as const,
      actor,
      ...ids,
    })),
    { type: 'assistant_chat_access_failed', actor, assistant_chat_id: chat.id },
    { type: 'assistant_chat_deletion_failed', actor: actors.api, assistant_chat_id: chat.id },
    { type: 'assistant_chat_snapshot_created', actor, ...snapshot },
    { type: 'assistant_chat_snapshot_viewed', actor, ...snapshot },
    { type: 'assistant_artifact_access_failed', actor, ...artifact },
    { type: 'assistant_artifact_sharing_updated', actor, ...artifact, audience: 'organization' },
    { type: 'assistant_artifact_viewed', actor, assistant_artifact_id: artifact.assistant_artifact_id },
    { type: 'assistant_file_uploaded', actor, ...file, ...ids },
    {
      type: 'assistant_file_viewed',
      actor,
      ...file,
      assistant_project_id: null,
      assistant_artifact_id: null,
    },
    {
      type: 'assistant_file_access_failed',
      actor,
      ...file,
      assistant_project_id: null,
      assistant_artifact_id: null,
    },
    { type: 'assistant_file_deleted', actor, ...file },
  ];
}

function toolSamples({ actors, source }: SampleParts): ActivityDetails[] {
  const actor = actors.user(5);
  const command = { command_id: source.id('cmd_'), command_name: 'standup' };
  const plugin = { plugin_id: source.id('plugin_'), plugin_name: 'Expense helper' };
  const skill = { skill_id: source.id('skill_'), skill_name: 'house-style' };
  const server = { mcp_server_id: source.id('mcpsrv_'), mcp_server_name: 'Issue tracker' };
  return [
    ...activityTypesByKind.command.map((type) => ({ type, actor, ...command })),
    ...activityTypesByKind.plugin.map((type) => ({ type, actor, ...plugin })),
    ...activityTypesByKind.skill.map((type) => ({ type, actor, ...skill })),
    ...(['created', 'deleted', 'updated'] as const).map((verb) => ({
      type: `mcp_server_${verb}` as const,
      actor,
      ...server,
    })),
    { type: 'mcp_tool_policy_updated', actor, ...server, tool_name: 'create_issue', max_permission: 'ask' },
    ...activityTypesByKind.sessionShare.map((type) => ({ type, actor, share_id: 'share_01' })),
  ];
}

function projectSamples({ actors, source, chats, people }: SampleParts): ActivityDetails[] {
  const actor = actors.user(9);
  const assistant_project_id = (chats[0] as StoredChat).project_id ?? source.id('assistant_proj_');
  const document = {
    assistant_project_id,
    assistant_project_document_id: source.id('assistant_proj_doc_'),
    filename: 'evaluation-criteria.md',
  };
  const file = { assistant_project_id, assistant_file_id: source.id('assistant_file_') };
  const audience = [
    { type: 'organization' },
    { type: 'user', user_id: (people[9] as StoredUser).id, role: 'editor' },
  ];
  return [
    ...(['archived', 'created', 'deleted', 'reported'] as const).map((verb) => ({
      type: `assistant_project_${verb}` as const,
      actor,
      assistant_project_id,
    })),
    { type: 'assistant_project_sharing_updated', actor, assistant_project_id, audience },
    { type: 'assistant_project_viewed', actor, assistant_project_id, preview_only: false },
    ...activityTypesByKind.projectDocument.map((type) => ({ type, actor, ...document })),
    ...(['access_failed', 'deleted', 'deletion_failed'] as const).map((verb) => ({
      type: `assistant_project_file_${verb}` as const,
      actor,
      ...file,
    })),
    { type: 'assistant_project_file_uploaded', actor, ...file, filename: 'offers.csv' },
  ];
}

function integrationSamples({ actors, source }: SampleParts): ActivityDetails[] {
  const actor = actors.user(4);
  const drive = { integration_id: source.id('intg_'), folder_id: 'folder-2026' };
  const host = {
    integration_id: source.id('intg_'),
    repository_name: 'payments',
    organization_name: 'example',
  };
  const ghe_configuration_id = source.id('ghe_');
  const marketplace_id = source.id('mkt_');
  return [
    ...activityTypesByKind.gdriveIntegration.map((type) => ({ type, actor, ...drive })),
    ...activityTypesByKind.githostIntegration.map((type) => ({ type, actor, ...host })),
    ...activityTypesByKind.integrationUser.map((type) => ({ type, actor, integration_type: 'calendar' })),
    ...activityTypesByKind.ghe.map((type) => ({ type, actor, ghe_configuration_id })),
    ...activityTypesByKind.marketplace.map((type) => ({ type, actor, marketplace_id })),
  ];
}
