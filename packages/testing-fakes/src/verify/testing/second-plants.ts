/**
 * A second set of planted divergences that were chosen from the documents of the contract, by somebody who had not read `verify`
 * or its scenarios. A comment names the rule, or the section of "What the documents do not show", that settles each.
 */
import { itemsOf, memberOf, valueAt } from '../../input/json.js';
import { failed, idOf, ignoring, lastSegment, moved, on, refusals, urlOf, type Page } from './planted.js';
import { sessionPlants, storePlants } from './second-agent-plants.js';
import type { Answer, Exchanged, Members, Plant } from './plants.js';

/** Replaces a refusal by a success. */
const accept = (answer: Answer, json: unknown): void => {
  answer.status = 200;
  delete answer.headers['x-parlance-rule'];
  answer.json = json;
};

/** Replaces a success by a refusal. */
const refuse = (answer: Answer, message: string): void => {
  answer.status = 400;
  const error = { type: 'invalid_request_error', message };
  answer.json = { type: 'error', error, request_id: answer.headers['request-id'] };
};

/** Keeps those parameters of the query that a condition selects. */
const keepQuery = (exchange: Exchanged, isKept: (name: string, value: string) => boolean): void => {
  const [path = '', search = ''] = exchange.target.split('?');
  const kept = search.split('&').filter((part) => {
    const [name = '', value = ''] = part.split('=');
    return isKept(decodeURIComponent(name), value);
  });
  exchange.target = kept.join('&') === '' ? path : `${path}?${kept.join('&')}`;
};

const addBeta = ({ headers }: Pick<Exchanged, 'headers'>, name: string): void => {
  headers['vendor-beta'] = [headers['vendor-beta'] ?? [], name].flat().join(',');
};

interface Block {
  readonly citations?: Citation[] | null;
  readonly caller?: { readonly type?: string; tool_id?: string } | null;
}

interface Citation {
  readonly type?: string;
  readonly start_block_index?: number;
  end_block_index?: number;
}

interface Message {
  readonly content?: string | Block[];
}

interface Used {
  readonly usage: {
    input_tokens: number;
    readonly cache_read_input_tokens?: number;
    readonly cache_creation?: { ephemeral_5m_input_tokens: number } | null;
  };
}

interface Batch {
  readonly processing_status: string;
  readonly request_counts: Record<string, number>;
}

/** Content blocks of the messages of a request. */
const blocksOf = ({ body }: Exchanged): Block[] =>
  ((itemsOf(body, { items: 'messages' }) ?? []) as Message[]).flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );

/** Strings with a limit in characters, by operation. */
const limited: Readonly<Record<string, readonly [field: string, limit: number]>> = {
  'agents.create': ['name', 256],
  'vaults.create': ['display_name', 255],
  'vaults.update': ['display_name', 255],
  'memoryStores.create': ['name', 255],
  'memoryStores.update': ['name', 255],
};

const generalPlants: readonly Plant[] = [
  // GEN-002: every answer carries the header.
  {
    name: 'GEN-002: streams have no request-id',
    after: ({ headers, events }) => {
      if (events !== undefined) delete headers['request-id'];
    },
  },
  // GEN-017, and the choice about conflicts: 409 with `x-should-retry: false`.
  failed('agents.update', 409, 'a conflict has no x-should-retry', ({ headers }) => {
    delete headers['x-should-retry'];
  }),
  // MAG-006: the required name may be anywhere in the list.
  {
    name: 'MAG-006: only the first name of vendor-beta counts',
    before: ({ headers }) => {
      const [first, ...others] = (headers['vendor-beta'] ?? '').split(',');
      if (first !== undefined && others.length > 0) headers['vendor-beta'] = first.trim();
    },
  },
  // MAG-016: a value of exactly the limit passes even when its characters take several bytes.
  {
    name: 'MAG-016: lengths are counted in UTF-16 units',
    after: (answer, { operation, body }) => {
      const [field = '', limit = 0] = limited[operation?.id ?? ''] ?? [];
      const value = memberOf(body, field);
      if (answer.status < 400 && typeof value === 'string' && value.length > limit)
        refuse(answer, `${field}: At most ${limit} characters are allowed.`);
    },
  },
  // ADM-001, and the choice about keys: a key of the wrong kind is 403 `permission_error`.
  refusals('ADM-001: a key of another kind is 401', (answer, { target }) => {
    const error = answer.json?.error;
    if (!target.startsWith('/v1/organizations/') || error?.type !== 'permission_error') return;
    answer.status = 401;
    error.type = 'authentication_error';
  }),
];

const messagePlants: readonly Plant[] = [
  // INF-092: 0 generates no content.
  on('messages.create', 'max_tokens 0 generates text', ({ json }, { body }) => {
    if (body.max_tokens === 0 && json !== undefined)
      json.content = [{ type: 'text', text: 'Hello', citations: null }];
  }),
  // 1.2.6: the usage of message_delta is cumulative.
  on<unknown, Members, { usage: { output_tokens: number } }>(
    'messages.create',
    'message_delta leaves out the tokens of message_start',
    ({ events = [] }) => {
      const started = valueAt(events, '0.json.message.usage.output_tokens');
      if (typeof started !== 'number') return;
      for (const { event, json } of events)
        if (event === 'message_delta') json.usage.output_tokens -= started;
    },
  ),
  // GEN-015: the joined deltas equal the answer without a stream.
  on('messages.create', 'the stream loses its last text delta', (answer) => {
    const index =
      answer.events?.findLastIndex(({ json }) => valueAt(json, 'delta.type') === 'text_delta') ?? -1;
    answer.events = answer.events?.filter((_, position) => position !== index);
  }),
  // INF-058: the total is the sum of the three.
  on<Used | undefined>('messages.create', 'tokens read from cache are input tokens too', ({ json }) => {
    if (json !== undefined) json.usage.input_tokens += json.usage.cache_read_input_tokens ?? 0;
  }),
  // INF-050, INF-051: the parts of cache_creation are the tokens of cache_creation_input_tokens.
  on<Used | undefined>('messages.create', 'ephemeral_5m_input_tokens stays 0', ({ json }) => {
    if (json?.usage.cache_creation != null) json.usage.cache_creation.ephemeral_5m_input_tokens = 0;
  }),
  // INF-154: the end is greater than the start.
  ignoring('messages.create', 'accepts a citation of no blocks', (exchange) => {
    for (const citation of blocksOf(exchange).flatMap(({ citations }) => citations ?? []))
      if (
        citation?.type === 'content_block_location' &&
        citation.start_block_index !== undefined &&
        citation.end_block_index === citation.start_block_index
      )
        citation.end_block_index += 1;
  }),
  // INF-146: tool_id is required with the last two types.
  ignoring('messages.create', 'a caller needs no tool_id', (exchange) => {
    for (const { caller } of blocksOf(exchange))
      if (caller?.type?.startsWith('code_execution_') === true) caller.tool_id ??= 'srvtoolu_01';
  }),
  // INF-106: the field is refused without the beta name.
  ignoring('messages.create', 'user_profile_id needs no beta name', (exchange) => {
    if (exchange.body?.user_profile_id != null) addBeta(exchange, 'user-profiles-2026-03-24');
  }),
  // INF-112: a string is one text block.
  on<{ input_tokens: number }, { messages: Message[] }>(
    'messages.countTokens',
    'a string counts more than a text block',
    ({ json }, { body }) => {
      const strings = body.messages.filter(({ content }) => typeof content === 'string');
      json.input_tokens += strings.length;
    },
  ),
];

const deletedFiles = new Map<string, unknown>();
const knownFiles = new Map<string, unknown>();

const otherInferencePlants: readonly Plant[] = [
  // INF-073, and the choice about effort: each leaf is an object.
  on<{ capabilities: { effort: Record<string, { supported?: boolean } | null> } }>(
    'models.retrieve',
    'an unsupported effort is null',
    ({ json }) => {
      const { effort } = json.capabilities;
      for (const level of ['low', 'medium', 'high', 'xhigh', 'max'])
        if (effort[level]?.supported === false) effort[level] = null;
    },
  ),
  // INF-194: a prompt of another form is refused.
  ignoring('completions.create', 'adds a missing last turn to the prompt', ({ body }) => {
    const prompt = body?.prompt;
    if (
      body !== undefined &&
      typeof prompt === 'string' &&
      /^\s*Human:/.test(prompt) &&
      !/Assistant:[^:]*$/.test(prompt)
    )
      body.prompt = `${prompt}\n\nAssistant:`;
  }),
  // INF-199 and 1.2.7: the last event has the stop reason.
  on('completions.create', 'no event of a stream has a stop reason', ({ events = [] }) => {
    for (const { json } of events) if (json?.type === 'completion') json.stop_reason = null;
  }),
  // 1.2.9: 24 hours.
  on<{ created_at: string; expires_at: string }>(
    'messages.batches.create',
    'expires after 25 hours',
    ({ json }) => {
      json.expires_at = moved(json.created_at, 25 * 3600);
    },
  ),
  // 1.2.9: the requests are in `processing` until they have ended.
  on<Batch>('messages.batches.retrieve', 'ended requests still count as processing', ({ json }) => {
    const { processing: _, ...ended } = json.request_counts;
    if (json.processing_status === 'ended')
      json.request_counts.processing = Object.values(ended).reduce((sum, count) => sum + count, 0);
  }),
  // 1.2.10 and GEN-007: an unknown id is 404.
  {
    name: 'files.retrieve: a deleted file can still be read',
    after: (answer, exchange) => {
      const id = exchange.operation?.id;
      const file = lastSegment(exchange);
      if (id === 'files.upload' && answer.status < 400) knownFiles.set(idOf(answer.json), answer.json);
      if (id === 'files.delete' && answer.status < 400) deletedFiles.set(file, knownFiles.get(file));
      const deleted = deletedFiles.get(file);
      if (id === 'files.retrieve' && answer.status === 404 && deleted !== undefined) accept(answer, deleted);
    },
  },
];

const compliancePlants: readonly Plant[] = [
  // CMP-027: gt is exclusive.
  ignoring('chats.list', 'created_at.gt is inclusive', (exchange) => {
    exchange.target = exchange.target.replace(/([?&]created_at(?:\.|\[|%5B)gt)(\]|%5D)?=/i, '$1e$2=');
  }),
  // CMP-029, and the choice about empty values: 400 that names the parameter.
  ignoring('chats.list', 'ignores empty bounds of time', (exchange) => {
    keepQuery(exchange, (name, value) => value !== '' || !/^(created|updated)_at/.test(name));
  }),
  // CMP-054, CMP-055: last_id is the cursor of the last message of the result set.
  on('chats.messages', 'the ids of a descending page are exchanged', ({ json }, exchange) => {
    if (urlOf(exchange).searchParams.get('order') !== 'desc') return;
    [json.first_id, json.last_id] = [json.last_id, json.first_id];
  }),
  // CMP-043: 404.
  failed('chats.delete', 404, 'an unknown chat is confirmed as deleted', (answer, exchange) => {
    accept(answer, { id: lastSegment(exchange), type: 'assistant_chat_deleted' });
  }),
  // GEN-016: both cursors together are refused.
  ignoring('activities.list', 'accepts both cursors', (exchange) => {
    const { searchParams } = urlOf(exchange);
    if (searchParams.has('after_id')) keepQuery(exchange, (name) => name !== 'before_id');
  }),
  // CMP-086: user_agent is required.
  on<Page<{ actor: Members }>>('activities.list', 'API actors have no user_agent', ({ json }) => {
    for (const { actor } of json.data) if (actor.type === 'api_actor') delete actor.user_agent;
  }),
  // CMP-005 and 1.5.1: status_code is the status of the request.
  on<Page>('activities.list', 'refused requests are recorded as successes', ({ json }) => {
    for (const activity of json.data)
      if (activity.type === 'compliance_api_accessed') activity.status_code = 200;
  }),
  // 1.5.3: at most 1000.
  ignoring('organizations.listUsers', 'accepts limit 1001', (exchange) => {
    exchange.target = exchange.target.replace(/([?&]limit=)1001\b/, '$11000');
  }),
];

const adminPlants: readonly Plant[] = [
  // ADM-009: in the requested direction.
  on('users.list', 'has_more is about the other direction with before_id', ({ json }, exchange) => {
    if (urlOf(exchange).searchParams.has('before_id')) json.has_more = true;
  }),
  // ADM-005: 1 to 1000.
  ignoring('invites.list', 'limit 0 is the default', (exchange) => {
    keepQuery(exchange, (name, value) => name !== 'limit' || value !== '0');
  }),
  // ADM-066: no key may start with it.
  ignoring('workspaces.create', 'only the tag key vendor itself is refused', ({ body }) => {
    if (typeof body?.tags !== 'object' || body.tags === null) return;
    body.tags = Object.fromEntries(
      Object.entries(body.tags).map(([key, value]) => [key.replace(/^vendor(?=.)/, 'tag'), value]),
    );
  }),
  // ADM-075: refused in an update.
  ignoring<{ data_residency?: Members | null }>('workspaces.update', 'ignores workspace_geo', ({ body }) => {
    delete body?.data_residency?.workspace_geo;
  }),
  // ADM-094: never workspace_billing.
  ignoring('workspaces.members.create', 'takes workspace_billing as workspace_user', ({ body }) => {
    if (body?.workspace_role === 'workspace_billing') body.workspace_role = 'workspace_user';
  }),
  // 1.4.4: a bucket is as wide as bucket_width.
  on<Page<{ ending_at: string }>>('usage.messages', 'a bucket ends a second early', ({ json }) => {
    for (const bucket of json.data) bucket.ending_at = moved(bucket.ending_at, -1);
  }),
];

/** The second chosen plants: general ones, and those of each document. */
export const secondPlants: readonly Plant[] = [
  ...generalPlants,
  ...messagePlants,
  ...otherInferencePlants,
  ...sessionPlants,
  ...storePlants,
  ...compliancePlants,
  ...adminPlants,
];
