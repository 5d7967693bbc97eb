/** Response headers and error responses, which are the same for every operation. */
import type { Operation } from '@parlance/schemas';
import { SCHEMA_PATH, type JsonSchema } from './schemas.ts';

type Entry = Readonly<Record<string, unknown>>;

const header = (description: string, schema: JsonSchema): Entry => ({ description, schema });
const TOKEN_LIMITS = ['tokens', 'input-tokens', 'output-tokens'] as const;

/** Response headers by name. */
export const responseHeaders: Readonly<Record<string, Entry>> = {
  'request-id': header('Identifier of the request, `req_...`.', { type: 'string' }),
  'retry-after': header('Seconds to wait before the next attempt, or an HTTP date.', { type: 'string' }),
  'retry-after-ms': header(
    'Milliseconds to wait before the next attempt. It takes precedence over `retry-after`.',
    {
      type: 'number',
    },
  ),
  'x-should-retry': header('Whether another attempt can succeed. It takes precedence over the status.', {
    type: 'string',
    enum: ['true', 'false'],
  }),
  'vendor-organization-id': header('Organization of the key.', { type: 'string' }),
  'vendor-workspace-id': header('Workspace of the key.', { type: 'string' }),
  ...Object.assign({}, ...['requests', ...TOKEN_LIMITS].map(limitHeaders)),
};

function limitHeaders(limit: string): Entry {
  const what = limit.replace('-', ' ');
  const name = `vendor-ratelimit-${limit}`;
  return {
    [`${name}-limit`]: header(`Number of ${what} allowed per minute.`, { type: 'integer' }),
    [`${name}-remaining`]: header(`Number of ${what} left.`, { type: 'integer' }),
    [`${name}-reset`]: header(`RFC 3339 time at which all ${what} are available again.`, {
      type: 'string',
      format: 'date-time',
    }),
  };
}

/** Returns references to the headers of an operation's successful response. */
export function headersOf({ auth, replay, path }: Operation): Entry {
  const isMetered = replay === 'generate' || path.endsWith('/count_tokens');
  const limits = isMetered ? ['requests', ...TOKEN_LIMITS] : ['requests'];
  const names = [
    'request-id',
    'vendor-organization-id',
    ...(auth === 'api-key' ? ['vendor-workspace-id'] : []),
    ...limits.flatMap((limit) => Object.keys(limitHeaders(limit))),
  ];
  return referTo(names);
}

function referTo(names: readonly string[]): Entry {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface ErrorKind {
  readonly name: string;
  readonly types: readonly string[];
  readonly text: string;
}

const ERRORS: Readonly<Record<string, ErrorKind>> = {
  400: {
    name: 'BadRequest',
    types: ['invalid_request_error'],
    text: 'The request is malformed or breaks a rule of the contract.',
  },
  401: { name: 'Unauthorized', types: ['authentication_error'], text: 'The key is missing or not valid.' },
  402: { name: 'PaymentRequired', types: ['billing_error'], text: 'Billing does not allow the request.' },
  403: { name: 'Forbidden', types: ['permission_error'], text: 'The key lacks the permission.' },
  404: { name: 'NotFound', types: ['not_found_error'], text: 'No such path, object or model.' },
  409: {
    name: 'Conflict',
    types: [
      'conflict_error',
      'invalid_request_error',
      'memory_path_conflict_error',
      'memory_precondition_failed_error',
    ],
    text: 'The state or version of the object does not allow the change.',
  },
  413: { name: 'RequestTooLarge', types: ['request_too_large'], text: 'The body exceeds the maximum size.' },
  429: { name: 'RateLimited', types: ['rate_limit_error'], text: 'A rate limit is exceeded.' },
  500: { name: 'InternalError', types: ['api_error'], text: 'The service failed.' },
  504: { name: 'Timeout', types: ['timeout_error'], text: 'The request took too long.' },
  529: { name: 'Overloaded', types: ['overloaded_error'], text: 'The service is overloaded.' },
};

/** Error responses by name. */
export const errorResponses: Readonly<Record<string, Entry>> = Object.fromEntries([
  ...Object.entries(ERRORS).map(([status, { name, types, text }]) => {
    const described = `${text} \`error.type\`: ${types.map((type) => `\`${type}\``).join(', ')}.`;
    return [name, errorResponse(described, Number(status) === 429 || Number(status) >= 500)] as const;
  }),
  ['Error', errorResponse('Any other error.', true)],
]);

function errorResponse(description: string, canWait: boolean): Entry {
  const names = ['request-id', 'x-should-retry', ...(canWait ? ['retry-after', 'retry-after-ms'] : [])];
  return {
    description,
    headers: referTo(names),
    content: { 'application/json': { schema: { $ref: `${SCHEMA_PATH}ErrorResponse` } } },
  };
}

/** Returns references to the error responses that an operation can have. */
export function errorsOf({ method, replay }: Operation): Entry {
  const statuses = Object.keys(ERRORS).filter((status) => {
    if (status === '402') return replay === 'generate';
    if (status === '409') return replay === 'create' || replay === 'idempotent';
    return status !== '413' || method === 'POST';
  });
  const entries = statuses.map((status) => [status, ERRORS[status]?.name] as const);
  return Object.fromEntries(
    [...entries, ['default', 'Error'] as const].map(([status, name]) => [
      status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}

/** Schema of the body of every error. */
export const errorSchema: JsonSchema = {
  description:
    'Body of an error response. The compliance API can leave out everything but `error`; more members may appear.',
  type: 'object',
  properties: {
    type: { type: 'string', const: 'error' },
    error: {
      type: 'object',
      properties: {
        type: {
          type: 'string',
          description: 'Kind of error. More kinds may appear.',
          'x-extensible-enum': [...new Set(Object.values(ERRORS).flatMap(({ types }) => types))].sort(),
        },
        message: { type: 'string', description: 'Explanation for people.' },
        details: {
          description: 'Further facts.',
          anyOf: [
            { type: 'object', properties: { error_code: { type: 'string' } }, additionalProperties: {} },
            { type: 'null' },
          ],
        },
      },
      required: ['type', 'message'],
      additionalProperties: {},
    },
    request_id: {
      description: 'The same as the header `request-id`.',
      anyOf: [{ type: 'string' }, { type: 'null' }],
    },
  },
  required: ['error'],
  additionalProperties: {},
  'x-source': 'What the documents do not show > 1.1.1, 1.1.2',
};
