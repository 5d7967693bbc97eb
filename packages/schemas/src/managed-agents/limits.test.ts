import { expect, test } from 'vitest';
import {
  agentLimits,
  countAgentTools,
  memoryLimits,
  sessionLimits,
  userProfileLimits,
  vaultLimits,
} from '../index.js';
import type { AgentToolParams, OperationId } from '../index.js';
import { check, schemas } from '../validation.js';

const agent = { model: 'assistant-opus-4-7', name: 'Worker' };
const letters = (count: number): string => 'x'.repeat(count);
const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const custom = (part: object): object => ({
  tools: [{ type: 'custom', name: 'a', description: 'a', input_schema: {}, ...part }],
});
const server = (index: number) => ({ name: `server-${index}`, type: 'url', url: 'https://mcp.example.com' });
const tool = (index: number) => ({ type: 'custom', name: `t${index}`, description: 'a', input_schema: {} });
const event = (part: object): object => ({
  events: [
    { type: 'user.define_outcome', description: 'a', rubric: { type: 'text', content: 'a' }, ...part },
  ],
});

type Case = readonly [limit: number, operation: OperationId, make: (count: number) => object];

/** Each limit, and a body that has just as much of what it limits. */
const cases: Readonly<Record<string, Case>> = {
  'agent name': [agentLimits.nameCharacters, 'agents.create', (n) => ({ ...agent, name: letters(n) })],
  'agent description': [
    agentLimits.descriptionCharacters,
    'agents.create',
    (n) => ({ ...agent, description: letters(n) }),
  ],
  'system prompt': [agentLimits.systemCharacters, 'agents.create', (n) => ({ ...agent, system: letters(n) })],
  tools: [agentLimits.tools, 'agents.create', (n) => ({ ...agent, tools: list(n, tool) })],
  'tool name': [
    agentLimits.toolNameCharacters,
    'agents.create',
    (n) => ({ ...agent, ...custom({ name: letters(n) }) }),
  ],
  'tool description': [
    agentLimits.toolDescriptionCharacters,
    'agents.create',
    (n) => ({ ...agent, ...custom({ description: letters(n) }) }),
  ],
  'MCP servers': [
    agentLimits.mcpServers,
    'agents.create',
    (n) => ({ ...agent, mcp_servers: list(n, server) }),
  ],
  'MCP server name': [
    agentLimits.mcpServerNameCharacters,
    'agents.create',
    (n) => ({ ...agent, mcp_servers: [{ ...server(0), name: letters(n) }] }),
  ],
  skills: [
    agentLimits.skills,
    'agents.create',
    (n) => ({ ...agent, skills: list(n, (index) => ({ type: 'vendor', skill_id: `s${index}` })) }),
  ],
  roster: [
    agentLimits.rosterAgents,
    'agents.create',
    (n) => ({ ...agent, multiagent: { type: 'coordinator', agents: list(n, (index) => `agent_${index}`) } }),
  ],
  files: [
    sessionLimits.files,
    'sessions.create',
    (n) => ({
      agent: 'a',
      environment_id: 'e',
      resources: list(n, (index) => ({ type: 'file', file_id: `f${index}` })),
    }),
  ],
  'memory stores': [
    sessionLimits.memoryStores,
    'sessions.create',
    (n) => ({
      agent: 'a',
      environment_id: 'e',
      resources: list(n, (index) => ({ type: 'memory_store', memory_store_id: `m${index}` })),
    }),
  ],
  instructions: [
    sessionLimits.instructionsCharacters,
    'sessions.create',
    (n) => ({
      agent: 'a',
      environment_id: 'e',
      resources: [{ type: 'memory_store', memory_store_id: 'm', instructions: letters(n) }],
    }),
  ],
  rubric: [
    sessionLimits.rubricCharacters,
    'sessions.events.send',
    (n) => event({ rubric: { type: 'text', content: letters(n) } }),
  ],
  iterations: [sessionLimits.outcomeIterations, 'sessions.events.send', (n) => event({ max_iterations: n })],
  'memory store name': [
    memoryLimits.storeNameCharacters,
    'memoryStores.create',
    (n) => ({ name: letters(n) }),
  ],
  'memory store description': [
    memoryLimits.storeDescriptionCharacters,
    'memoryStores.create',
    (n) => ({ name: 'a', description: letters(n) }),
  ],
  'memory content': [
    memoryLimits.contentBytes,
    'memoryStores.memories.create',
    (n) => ({ path: '/a', content: letters(n) }),
  ],
  'memory path': [
    memoryLimits.pathBytes,
    'memoryStores.memories.create',
    (n) => ({ path: `/${letters(n - 1)}`, content: 'a' }),
  ],
  'memory path segments': [
    memoryLimits.pathSegments,
    'memoryStores.memories.create',
    (n) => ({ path: '/a'.repeat(n), content: 'a' }),
  ],
  'vault name': [vaultLimits.nameCharacters, 'vaults.create', (n) => ({ display_name: letters(n) })],
  'profile name': [userProfileLimits.nameCharacters, 'userProfiles.create', (n) => ({ name: letters(n) })],
  'profile identifier': [
    userProfileLimits.externalIdCharacters,
    'userProfiles.create',
    (n) => ({ external_id: letters(n) }),
  ],
};

test.each(Object.entries(cases))(
  '%s: the limit is accepted, one more is rejected',
  (_, [limit, operation, make]) => {
    const { body } = schemas[operation] as { readonly body: Parameters<typeof check>[0] };
    expect(check(body, make(limit))).toEqual([]);
    expect(check(body, make(limit + 1)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`at most ${limit}`),
    ]);
  },
);

test.each<[AgentToolParams[], number]>([
  [[], 0],
  [[{ type: 'agent_toolset_20260401' }], 8],
  [[{ type: 'agent_toolset_20260401', configs: [{ name: 'bash', enabled: false }] }], 7],
  [
    [
      {
        type: 'agent_toolset_20260401',
        default_config: { enabled: false },
        configs: [{ name: 'bash' }, { name: 'read', enabled: true }],
      },
    ],
    1,
  ],
  [[{ type: 'mcp_toolset', mcp_server_name: 'a' }], 0],
  [[{ type: 'mcp_toolset', mcp_server_name: 'a', configs: [{ name: 'find' }, { name: 'add' }] }], 2],
  [[{ type: 'custom', name: 'a', description: 'a', input_schema: {} }], 1],
])('counts the tools of %j', (tools, count) => {
  expect(countAgentTools(tools)).toBe(count);
});
