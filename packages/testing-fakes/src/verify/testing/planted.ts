/** Planted divergences of every kind: statuses, errors, fields, values, bounds, parameters, order, streams. */
import { memberOf } from '../../input/json.js';
import type { Answer, Exchanged, Members, Plant } from './plants.js';

/**
 * Changes a response.
 *
 * @typeParam Json - The members of its body that the change reads.
 * @typeParam Sent - Those of the body of the request.
 * @typeParam Data - Those of the events of a stream.
 */
export type Change<Json = Members, Sent = Members, Data = Members> = (
  answer: Answer<Json, Data>,
  exchange: Exchanged<Sent>,
) => void;

/** Changes successful responses of an operation. */
export const on = <Json = Members, Sent = Members, Data = Members>(
  id: string,
  name: string,
  change: Change<Json, Sent, Data>,
): Plant => ({
  name: `${id}: ${name}`,
  after: (answer, exchange) => {
    // Responses of the operation have the members that the plant names.
    if (exchange.operation?.id === id && answer.status < 400)
      change(answer as Answer<Json, Data>, exchange as Exchanged<Sent>);
  },
});

/** Changes refusals by a rule. */
export const refused = <Json = ErrorBody>(rule: string, name: string, change: Change<Json>): Plant => ({
  name: `${rule}: ${name}`,
  after: (answer, exchange) => {
    // A refusal is an error.
    if (answer.headers['x-parlance-rule'] === rule)
      change(answer as Answer<Json, Members>, exchange as Exchanged<Members>);
  },
});

/** Changes failures of an operation that have a status. */
export const failed = <Json = ErrorBody>(
  id: string,
  code: number,
  name: string,
  change: Change<Json>,
): Plant => ({
  name: `${id}: ${name}`,
  after: (answer, exchange) => {
    // A failure is an error.
    if (exchange.operation?.id === id && answer.status === code)
      change(answer as Answer<Json, Members>, exchange as Exchanged<Members>);
  },
});

/** Changes requests of an operation before they are handled. */
export const ignoring = <Sent = Members>(
  id: string,
  name: string,
  change: (exchange: Exchanged<Sent | undefined>) => void,
): Plant => ({
  name: `${id}: ${name}`,
  before: (exchange) => {
    // Malformed requests lack members, which plants expect.
    if (exchange.operation?.id === id && exchange.body !== null)
      change(exchange as Exchanged<Sent | undefined>);
  },
});

/** Changes all refusals. */
export const refusals = (name: string, change: Change<ErrorBody | undefined>): Plant => ({
  name,
  after: (answer, exchange) => {
    // Refusals are errors.
    if (answer.status >= 400)
      change(answer as Answer<ErrorBody | undefined, Members>, exchange as Exchanged<Members>);
  },
});

/** Returns the URL of a request. */
export const urlOf = ({ target }: Pick<Exchanged, 'target'>): URL => new URL(target, 'http://localhost');

/** Returns the last segment of a path, usually an id. */
export const lastSegment = (exchange: Pick<Exchanged, 'target'>): string =>
  decodeURIComponent(urlOf(exchange).pathname.split('/').at(-1) ?? '');

/** Returns a time that is some seconds later. */
export const moved = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + 1000 * seconds).toISOString();

/** Returns the id of an object. */
export const idOf = (json: unknown): string => String(memberOf(json, 'id'));

/** A page of a list. */
export interface Page<Item = Members> {
  data: Item[];
  next_page?: string | null;
}

/** The body of an error. */
export interface ErrorBody {
  type?: string;
  error: { type: string };
  request_id?: string;
}

export const status =
  (code: number) =>
  (answer: Pick<Answer, 'status'>): void => {
    answer.status = code;
  };
export const errorType =
  (type: string) =>
  ({ json }: Answer<ErrorBody>): void => {
    json.error.type = type;
  };
export const without =
  (...keys: string[]) =>
  ({ json }: Answer<Members>): void => {
    for (const key of keys) delete json[key];
  };
export const withValues =
  (values: object) =>
  ({ json }: Answer<Members | undefined>): void => {
    if (json !== undefined) Object.assign(json, values);
  };
export const query =
  (name: string) =>
  (exchange: Pick<Exchanged, 'target'>): void => {
    const [path = '', search = ''] = exchange.target.split('?');
    const kept = search.split('&').filter((part) => !part.startsWith(name));
    exchange.target = kept.join('&') === '' ? path : `${path}?${kept.join('&')}`;
  };
export const cut =
  (field: string, length: number) =>
  ({ body }: Exchanged<Members | undefined>): void => {
    const value = body?.[field];
    if (body !== undefined && typeof value === 'string') body[field] = [...value].slice(0, length).join('');
  };

/** The plants of our own tests. */
export const ownPlants: readonly Plant[] = [
  refused('VLT-010', 'a missing name is 422', status(422)),
  refused('VLT-019', 'another status', status(409)),
  refused('GEN-006', 'an unknown key is 403', status(403)),
  refused('GEN-007', 'an unknown id is 400', status(400)),
  refused('GEN-007', 'an unknown id is another error', errorType('invalid_request_error')),
  refused('GEN-004', 'an unknown field is another error', errorType('api_error')),
  refused('GEN-003', 'malformed JSON is 422', status(422)),
  refused('AGT-037', 'no error type', ({ json }) => delete json.type),
  refusals('errors have no request id', ({ json }) => void delete json?.request_id),
  { name: 'no response has a request id', after: ({ headers }) => void delete headers['request-id'] },
  ignoring('vaults.create', 'accepts names of 256 characters', cut('display_name', 255)),
  ignoring('vaults.create', 'refuses names of 255 characters', ({ body }) => {
    if (body !== undefined && [...String(body.display_name)].length === 255) body.display_name = '';
  }),
  ignoring('agents.create', 'accepts names of 257 characters', cut('name', 256)),
  ignoring('memoryStores.create', 'accepts long descriptions', cut('description', 1024)),
  ignoring('agents.list', 'ignores limit', query('limit')),
  ignoring('vaults.list', 'ignores include_archived', query('include_archived')),
  ignoring('sessions.list', 'ignores agent_id', query('agent_id')),
  ignoring('agents.list', 'ignores created_at', query('created_at')),
  ignoring('users.list', 'ignores email', query('email')),
  ignoring('activities.list', 'ignores limit', query('limit')),
  ignoring('messages.create', 'ignores stop sequences', ({ body }) => void delete body?.stop_sequences),
  ignoring('messages.create', 'ignores system', ({ body }) => void delete body?.system),
  ignoring('agents.create', 'ignores metadata', ({ body }) => void delete body?.metadata),
  ignoring('agents.update', 'ignores the expected version', ({ body }) => void delete body?.version),
  on('agents.create', 'no archived_at', without('archived_at')),
  on('vaults.create', 'metadata is missing', without('metadata')),
  on('vaults.create', 'another type', withValues({ type: 'credential_vault' })),
  on('vaults.archive', 'archived_at stays null', withValues({ archived_at: null })),
  on('agents.create', 'version starts with 0', withValues({ version: 0 })),
  on('agents.retrieve', 'version is a string', ({ json }) => void (json.version = String(json.version))),
  on<{ name: string }>(
    'agents.create',
    'name is in upper case',
    ({ json }) => void (json.name = json.name.toUpperCase()),
  ),
  on('sessions.create', 'starts as running', withValues({ status: 'running' })),
  on('sessions.create', 'no usage', without('usage')),
  on('sessions.retrieve', 'no stats', without('stats')),
  on('environments.create', 'no config', without('config')),
  on('environments.create', 'a further field', withValues({ region: 'us' })),
  on('environments.delete', 'another type', withValues({ type: 'deleted' })),
  on('memoryStores.create', 'no description', without('description')),
  on('memoryStores.delete', 'replies with 204', status(204)),
  on('userProfiles.create', 'another relationship', withValues({ relationship: 'internal' })),
  on<{ id: string }>(
    'userProfiles.create',
    'another prefix of ids',
    ({ json }) => void (json.id = json.id.replace(/^[a-z]+_/, 'user_')),
  ),
  on<Page>('vaults.list', 'oldest first', ({ json }) => json.data.reverse()),
  on<Page>('agents.list', 'oldest first', ({ json }) => json.data.reverse()),
  on('memoryStores.list', 'next_page is missing', without('next_page')),
  on('messages.create', 'no stop_sequence', ({ json }) => void delete json?.stop_sequence),
  on('messages.create', 'another stop reason', ({ json }) => {
    if (json?.stop_reason === 'max_tokens') json.stop_reason = 'end_turn';
  }),
  on('messages.create', 'role is agent', ({ json }) => void (json !== undefined && (json.role = 'agent'))),
  on<{ usage?: Members } | undefined>(
    'messages.create',
    'usage lacks cache fields',
    ({ json }) => void delete json?.usage?.cache_creation_input_tokens,
  ),
  on('messages.create', 'the stream lacks message_delta', (answer) => {
    answer.events = answer.events?.filter(({ event }) => event !== 'message_delta');
  }),
  on('messages.create', 'the stream lacks content_block_stop', (answer) => {
    answer.events = answer.events?.filter(({ event }) => event !== 'content_block_stop');
  }),
  on('completions.create', 'the stop reason is null', withValues({ stop_reason: null })),
  on('messages.countTokens', 'another field', ({ json }) => {
    json.tokens = json.input_tokens;
    delete json.input_tokens;
  }),
  on('models.list', 'no has_more', without('has_more')),
  on('models.retrieve', 'no capabilities', without('capabilities')),
  on<Page>('sessions.events.list', 'newest first', ({ json }) => json.data.reverse()),
  on<Page>('sessions.events.list', 'no idle event', ({ json }) => {
    json.data = json.data.filter(({ type }) => type !== 'session.status_idle');
  }),
  on('workspaces.create', 'no display_color', without('display_color')),
  on('workspaces.archive', 'archived_at stays null', withValues({ archived_at: null })),
  on('invites.create', 'status is accepted', withValues({ status: 'accepted' })),
  on('webhooks.create', 'no signing secret', without('signing_secret')),
];
