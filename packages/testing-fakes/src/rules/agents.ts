/** Rules of agents. */
import type { RuleRows } from './rule.js';

/** Rules of agents. */
export const agentRules: RuleRows = {
  'AGT-001': [
    'Agent > description; Agent > name; Agent > system',
    'An Agent has exactly the keys id, archived_at, created_at, description, mcp_servers, metadata, model, multiagent, name, skills, system, tools, type, updated_at, version (keys without a value are null, not absent).',
    'managed-agents/agents.ts',
  ],
  'AGT-002': ['Agent > id', 'id is a string identifier, unique.', 'managed-agents/agents.ts'],
  'AGT-003': [
    'Agent > archived_at',
    'archived_at is null when the agent is not archived and a timestamp when it is.',
    'managed-agents/agents.ts',
  ],
  'AGT-004': [
    'Agent > created_at; Agent > updated_at',
    'created_at and updated_at are timestamps.',
    'managed-agents/agents.ts',
  ],
  'AGT-005': [
    'Agent > mcp_servers',
    'mcp_servers is an array of {name, type url, url}.',
    'managed-agents/agents.ts',
  ],
  'AGT-006': [
    'Agent > model',
    'model is an object {id, speed?} also when a plain string was sent.',
    'managed-agents/agents.ts',
  ],
  'AGT-007': ['Agent > type', 'type is always agent.', 'managed-agents/agents.ts'],
  'AGT-008': ['Agent > version', 'version is an integer that starts at 1.', 'managed-agents/agents.ts'],
  'AGT-009': [
    'States and transitions > Agent',
    'Any modification raises version by exactly one.',
    'managed-agents/agents.ts',
  ],
  'AGT-010': [
    'States and transitions > Agent',
    'A modification changes updated_at (and leaves created_at).',
    'managed-agents/agents.ts',
  ],
  'AGT-011': [
    'Agent > multiagent',
    'A resolved coordinator is {type coordinator, agents: array of {id, type agent, version number}}.',
    'managed-agents/agents.ts',
  ],
  'AGT-012': [
    'Agent > multiagent',
    'Each roster entry of the record is resolved to a specific version.',
    'managed-agents/roster.ts',
  ],
  'AGT-013': [
    'Agent > skills',
    'Skills in the record are {skill_id, type vendor or custom, version} with version a resolved string.',
    'managed-agents/agents.ts',
  ],
  'AGT-014': [
    'Agent > tools; Agent > agent_toolset_20260401',
    'agent_toolset_20260401 in the record has configs and default_config; every config has name, enabled, permission_policy; all are present.',
    'managed-agents/agent-tools.ts',
  ],
  'AGT-015': [
    'Agent > tools; Agent > mcp_toolset',
    'mcp_toolset in the record has mcp_server_name, configs and default_config, all filled.',
    'managed-agents/agent-tools.ts',
  ],
  'AGT-016': [
    'Agent > tools; Agent > custom',
    'custom tool in the record has description, input_schema, name.',
    'managed-agents/agent-tools.ts',
  ],
  'AGT-017': [
    'Agent > agent_toolset_20260401',
    'Built-in tool names are bash, edit, read, write, glob, grep, web_fetch, web_search; another name in an agent toolset config is refused.',
    'schema agents.create',
  ],
  'AGT-018': [
    'Agent > agent_toolset_20260401',
    'A permission policy is {type always_allow} or {type always_ask}; another type is refused.',
    'schema agents.create',
  ],
  'AGT-019': [
    'Agent',
    'always_allow: tool calls are approved automatically.',
    'managed-agents/run/tool-permission.ts',
  ],
  'AGT-020': [
    'Agent',
    'always_ask: user confirmation is required before the tool runs.',
    'managed-agents/run/tool-permission.ts',
  ],
  'AGT-021': [
    'Agent',
    'The input of read is file_path string and optional view_range [start_line, end_line], 1-indexed and inclusive, an end of 0 or less meaning the end of the file.',
    'managed-agents/run/file-tools.ts',
  ],
  'AGT-022': [
    'Agent',
    'The input of write is content (whole file, overwritten) and file_path.',
    'managed-agents/run/file-tools.ts',
  ],
  'AGT-030': ['Agents > model', 'model is required.', 'schema agents.create'],
  'AGT-031': [
    'Agents > model',
    'model is a string or an object {id, speed?}; another type, or an object without id, is refused.',
    'schema agents.create',
  ],
  'AGT-032': [
    'Model identifiers for agents',
    'The nine listed identifiers are model values.',
    'schema agents.create',
  ],
  'AGT-033': [
    'Model identifiers for agents',
    'Any other string is accepted as a model identifier.',
    'schema agents.create',
  ],
  'AGT-034': [
    'Model identifiers for agents',
    'speed is standard or fast; another value is refused.',
    'schema agents.create',
  ],
  'AGT-035': [
    'Model identifiers for agents',
    'Not all models support fast; a combination the model does not support is refused at create time.',
    'schema agents.create',
  ],
  'AGT-036': ['Agents > name', 'name is required and a string.', 'schema agents.create'],
  'AGT-037': ['Agents > name; Limits > Agent name', 'name has 1-256 characters.', 'schema agents.create'],
  'AGT-038': [
    'Agents > description; Limits > Agent description',
    'description is optional and has at most 2048 characters.',
    'schema agents.create',
  ],
  'AGT-039': [
    'Agents > mcp_servers; Limits > Agent mcp_servers',
    'mcp_servers is optional and has at most 20 entries.',
    'schema agents.create',
  ],
  'AGT-040': [
    'Agents > mcp_servers; Limits > Agent mcp_servers',
    'An MCP server name has 1-255 characters.',
    'schema agents.create',
  ],
  'AGT-041': [
    'Agents > mcp_servers',
    'MCP server names are unique within the array.',
    'schema agents.create',
  ],
  'AGT-042': [
    'Agents > mcp_servers',
    'An MCP server has type url (constant) and requires url.',
    'schema agents.create',
  ],
  'AGT-043': [
    'Agents > metadata; Agent > metadata',
    'metadata is optional; an agent created without it has an empty map.',
    'managed-agents/agents.ts',
  ],
  'AGT-044': [
    'Agents > multiagent',
    'multiagent is optional and has type coordinator; another type is refused.',
    'schema agents.create',
  ],
  'AGT-045': [
    'Agents > multiagent; Limits > Coordinator roster',
    'The roster has 1-20 entries.',
    'schema agents.create',
  ],
  'AGT-046': ['Agents > multiagent', 'A roster entry may be an agent id string.', 'schema agents.create'],
  'AGT-047': [
    'Agents > multiagent',
    'A roster entry may be {type agent, id, version?}; version pins that version.',
    'managed-agents/agents.ts',
  ],
  'AGT-048': [
    'Agents > multiagent',
    'An omitted roster version (and the string form) means the latest version.',
    'managed-agents/roster.ts',
  ],
  'AGT-049': [
    'Agents > multiagent',
    'A roster version is at least 1; 0 or a negative number is refused.',
    'schema agents.create',
  ],
  'AGT-050': [
    'Agents > multiagent',
    'A roster entry may be {type self}: the owning agent, resolved by the server.',
    'schema agents.create',
  ],
  'AGT-051': [
    'Agents > multiagent',
    'Roster entries reference distinct agents after resolving self and the string form.',
    'managed-agents/roster.ts',
  ],
  'AGT-052': ['Agents > multiagent', 'A roster has at most one self.', 'schema agents.create'],
  'AGT-053': ['Agents > multiagent', 'A referenced agent must exist.', 'managed-agents/roster.ts'],
  'AGT-054': ['Agents > multiagent', 'A referenced agent must not be archived.', 'managed-agents/roster.ts'],
  'AGT-055': [
    'Agents > multiagent; Limits > Coordinator roster',
    'A referenced agent must not itself have multiagent set (depth limit 1).',
    'managed-agents/roster.ts',
  ],
  'AGT-056': [
    'Agents > skills; Limits > Agent skills',
    'skills is optional and has at most 20 entries.',
    'schema agents.create',
  ],
  'AGT-057': [
    'Agents > skills',
    'A skill has type vendor or custom and requires skill_id.',
    'schema agents.create',
  ],
  'AGT-058': [
    'Agents > skills',
    'A skill version may be pinned; omitted means the latest.',
    'managed-agents/agents.ts',
  ],
  'AGT-059': [
    'Agents > system; Limits > Agent system',
    'system is optional and has at most 100,000 characters.',
    'schema agents.create',
  ],
  'AGT-060': [
    'Agents > tools',
    'tools entries are agent toolset, MCP toolset or custom tool params; another type is refused.',
    'schema agents.create',
  ],
  'AGT-061': [
    'Agents > tools; Limits > Agent tools',
    'At most 128 tools across all toolsets: 128 pass, 129 are refused.',
    'schema agents.create',
  ],
  'AGT-062': [
    'Agents > tools',
    'Agent toolset configs and default_config are optional; a config entry requires name.',
    'schema agents.create',
  ],
  'AGT-063': [
    'Agents > tools',
    'default_config.enabled defaults to true (agent toolset and MCP toolset).',
    'managed-agents/agent-tools.ts',
  ],
  'AGT-064': [
    'Agents > tools',
    'A per-tool enabled overrides default_config.',
    'managed-agents/agent-tools.ts',
  ],
  'AGT-065': [
    'Agents > tools; Limits > MCP tool name',
    'mcp_server_name is required with 1-255 characters.',
    'schema agents.create',
  ],
  'AGT-066': ['Agents > tools', 'mcp_server_name must match a name in mcp_servers.', 'schema agents.create'],
  'AGT-067': [
    'Agents > tools; Limits > MCP tool name',
    'An MCP tool config name has 1-128 characters.',
    'schema agents.create',
  ],
  'AGT-068': [
    'Agents > tools; Limits > Custom tool',
    'A custom tool name is required with 1-128 characters.',
    'schema agents.create',
  ],
  'AGT-069': [
    'Agents > tools',
    'A custom tool name consists of letters, digits, underscores and hyphens.',
    'schema agents.create',
  ],
  'AGT-070': [
    'Agents > tools; Limits > Custom tool',
    'A custom tool description is required with 1-1024 characters.',
    'schema agents.create',
  ],
  'AGT-071': [
    'Agents > tools',
    'A custom tool input_schema is required: {properties?, required?, type? object}; another type is refused.',
    'schema agents.create',
  ],
  'AGT-072': [
    'Agents > tools',
    'A custom tool is executed by the client: the session asks for the result instead of producing it.',
    'managed-agents/run/tool-permission.ts',
  ],
  'AGT-073': [
    'Agents > tools',
    'The response of create is an Agent holding the values sent.',
    'managed-agents/agents.ts',
  ],
};
