/** Requests of existing clients of a deployment, sent unchanged over a socket. The contract describes what they send. */
import { once } from 'node:events';
import { request as send, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import type { Asked } from '../testing/ask.js';

const fake = createFake({
  naming: { vendor: 'acme', assistant: 'robin', githost: 'forge' },
  seed: 'demo',
  checkResponses: true,
});
let origin: string;

beforeAll(async () => {
  origin = (await fake.listen()).url;
});

afterAll(() => fake.close());

const BETA = 'managed-agents-2026-04-01';
const OLD = { 'x-api-key': fake.keys.api, 'acme-version': '2023-06-01' };
const RECENT = { authorization: `Bearer ${fake.keys.api}`, 'acme-version': '2026-10-21' };

interface Sent {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | readonly (string | Uint8Array)[];
}

/** Sends exactly these headers. A body in chunks is sent without a content length. */
async function ask(line: string, { headers = OLD, body = '' }: Sent = {}) {
  const [method, path] = line.split(' ') as [string, string];
  const request = send(origin + path, { method, headers });
  const pieces = typeof body === 'string' ? [body] : body;
  for (const piece of pieces.slice(0, -1)) request.write(piece);
  request.end(pieces.at(-1));
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  const type = response.headers['content-type'] ?? '';
  const json: Asked['json'] = type.startsWith('application/json') ? JSON.parse(text) : undefined;
  return { status: response.statusCode, headers: response.headers, text, json };
}

const post = (headers: OutgoingHttpHeaders, body: object): Sent => ({
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const hello = (more: object = {}) => ({
  model: 'robin-opus-4-7',
  max_tokens: 50,
  messages: [{ role: 'user', content: 'hello' }],
  ...more,
});

/** Headers that the vendor's packages send and the service ignores. */
const IGNORED = {
  accept: 'application/json',
  'user-agent': 'Acme/JS 1.10.0',
  'x-client-retry-count': '0',
  'x-client-timeout': '600',
  'x-client-lang': 'js',
  'x-client-package-version': '1.10.0',
  'x-client-os': 'Linux',
  'x-client-arch': 'x64',
  'x-client-runtime': 'node',
  'x-client-runtime-version': 'v24.0.0',
  'x-client-helper': 'stream',
  'x-client-helper-method': 'stream',
  'acme-workspace-id': 'wrkspc_1',
  'acme-worker-id': 'worker-1',
  'acme-dangerous-direct-browser-access': 'true',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'a=b',
  baggage: 'c=d',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'accept-encoding': 'gzip, deflate, br',
  'x-anything': 'else',
};

describe('an existing client works unchanged', () => {
  test.each([
    ['an x-api-key header and the first version', OLD],
    ['a bearer token and a recent version', RECENT],
    ['both authentication headers', { ...OLD, ...RECENT }],
    ['headers that the service ignores', { ...OLD, ...IGNORED }],
    ['capitalized header names', { 'X-Api-Key': fake.keys.api, 'Acme-Version': '2023-06-01' }],
  ])('with %s', async (_, headers) => {
    expect((await ask('GET /v1/models', { headers })).status).toBe(200);
    const { status, json } = await ask('POST /v1/messages', post(headers, hello()));
    expect([status, json.model]).toEqual([200, 'robin-opus-4-7']);
  });

  test.each([
    ['a comma-separated header', `first-2025-01-01,${BETA}`],
    ['a header with extra spaces', ` first-2025-01-01 ,  ${BETA} `],
    ['repeated headers', ['first-2025-01-01', BETA]],
  ])('with beta names in %s', async (_, names) => {
    const { status } = await ask('GET /v1/vaults', { headers: { ...OLD, 'acme-beta': names } });
    expect(status).toBe(200);
  });

  test('without a beta name where the version does not require it', async () => {
    expect((await ask('GET /v1/vaults', { headers: RECENT })).status).toBe(200);
    const { status, json } = await ask('GET /v1/vaults');
    expect([status, json.error.message]).toEqual([
      400,
      `acme-beta: this operation requires the beta ${BETA}`,
    ]);
  });

  test('with ?beta=true on every method, and without a content type when there is no body', async () => {
    const headers = { ...OLD, 'acme-beta': BETA };
    const made = await ask('POST /v1/vaults?beta=true', post(headers, { display_name: 'kept' }));
    const path = `/v1/vaults/${made.json.id}`;
    expect((await ask(`GET ${path}?beta=true`, { headers })).json).toEqual(made.json);
    const empty = { ...headers, 'content-length': 0 };
    expect((await ask(`POST ${path}/archive?beta=true`, { headers: empty })).status).toBe(200);
    expect((await ask(`DELETE ${path}?beta=true`, { headers })).status).toBe(200);
  });

  test.each([
    'activity_types[]=robin_chat_created&activity_types[]=robin_file_uploaded',
    'activity_types%5B%5D=robin_chat_created&activity_types%5B%5D=robin_file_uploaded',
    'activity_types=robin_chat_created&activity_types=robin_file_uploaded',
  ])('with a list in the query written as %s', async (query) => {
    const headers = { ...OLD, 'x-api-key': fake.keys.compliance };
    const { json } = await ask(`GET /v1/compliance/activities?limit=1000&${query}`, { headers });
    const types = new Set(json.data.map((activity: { type: string }) => activity.type));
    expect(types).toEqual(new Set(['robin_chat_created', 'robin_file_uploaded']));
  });

  test.each([
    'created_at.gte=2100-01-01T00:00:00Z',
    'created_at[gte]=2100-01-01T00:00:00Z',
    'created_at%5Bgte%5D=2100-01-01T00%3A00%3A00Z',
    'created_at%5Bgte%5D=2100-01-01T00%3A00%3A00Z',
  ])('with a range in the query written as %s', async (query) => {
    const headers = { authorization: `bearer ${fake.keys.compliance}` };
    const all = await ask('GET /v1/compliance/activities', { headers });
    const { status, json } = await ask(`GET /v1/compliance/activities?${query}`, { headers });
    expect([status, all.json.data.length > 0, json.data]).toEqual([200, true, []]);
  });

  test.each(['created_at.gte=', 'created_at[lt]=', 'limit=', 'after_id=', 'activity_types[]='])(
    'but not an empty %s in the query of an export, which would export everything',
    async (query) => {
      const headers = { authorization: `bearer ${fake.keys.compliance}` };
      const { status, json } = await ask(`GET /v1/compliance/activities?${query}`, { headers });
      expect([status, json.error.message]).toEqual([400, `${query.slice(0, -1)}: must not be empty`]);
    },
  );

  test('with empty values for absent parameters of other lists', async () => {
    const { status } = await ask('GET /v1/models?limit=&after_id=&before_id=', { headers: OLD });
    expect(status).toBe(200);
  });

  test('on files, without a beta name', async () => {
    expect((await ask('GET /v1/files', { headers: OLD })).status).toBe(200);
  });

  test('with a thread, which it drops because of the error', async () => {
    const { status, json } = await ask(
      'POST /v1/messages',
      post(RECENT, hello({ thread: { id: 'thread_1' } })),
    );
    expect([status, json.error]).toEqual([
      400,
      {
        type: 'invalid_request_error',
        message: expect.stringContaining('thread'),
        details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
      },
    ]);
  });

  test.each([
    ['fallbacks', { fallbacks: [{ model: 'robin-sonnet-4-6' }], fallback_credit_token: 'credit' }],
    ['a billing policy', { billing_policy: { type: 'standard' } }],
    ['compaction', { compaction: { type: 'auto' } }],
    ['thinking between tools', { max_tokens: 2000, thinking: { type: 'adaptive', between_tools: true } }],
    ['updates of thinking', { max_tokens: 2000, thinking: { type: 'adaptive', display: 'updates' } }],
    ['newer code execution', { tools: [{ type: 'code_execution_20260521', name: 'code_execution' }] }],
    [
      'newer web tools',
      {
        tools: [
          { type: 'web_search_20260318', name: 'web_search', response_inclusion: 'full' },
          { type: 'web_fetch_20260318', name: 'web_fetch', url_sources: ['prior_context'] },
        ],
      },
    ],
  ])('with %s', async (_, more) => {
    const { status, json } = await ask('POST /v1/messages', post(RECENT, hello(more)));
    expect([status, json.content]).toEqual([
      200,
      [{ type: 'text', text: 'You said: hello', citations: null }],
    ]);
  });

  test('but not with a field that nobody sends', async () => {
    const { status, json } = await ask('POST /v1/messages', post(RECENT, hello({ wings: 2 })));
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(/^wings: /)]);
  });

  test('with accept: application/json on a stream', async () => {
    const headers = { ...OLD, accept: 'application/json' };
    const stream = await ask('POST /v1/messages', post(headers, hello({ stream: true })));
    expect(stream.headers['content-type']).toContain('text/event-stream');
    const frames = stream.text.trimEnd().split('\n\n');
    for (const frame of frames) expect(frame).toMatch(/^event: [a-z_]+\ndata: \{.*\}$/);
    expect(frames[0]).toContain('event: message_start');
    expect(frames.at(-1)).toContain('event: message_stop');
    const refused = await ask('POST /v1/messages', post(headers, hello({ stream: true, max_tokens: -1 })));
    expect([refused.status, refused.json.error.type]).toEqual([400, 'invalid_request_error']);
  });

  test.each([
    ['with the file first', ['file', 'expires_in_seconds']],
    ['with the file last', ['expires_in_seconds', 'file']],
    ['with the file alone', ['file']],
  ])('uploading a form of unknown length, %s', async (_, order) => {
    const parts: Record<string, string> = {
      file: 'content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\na,1\n',
      expires_in_seconds: 'content-disposition: form-data; name="expires_in_seconds"\r\n\r\n3600',
    };
    const { status, json } = await ask('POST /v1/files', {
      headers: { ...RECENT, 'content-type': 'multipart/form-data; boundary=x' },
      body: [...order.map((name) => `--x\r\n${parts[name]}\r\n`), '--x--\r\n'],
    });
    expect([status, json.filename, json.mime_type, json.size_bytes]).toEqual([200, 'a.csv', 'text/csv', 4]);
    const lifetime = Date.parse(json.expires_at ?? '') - Date.parse(json.created_at);
    expect(lifetime).toBe(order.length === 1 ? Number.NaN : 3_600_000);
  });

  test('from a web page of another origin', async () => {
    const asked = [...Object.keys({ ...OLD, ...RECENT, ...IGNORED }), 'acme-beta', 'content-type'].join(',');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await ask('OPTIONS /v1/vaults/vlt_1', {
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': method,
          'access-control-request-headers': asked,
        },
      });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers['access-control-allow-methods']).toContain(method);
      expect(headers['access-control-allow-headers']).toBe(asked);
    }
    for (const key of [fake.keys.api, 'nobody']) {
      const { headers } = await ask('GET /v1/models', {
        headers: { ...OLD, 'x-api-key': key, origin: 'https://app.example' },
      });
      expect(headers['access-control-allow-origin']).toBe('*');
      const exposed = headers['access-control-expose-headers']?.split(', ');
      for (const name of ['request-id', 'retry-after', 'retry-after-ms', 'x-should-retry'])
        expect(exposed).toContain(name);
      expect(exposed).toContain('acme-ratelimit-requests-remaining');
    }
  });
});
