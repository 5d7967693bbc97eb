import type { ActivityRecord } from './ocsf-event.js';

/** Fields that identify objects, by kind of object: ids and names in order of preference. */
const FIELDS: Readonly<Record<string, { readonly uid: readonly string[]; readonly name?: string }>> = {
  'API key': { uid: ['api_key_id', 'admin_api_key_id', 'service_key_id'], name: 'key_name' },
  'MCP server': { uid: ['mcp_server_id'], name: 'mcp_server_name' },
  artifact: { uid: ['assistant_artifact_id'] },
  chat: { uid: ['assistant_chat_id'] },
  'chat snapshot': { uid: ['assistant_chat_snapshot_id', 'assistant_chat_id'] },
  command: { uid: ['command_id'], name: 'command_name' },
  'desktop extension': { uid: ['extension_id'] },
  'directory synchronization': { uid: ['resync_uuid'] },
  domain: { uid: [], name: 'domain' },
  file: { uid: ['assistant_file_id', 'file_id'], name: 'filename' },
  group: { uid: ['group_id'], name: 'group_name' },
  integration: { uid: ['integration_id', 'ghe_configuration_id'], name: 'repository_name' },
  invite: { uid: ['invite_id'], name: 'invited_email' },
  marketplace: { uid: ['marketplace_id'] },
  plugin: { uid: ['plugin_id'], name: 'plugin_name' },
  project: { uid: ['assistant_project_id'] },
  'project document': { uid: ['assistant_project_document_id'], name: 'filename' },
  'project file': { uid: ['assistant_file_id'], name: 'filename' },
  role: { uid: ['role_id'], name: 'role_name' },
  service: { uid: [], name: 'service_name' },
  'shared session': { uid: ['share_id'] },
  'single sign-on': { uid: ['connection_id'] },
  skill: { uid: ['skill_id'], name: 'skill_name' },
  'spend limit': { uid: ['spend_limit_id'] },
  'spend limit request': { uid: ['spend_limit_increase_request_id'] },
  taint: { uid: [], name: 'taint' },
  user: { uid: ['user_id'], name: 'user_email' },
  webhook: { uid: ['marketplace_id', 'ghe_configuration_id'] },
  workspace: { uid: ['workspace_id'] },
  'workspace member': { uid: ['user_id'] },
};

/** Returns id and name of the object that an activity is about. The name is the kind of object if the activity names nothing else. */
export function objectOf(kind: string, activity: ActivityRecord): { uid?: string; name: string } {
  const fields = FIELDS[kind];
  const uid = fields?.uid.map((field) => activity[field]).find(isText);
  const name = fields?.name === undefined ? undefined : activity[fields.name];
  return { ...(uid === undefined ? {} : { uid }), name: isText(name) ? name : (uid ?? kind) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
