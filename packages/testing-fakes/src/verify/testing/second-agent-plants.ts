/** The managed agents among the second chosen plants. A comment names the rule, or the section, that settles each. */
import { itemsOf, memberOf } from '../../input/json.js';
import { idOf, ignoring, moved, on, urlOf, type Page } from './planted.js';
import type { Members, Plant } from './plants.js';

interface Toolset {
  readonly type: string;
  readonly configs: { enabled: boolean }[];
  readonly default_config: { readonly enabled: boolean };
}

interface Resource {
  readonly type: string;
  readonly url: string;
  readonly name: string;
  mount_path?: string | null;
}

const updatedAgents = new Map<string, unknown>();

/** Plants of agents and sessions. */
export const sessionPlants: readonly Plant[] = [
  // AGT-064: the tool's own value wins.
  on<{ tools: Toolset[] }>('agents.create', 'default_config overrides enabled of a tool', ({ json }) => {
    for (const tool of json.tools)
      if (tool.type === 'agent_toolset_20260401')
        for (const config of tool.configs) config.enabled = tool.default_config.enabled;
  }),
  // AGT-051: entries reference distinct agents.
  ignoring<{ multiagent?: { agents?: unknown } }>(
    'agents.create',
    'accepts one agent twice in a roster',
    ({ body }) => {
      const { multiagent } = body ?? {};
      if (!Array.isArray(multiagent?.agents)) return;
      const seen = new Set<unknown>();
      multiagent.agents = multiagent.agents.filter((entry: unknown) => {
        const id: unknown = typeof entry === 'object' ? (entry as { id?: unknown } | null)?.id : entry;
        if (id === undefined) return true;
        if (seen.has(id)) return false;
        seen.add(id);
        return true;
      });
    },
  ),
  // AGT-010: a modification changes updated_at.
  on('agents.update', 'updated_at stays the time of creation', ({ json }) => {
    json.updated_at = json.created_at;
  }),
  // SES-032: an omitted version selects the latest.
  ignoring<{ agent?: { version?: number } | string | null }>(
    'sessions.create',
    'an agent without a version is its version 1',
    ({ body }) => {
      if (typeof body?.agent === 'object' && body.agent !== null) body.agent.version ??= 1;
    },
  ),
  // SES-042: the default is `/workspace/<repo-name>`.
  on<{ resources: Resource[] }, { resources: Resource[] }>(
    'sessions.create',
    'a repository is mounted below its owner',
    ({ json }, { body }) => {
      for (const resource of json.resources)
        for (const { url, mount_path: path } of body.resources)
          if (resource.type === 'githost_repository' && url === resource.url && path == null)
            resource.mount_path = `/workspace${new URL(url).pathname}`;
    },
  ),
  // SES-004: later changes of the agent do not show in the session.
  {
    name: 'sessions.retrieve: the agent follows its later changes',
    after: ({ status, json }, { operation }) => {
      if (status >= 400) return;
      if (operation?.id === 'agents.update') updatedAgents.set(idOf(json), json);
      const own = operation?.id === 'sessions.retrieve' ? memberOf(json, 'agent') : undefined;
      const agent = updatedAgents.get(idOf(own));
      for (const key of agent === undefined ? [] : ['name', 'description', 'system'])
        Object.assign(own as object, { [key]: memberOf(agent, key) });
    },
  },
  // SES-013: 0-based.
  on<{ outcome_evaluations: { iteration: number }[] }>(
    'sessions.retrieve',
    'the iterations of outcomes begin with 1',
    ({ json }) => {
      for (const evaluation of json.outcome_evaluations) evaluation.iteration += 1;
    },
  ),
  // SES-055: an empty array clears the field.
  ignoring<{ agent?: { tools?: unknown[] } }>(
    'sessions.update',
    'an empty array keeps the tools',
    ({ body }) => {
      if (body?.agent?.tools?.length === 0) delete body.agent.tools;
    },
  ),
  // SES-018 and 1.3.4: requires_action has the ids of the blocking events.
  on<Page<{ stop_reason?: { type?: string; event_ids?: string[] } }>>(
    'sessions.events.list',
    'requires_action names no events',
    ({ json }) => {
      for (const { stop_reason: reason } of json.data)
        if (reason?.type === 'requires_action') reason.event_ids = [];
    },
  ),
  // 1.3.6: model_request_start_id is the id of the start.
  on<Page>('sessions.events.list', 'a model request ends another one than began', ({ json }) => {
    for (const event of json.data)
      if (event.type === 'span.model_request_end') event.model_request_start_id = event.id;
  }),
  // RES-017: sorted by created_at.
  on<Page>('sessions.resources.list', 'newest first', ({ json }) => void json.data.reverse()),
  // MEM-005: each run of other characters becomes one hyphen.
  {
    name: 'MEM-005: each other character of a name becomes a hyphen',
    after: ({ status, json }, { operation }) => {
      if (status >= 400 || !/^sessions\.(create|retrieve|resources\.list)$/.test(operation?.id ?? '')) return;
      const resources = itemsOf(json, { items: 'resources' }) ?? itemsOf(json) ?? [];
      for (const resource of resources as Resource[])
        if (resource.type === 'memory_store')
          resource.mount_path = `/mnt/memory/${resource.name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')}`;
    },
  },
];

const archivedVaults = new Set<string>();
const lastStores = new Map<string, Members>();

/** Plants of vaults, memory stores and user profiles. */
export const storePlants: readonly Plant[] = [
  // VLT-006, and the choice about archives: a second one is idempotent.
  on<{ id: string; archived_at: string }>(
    'vaults.archive',
    'a second archive moves archived_at',
    ({ json }) => {
      if (archivedVaults.has(json.id)) json.archived_at = moved(json.archived_at, 1);
      archivedVaults.add(json.id);
    },
  ),
  // MEM-022: a walk returns every store once.
  on<Page>(
    'memoryStores.list',
    'a page begins with the last store of the page before',
    ({ json }, exchange) => {
      const last = lastStores.get(urlOf(exchange).searchParams.get('page') ?? '');
      if (json.next_page != null) lastStores.set(json.next_page, json.data.at(-1) ?? {});
      if (last !== undefined) json.data.unshift(last);
    },
  ),
  // 1.3.10: bytes of UTF-8.
  on('memoryStores.memories.create', 'content_size_bytes counts characters', ({ json }, { body }) => {
    if (typeof body.content === 'string') json.content_size_bytes = [...body.content].length;
  }),
  // UPR-019: the empty string deletes the key.
  ignoring<{ metadata?: Members | null }>(
    'userProfiles.update',
    'an empty string keeps the key of metadata',
    ({ body }) => {
      for (const [key, value] of Object.entries(body?.metadata ?? {}))
        if (value === '') delete body?.metadata?.[key];
    },
  ),
];
