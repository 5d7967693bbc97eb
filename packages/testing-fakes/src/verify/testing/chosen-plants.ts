/**
 * Planted divergences that were chosen from the documents of the contract, by somebody who had not read `verify` or its
 * scenarios.
 */
import { isObject, itemsOf, memberOf } from '../../input/json.js';
import {
  errorType,
  failed,
  ignoring,
  lastSegment,
  on,
  query,
  refusals,
  refused,
  status,
  urlOf,
  withValues,
  without,
  type Change,
  type Page,
} from './planted.js';
import type { Exchanged, Members, Plant } from './plants.js';

/** Replaces a refusal by a success. */
const accepted =
  (json: (exchange: Exchanged<Members>) => Members): Change =>
  (answer, exchange) => {
    answer.status = 200;
    delete answer.headers['x-parlance-rule'];
    answer.json = json(exchange);
  };

/** Replaces a success by a refusal. */
const rejected =
  <Sent>(isRejected: (exchange: Exchanged<Sent>) => boolean): Change<Members, Sent> =>
  (answer, exchange) => {
    if (!isRejected(exchange)) return;
    const error = { type: 'invalid_request_error', message: 'This is not supported.' };
    answer.status = 400;
    answer.events = undefined;
    answer.json = { type: 'error', error, request_id: answer.headers['request-id'] };
    answer.headers['content-type'] = 'application/json';
  };

/** Sends a parameter that the client omits. */
const withDefault =
  (name: string, value: string) =>
  (exchange: Exchanged): void => {
    const { searchParams } = urlOf(exchange);
    if (searchParams.has(name)) return;
    exchange.target += `${exchange.target.includes('?') ? '&' : '?'}${name}=${value}`;
  };

const signingSecret = `whsec_${Buffer.from('another secret').toString('base64')}`;

const days = (count: number): number => count * 86_400_000;

interface Tool {
  readonly type: string;
  default_config?: { permission_policy?: unknown };
}

interface Residence {
  readonly data_residency: { default_inference_geo?: unknown };
}

const generalPlants: readonly Plant[] = [
  refusals('GEN-001: errors are plain text', ({ headers }) => void (headers['content-type'] = 'text/plain')),
  refusals('GEN-002: the request id of an error is another one', ({ json }) => {
    if (json !== undefined) json.request_id = 'req_other';
  }),
  refused('GEN-012', 'a body that is not an object is 422', status(422)),
  refused('GEN-009', 'an invalid cursor is 404', status(404)),
  {
    name: 'GEN-010: an empty page has empty ids',
    after: ({ json }) => {
      const isEmpty = itemsOf(json)?.length === 0 && isObject(json) && 'first_id' in json;
      if (isEmpty) Object.assign(json, { first_id: '', last_id: '' });
    },
  },
  {
    name: 'MAG-003: vendor-version is optional',
    before: ({ headers }) => void (headers['vendor-version'] ??= '2023-06-01'),
  },
];

const inferencePlants: readonly Plant[] = [
  ignoring<{ max_tokens: number }>(
    'messages.create',
    'accepts max_tokens above the maximum of the model',
    ({ body }) => {
      if (body !== undefined && Number.isInteger(body.max_tokens))
        body.max_tokens = Math.min(body.max_tokens, 4096);
    },
  ),
  ignoring('messages.create', 'refuses max_tokens 0', ({ body }) => {
    if (body?.max_tokens === 0) body.max_tokens = -1;
  }),
  ignoring('messages.create', 'a ttl of 1h counts as 5m', (exchange) => {
    if (exchange.body === undefined) return;
    exchange.body = JSON.parse(JSON.stringify(exchange.body).replaceAll('"ttl":"1h"', '"ttl":"5m"'));
  }),
  on(
    'messages.create',
    'refuses consecutive turns of one role',
    rejected<{ messages: { role: string }[] }>(({ body: { messages } }) =>
      messages.some(({ role }, index) => role === messages[index + 1]?.role),
    ),
  ),
  on('messages.create', 'stop_sequence stays null', ({ json }) => {
    if (json !== undefined) json.stop_sequence = null;
  }),
  on<{ content?: Members[] } | undefined>('messages.create', 'tool uses have no caller', ({ json }) => {
    for (const block of json?.content ?? []) delete block.caller;
  }),
  ignoring('messages.create', 'accepts allowed and blocked domains together', ({ body }) => {
    for (const tool of Array.isArray(body?.tools) ? body.tools : [])
      if (tool?.allowed_domains !== undefined) delete tool.blocked_domains;
  }),
  on('messages.create', 'the stream repeats message_delta', (answer) => {
    answer.events = answer.events?.flatMap((event) =>
      event.event === 'message_delta' ? [event, event] : [event],
    );
  }),
  on('messages.create', 'the indexes of the stream begin with 1', ({ events = [] }) => {
    for (const { json } of events) if (typeof json?.index === 'number') json.index += 1;
  }),
  ignoring('messages.countTokens', 'does not count tools', ({ body }) => void delete body?.tools),
  on<{ stop_reason: string; completion: string } | undefined, { stop_sequences?: string[] }>(
    'completions.create',
    'the completion ends with the stop sequence',
    ({ json }, { body }) => {
      const [sequence] = body.stop_sequences ?? [];
      if (json?.stop_reason === 'stop_sequence' && sequence !== undefined) json.completion += sequence;
    },
  ),
  ignoring<{ temperature: number }>('completions.create', 'accepts temperatures up to 2', ({ body }) => {
    if (body !== undefined && body.temperature > 1 && body.temperature <= 2) body.temperature = 1;
  }),
  on('models.retrieve', 'an alias is returned as the id', ({ json }, exchange) => {
    json.id = lastSegment(exchange);
  }),
  ignoring('models.list', 'returns one more than limit', (exchange) => {
    exchange.target = exchange.target.replace(
      /([?&]limit=)(\d+)/,
      (_, name: string, limit: string) => `${name}${Number(limit) + 1}`,
    );
  }),
  ignoring('messages.batches.create', 'accepts a custom_id twice', ({ body }) => {
    if (!Array.isArray(body?.requests)) return;
    const seen = new Set<unknown>();
    for (const [index, request] of body.requests.entries()) {
      if (seen.has(request?.custom_id)) request.custom_id = `repeated-${index}`;
      seen.add(request?.custom_id);
    }
  }),
  on('messages.batches.cancel', 'another status', withValues({ processing_status: 'canceled' })),
  refused(
    'BAT-011',
    'a batch in progress can be deleted',
    accepted((exchange) => ({ id: lastSegment(exchange), type: 'message_batch_deleted' })),
  ),
  on('messages.batches.results', 'another content type', ({ headers }) => {
    headers['content-type'] = 'application/json';
  }),
  ignoring('messages.batches.list', 'ignores after_id', query('after_id')),
  on('files.upload', 'uploaded files are downloadable', withValues({ downloadable: true })),
  on('skills.create', 'latest_version is null', withValues({ latest_version: null })),
  ignoring('skills.list', 'ignores source', query('source')),
];

const agentPlants: readonly Plant[] = [
  {
    name: 'MAG-004: the beta name is optional',
    before: ({ operation, headers }) => {
      if (!/^(agents|sessions|vaults|memoryStores)\./.test(operation?.id ?? '')) return;
      const sent = headers['vendor-beta'];
      const needed = 'managed-agents-2026-04-01';
      headers['vendor-beta'] = sent === undefined ? needed : `${sent},${needed}`;
    },
  },
  {
    name: 'MAG-010: metadata values are truncated instead of refused',
    before: ({ body }) => {
      const metadata = memberOf(body, 'metadata');
      for (const [key, value] of Object.entries(isObject(metadata) ? metadata : {}))
        if (typeof value === 'string' && [...value].length > 512)
          Object.assign(metadata as object, { [key]: [...value].slice(0, 512).join('') });
    },
  },
  on<{ version: number }>(
    'agents.update',
    'an update without a change increments version',
    ({ json }, { body }) => {
      if (json.version === body?.version) json.version += 1;
    },
  ),
  on<{ tools: Tool[] }, { tools: Tool[] }>(
    'agents.create',
    'MCP tools are allowed by default',
    ({ json }, { body }) => {
      for (const [index, tool] of json.tools.entries())
        if (tool.type === 'mcp_toolset' && body.tools[index]?.default_config?.permission_policy == null)
          (tool.default_config ??= {}).permission_policy = { type: 'always_allow' };
    },
  ),
  on('agents.list', 'next_page is empty on the last page', ({ json }) => void (json.next_page ??= '')),
  ignoring('agents.retrieve', 'ignores version', query('version')),
  on('sessions.create', 'agent is an id', ({ json }) => void (json.agent = memberOf(json.agent, 'id'))),
  ignoring('sessions.update', 'accepts vault_ids', ({ body }) => void delete body?.vault_ids),
  on<unknown>('sessions.events.send', 'replies with an array', (answer) => {
    answer.json = itemsOf(answer.json);
  }),
  failed(
    'sessions.events.send',
    409,
    'accepts events in every state',
    accepted(() => ({ data: [] })),
  ),
  on<Page>('sessions.events.list', 'session.status_running is doubled', ({ json }) => {
    json.data = json.data.flatMap((event) =>
      event.type === 'session.status_running' ? [event, event] : [event],
    );
  }),
  on('sessions.resources.add', 'another default of mount_path', ({ json }, { body }) => {
    if (body.mount_path == null) json.mount_path = `/mnt/files/${json.file_id}`;
  }),
  on('sessions.resources.update', 'returns the token', ({ json }, { body }) => {
    json.authorization_token = body.authorization_token;
  }),
  failed('environments.create', 409, 'a taken name is 400', status(400)),
  on('environments.work.acknowledge', 'the item stays queued', withValues({ state: 'queued' })),
  failed(
    'vaults.delete',
    404,
    'a second delete succeeds',
    accepted((exchange) => ({ id: lastSegment(exchange), type: 'vault_deleted' })),
  ),
  on<Members, { metadata?: Members | null } | undefined>(
    'vaults.update',
    'replaces metadata',
    ({ json }, { body }) => {
      if (body?.metadata == null) return;
      const sent = Object.entries(body.metadata).filter(([, value]) => value !== null);
      json.metadata = Object.fromEntries(sent);
    },
  ),
  on<{ auth: Members }, { auth: Members }>(
    'vaults.credentials.create',
    'returns the token',
    ({ json }, { body }) => {
      const secret = body.auth.type === 'static_bearer' ? 'token' : 'access_token';
      json.auth[secret] = body.auth[secret];
    },
  ),
  on<Page>('memoryStores.list', 'the lower bound of created_at is exclusive', ({ json }, exchange) => {
    const bound = urlOf(exchange).searchParams.get('created_at[gte]');
    json.data = json.data.filter((store) => store.created_at !== bound);
  }),
  failed('memoryStores.memories.create', 409, 'a taken path is another error', errorType('conflict_error')),
  ignoring('memoryStores.memories.list', 'returns the contents by default', withDefault('view', 'full')),
  ignoring('memoryStores.memories.update', 'ignores precondition', ({ body }) => {
    delete body?.precondition;
  }),
  ignoring('userProfiles.create', 'accepts a reseller without a name', ({ body }) => {
    if (body?.relationship === 'resold') body.name ??= 'Unnamed';
  }),
  ignoring('userProfiles.list', 'ignores order', query('order')),
];

const compliancePlants: readonly Plant[] = [
  on<Page>('chats.list', 'newest first', ({ json }) => json.data.reverse()),
  ignoring('chats.list', 'accepts eleven users', (exchange) => {
    const [path = '', search = ''] = exchange.target.split('?');
    const parts = search.split('&');
    const users = parts.filter((part) => part.startsWith('user_ids'));
    if (users.length === 11)
      exchange.target = `${path}?${parts.filter((part) => part !== users[10]).join('&')}`;
  }),
  on('chats.messages', 'has_more is always false', withValues({ has_more: false })),
  on('chats.messages', 'the fields of the chat are missing', without('name', 'user', 'href', 'model')),
  ignoring('activities.list', 'ignores activity_types', query('activity_types')),
  on<Page>('activities.list', 'requests are not recorded', ({ json }) => {
    json.data = json.data.filter(({ type }) => type !== 'compliance_api_accessed');
  }),
  on<Page>('organizations.listUsers', 'full_name is called name', ({ json }) => {
    json.data = json.data.map(({ full_name: name, ...user }) => ({ ...user, name }));
  }),
];

const adminPlants: readonly Plant[] = [
  on<{ invited_at: string; expires_at: string }>('invites.create', 'expires after 7 days', ({ json }) => {
    json.expires_at = new Date(Date.parse(json.invited_at) + days(7)).toISOString();
  }),
  ignoring('users.update', 'takes admin as developer', ({ body }) => {
    if (body?.role === 'admin') body.role = 'developer';
  }),
  on<Residence, Partial<Residence>>(
    'workspaces.create',
    'the default geography is us',
    ({ json }, { body }) => {
      if (body.data_residency?.default_inference_geo == null)
        json.data_residency.default_inference_geo = 'us';
    },
  ),
  ignoring('workspaces.list', 'ignores before_id', query('before_id')),
  on('workspaces.members.delete', 'user_id is missing', without('user_id')),
  on('groups.delete', 'another type', withValues({ type: 'group_deleted' })),
  ignoring('apiKeys.list', 'ignores status', query('status')),
  ignoring('rateLimits.list', 'ignores group_type', query('group_type')),
  ignoring('usage.messages', 'a page has 31 days by default', (exchange) => {
    const width = urlOf(exchange).searchParams.get('bucket_width') ?? '1d';
    if (width === '1d') withDefault('limit', '31')(exchange);
  }),
  on('spendLimits.set', 'amount is a number', ({ json }) => {
    if (json.amount != null) json.amount = Number(json.amount);
  }),
  on('webhooks.retrieve', 'returns the signing secret', withValues({ signing_secret: signingSecret })),
];

/** The chosen plants: general ones, and those of each document. */
export const chosenPlants: readonly Plant[] = [
  ...generalPlants,
  ...inferencePlants,
  ...agentPlants,
  ...compliancePlants,
  ...adminPlants,
];
