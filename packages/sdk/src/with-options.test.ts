/** Clients with other options, streams with their response, and endpoints that a client has no method for. */
import { AdminClient } from '@parlance/admin';
import { ComplianceClient } from '@parlance/compliance';
import {
  ConfigError,
  openStream,
  type HttpRequest,
  type Middleware,
  type Operation,
} from '@parlance/core-transport';
import { InferenceClient, type MessageStreamEvent, type ModelInfo } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { Parlance } from '@parlance/sdk';
import { createFake } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';

const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

/** Records requests before they are sent. */
function recorder() {
  const requests: HttpRequest[] = [];
  const middleware: Middleware[] = [
    (next) => (request) => {
      requests.push(request);
      return next(request);
    },
  ];
  return { requests, middleware };
}

describe('withOptions', () => {
  test.each([
    ['inference', InferenceClient, 'apiKey', (client: never) => (client as InferenceClient).models.list()],
    [
      'managed agents',
      ManagedAgentsClient,
      'apiKey',
      (client: never) => (client as ManagedAgentsClient).agents.list(),
    ],
    [
      'compliance',
      ComplianceClient,
      'complianceKey',
      (client: never) => (client as ComplianceClient).organizations.list(),
    ],
    ['administration', AdminClient, 'adminKey', (client: never) => (client as AdminClient).users.list()],
  ] as const)('merges records and replaces everything else: %s', async (_, Client, key, call) => {
    const fake = createFake();
    const { requests, middleware } = recorder();
    const keys = { apiKey: fake.keys.api, complianceKey: fake.keys.compliance, adminKey: fake.keys.admin };
    const client = new Client({
      baseUrl: fake.url,
      http: fake.http(),
      [key]: keys[key],
      middleware,
      headers: { 'x-team': 'a', 'x-kept': 'b' },
      betas: ['first-2026-01-01'],
    });
    const changes = { headers: { 'X-Team': 'c' }, betas: ['second-2026-01-01'], timeouts: undefined };
    const derived = client.withOptions(changes as object);
    expect(derived).toBeInstanceOf(Client);
    await call(client as never);
    await call(derived.withOptions({}) as never);
    const sent = requests.map(({ headers }) => [
      headers['x-team'],
      headers['x-kept'],
      headers['vendor-beta'],
    ]);
    expect(sent[0]).toEqual(['a', 'b', expect.stringContaining('first-2026-01-01')]);
    expect(sent[1]).toEqual(['c', 'b', expect.not.stringContaining('first-2026-01-01')]);
    for (const wrong of [{ timeout: 5 }, { retry: { maxRetries: -1 } }, null])
      expect(() => client.withOptions(wrong as never)).toThrow(ConfigError);
  });

  test('shares the rate limiter and the retry budget, unless the key or the address changes', async () => {
    const fake = createFake({ rateLimits: { messages: { requests: 1 } } });
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    await client.messages.create(params);
    const impatient = () => client.withOptions({ rateLimit: { maxWaitMs: 0 } });
    await expect(impatient().messages.create(params)).rejects.toMatchObject({ name: 'RateLimitError' });
    expect(fake.journal()).toHaveLength(2);
    // The hint of the refusal holds back the calls of all clients that share the limiter.
    await expect(impatient().messages.create(params)).rejects.toMatchObject({ name: 'RateLimitError' });
    expect(fake.journal()).toHaveLength(2);
    const other = impatient().withOptions({ apiKey: 'api-other' });
    expect((await other.messages.create(params)).stop_reason).toBe('end_turn');

    const failing = createFake();
    failing.setFaults([{ status: 503 }]);
    const options = {
      baseUrl: failing.url,
      apiKey: failing.keys.api,
      http: failing.http(),
      retry: { maxRetries: 2, baseDelayMs: 1, budget: { capacity: 1, refill: 0 } },
    };
    const careful = new InferenceClient(options);
    await careful.messages.create(params).catch(() => undefined);
    await careful
      .withOptions({ headers: { 'x-a': 'b' } })
      .messages.create(params)
      .catch(() => undefined);
    expect(failing.journal()).toHaveLength(3);
    const own = careful.withOptions({ retry: { budget: { capacity: 5 } } });
    await own.messages.create(params).catch(() => undefined);
    expect(failing.journal()).toHaveLength(6);
  });

  test('closing one client leaves the other open', async () => {
    const fake = createFake();
    await fake.listen();
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api });
    const derived = client.withOptions({ timeouts: { totalMs: 5000 } });
    await derived.messages.create(params);
    await client.close();
    expect((await derived.messages.create(params)).stop_reason).toBe('end_turn');
    await expect(client.messages.create(params)).rejects.toMatchObject({ name: 'AbortedError' });
    await derived.close();
    await fake.close();
  });

  test('a compliance client keeps or changes the header of its key', async () => {
    const fake = createFake({ seed: 'demo' });
    const { requests, middleware } = recorder();
    const client = new ComplianceClient({
      baseUrl: fake.url,
      complianceKey: fake.keys.compliance,
      http: fake.http(),
      keyHeader: 'x-api-key',
      middleware,
    });
    await client.withOptions({ headers: { 'x-a': 'b' } }).organizations.list();
    await client.withOptions({ keyHeader: 'authorization' }).organizations.list();
    expect(requests.map(({ headers }) => ['x-api-key' in headers, 'authorization' in headers])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('the umbrella passes changes to all of its clients', async () => {
    const fake = createFake();
    const { requests, middleware } = recorder();
    const { api, admin } = fake.keys;
    const options = { baseUrl: fake.url, http: fake.http(), apiKey: api, adminKey: admin, middleware };
    const parlance = new Parlance(options);
    await parlance.inference.models.list();
    const derived = parlance.withOptions({ headers: { 'x-team': 'a' } });
    await derived.inference.models.list();
    await derived.admin.users.list();
    expect(requests.map(({ headers }) => headers['x-team'])).toEqual([undefined, 'a', 'a']);
    await derived.close();
    expect((await parlance.inference.models.list()).data).not.toEqual([]);
  });
});

test.each(['in process', 'socket'])('a stream has the facts of its response (%s)', async (place) => {
  const fake = createFake();
  if (place === 'socket') await fake.listen();
  const http = place === 'socket' ? {} : { http: fake.http() };
  const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, ...http });
  const { data: stream, status, headers, requestId } = await client.messages.stream(params).withResponse();
  expect([status, requestId]).toEqual([200, stream.requestId]);
  expect(headers['content-type']).toMatch(/^text\/event-stream/);
  // Nothing has been consumed.
  const [first, second] = stream.tee();
  expect(await first.finalText()).toBe('You said: hello');
  expect(await second.withResponse()).toMatchObject({ status, headers, requestId });
  await second.finalText();

  const failed = client.messages.stream({ ...params, model: 'unknown-1' }).withResponse();
  await expect(failed).rejects.toMatchObject({ status: 404 });
  await client.close();
  await fake.close();
});

describe('the transport of a client', () => {
  const readModel: Operation<{ params: 'model_id'; response: ModelInfo }> = {
    id: 'custom.retrieve',
    method: 'GET',
    path: '/v1/models/{model_id}',
    auth: 'api-key',
    replay: 'read',
  };
  const streamMessage: Operation<{ body: object; event: MessageStreamEvent }> = {
    id: 'custom.stream',
    method: 'POST',
    path: '/v1/messages',
    auth: 'api-key',
    stream: 'message',
    replay: 'generate',
  };

  test('calls, lists and streams operations of your own', async () => {
    const fake = createFake();
    const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
    const { transport } = client;
    const input = { params: { model_id: params.model } };
    const { data, requestId } = await transport.call(readModel, input).withResponse();
    expect([data.id, requestId]).toEqual([params.model, expect.stringMatching(/^req_/)]);
    const types: string[] = [];
    for await (const event of openStream(transport, streamMessage, { body: params })) types.push(event.type);
    expect([types[0], types.at(-1)]).toEqual(['message_start', 'message_stop']);
    await expect(transport.call(readModel, { params: { model_id: '../x' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});
