import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchAdapter } from '@parlance/core-transport';
import { InferenceClient, type MessageCreateParams } from '@parlance/inference';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../command/main.js';
import { createFake } from '../fake/create-fake.js';
import type { Fake } from '../fake/fake.js';
import { parseScenario } from '../fake/read-scenario-file.js';
import type { Scenario } from '../fake/scenario.js';

let folder: string;
let path: string;
let upstream: Fake;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-recording-'));
  path = join(folder, 'recording.json');
  upstream = createFake();
  await upstream.listen();
});
afterEach(async () => {
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** Runs a command until its server has been used. */
async function run(argv: readonly string[], use: (url: string) => Promise<void>) {
  let err = '';
  let failure: unknown;
  let stop = (): void => {};
  let line = '';
  const code = await main(argv, {
    version: '0.0.0',
    out: (text) => {
      line += text;
    },
    err: (text) => {
      err += text;
    },
    onSignal: (callback) => {
      stop = callback;
      // The line that announces the server is printed next.
      queueMicrotask(() => {
        void use((JSON.parse(line) as { url: string }).url)
          .catch((error: unknown) => {
            failure = error;
          })
          .finally(() => stop());
      });
    },
  });
  if (failure !== undefined) throw failure as Error;
  return { code, err };
}

async function record(use: (url: string) => Promise<void>, ...options: string[]): Promise<string> {
  const { code, err } = await run(['serve', '--record', path, '--upstream', upstream.url, ...options], use);
  expect([code, err]).toEqual([0, '']);
  return readFile(path, 'utf8');
}

function inferenceAt(baseUrl: string): InferenceClient {
  return new InferenceClient({
    baseUrl,
    apiKey: upstream.keys.api,
    http: new FetchAdapter(),
    retry: { maxRetries: 0 },
  });
}

const params = (content: string): MessageCreateParams => ({
  model: 'assistant-sonnet-4-6',
  max_tokens: 200,
  messages: [{ role: 'user', content }],
});

const weather = { name: 'get_weather', description: 'x', input_schema: { type: 'object' as const } };

/** What a program does with the service: a message, a stream with text and a tool call, an error, and a list. */
async function converse(url: string): Promise<unknown> {
  const inference = inferenceAt(url);
  const message = await inference.messages.create(params('Hello there'));
  const stream = inference.messages.stream({
    ...params('/tool get_weather {"city":"Lisbon","days":12}'),
    tools: [weather],
  });
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  const final = await stream.finalMessage();
  const failed = await inference.messages
    .create({ ...params('x'), max_tokens: -1 })
    .catch((error: unknown) => (error as { status: number }).status);
  const { id } = await inference.models.retrieve('assistant-opus-4-7');
  return { message, types, final, failed, id };
}

describe('a recording', () => {
  test('with its content replays the same responses, over a socket and in process', async () => {
    let first: unknown;
    const text = await record(async (url) => void (first = await converse(url)), '--keep-content');
    await upstream.close();
    let second: unknown;
    await run(['serve', '--replay', path], async (url) => void (second = await converse(url)));
    expect(second).toEqual(first);

    await using fake = createFake({ scenario: parseScenario(text) });
    const { url } = await fake.listen();
    expect(await converse(url)).toEqual(first);
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('without its content can be replayed by the same program', async () => {
    const scenario = parseScenario(await record(async (url) => void (await converse(url))));
    await using fake = createFake({ scenario });
    const { url } = await fake.listen();
    expect(await converse(url)).toMatchObject({
      message: { content: [{ type: 'text', text: '[21 characters]' }], stop_reason: 'end_turn' },
      final: { content: [{ type: 'tool_use', name: 'get_weather', input: { '[key 1]': '[6 characters]' } }] },
      failed: 400,
      id: 'assistant-opus-4-7',
    });
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('without its content can be replayed though names, paths and queries are masked', async () => {
    const use = async (url: string): Promise<string> => {
      const { keys } = upstream;
      const retry = { maxRetries: 0 };
      const agents = new ManagedAgentsClient({
        baseUrl: url,
        apiKey: keys.api,
        http: new FetchAdapter(),
        retry,
      });
      const store = await agents.memoryStores.create({ name: 'Preferences' });
      await agents.memoryStores.memories.create(store.id, { path: '/people/lena.md', content: 'x' });
      let listed = '';
      const params = { path_prefix: '/people/' };
      for await (const { path } of agents.memoryStores.memories.list(store.id, params))
        listed += String(path);
      return listed;
    };
    const text = await record(async (url) => expect(await use(url)).toBe('/people/lena.md'));
    expect(text).not.toMatch(/lena|people|Preferences/);
    await using fake = createFake({ scenario: parseScenario(text) });
    const { url } = await fake.listen();
    expect(await use(url)).toBe('[15 characters]');
    expect(fake.scenarioProblems()).toEqual([]);
  });

  test('contains no secret, and no prompt or reply unless they are kept', async () => {
    const canary = (name: string) => `canary-${name}-7f3a9`;
    const secrets = ['token', 'bearer', 'nested'].map(canary);
    const contents = ['prompt', 'system', 'tool', 'key', 'metadata', 'word', 'memory', 'file'].map(canary);
    const words = ['agent', 'store', 'path', 'stop', 'search', 'prefix'].map(canary);
    const use = async (url: string): Promise<void> => {
      const inference = inferenceAt(url);
      const body = {
        ...params(`/tool get_weather {"${canary('key')}":"${canary('tool')}","type":"${canary('word')}"}`),
        system: canary('system'),
        metadata: { user_id: canary('metadata') },
        tools: [weather],
        stop_sequences: [canary('stop')],
      };
      await inference.messages.create(body);
      for await (const event of inference.messages.stream(body)) void event;
      await inference.messages.create(params(canary('prompt')));
      for await (const event of inference.messages.stream(params(canary('prompt')))) void event;
      const agents = new ManagedAgentsClient({
        baseUrl: url,
        apiKey: upstream.keys.api,
        http: new FetchAdapter(),
        retry: { maxRetries: 0 },
      });
      const vault = await agents.vaults.create({ display_name: 'V' });
      await agents.vaults.credentials.create(vault.id, {
        auth: { type: 'static_bearer', mcp_server_url: 'https://mcp.example.com/', token: canary('bearer') },
      });
      await agents.agents.create({ name: canary('agent'), model: params('').model });
      const store = await agents.memoryStores.create({ name: canary('store') });
      const path = `/${canary('path')}.md`;
      await agents.memoryStores.memories.create(store.id, { path, content: canary('memory') });
      const prefix = { path_prefix: `/${canary('prefix')}/` };
      for await (const memory of agents.memoryStores.memories.list(store.id, prefix)) void memory;
      const form = new FormData();
      form.set('file', new Blob([canary('file')], { type: 'text/plain' }), 'a.txt');
      const headers = {
        'x-api-key': upstream.keys.api,
        'vendor-version': '2023-06-01',
        'vendor-beta': 'files-api-2025-04-14',
      };
      await fetch(`${url}/v1/files`, { method: 'POST', headers, body: form });
      // An invalid key, and an error message that quotes a secret and a field.
      await fetch(`${url}/v1/models?limit=${canary('nested')}`, {
        headers: { ...headers, 'x-api-key': canary('nested') },
      });
      await fetch(`${url}/v1/models?page=${canary('token')}`, {
        headers: { 'vendor-version': '2023-06-01', authorization: `Bearer ${canary('token')}` },
      });
    };
    const masked = await record(use);
    for (const text of [...secrets, ...contents, ...words]) expect(masked).not.toContain(text);
    expect(masked).not.toContain('canary');
    expect(masked).not.toContain(upstream.keys.api);
    const kept = await record(use, '--keep-content');
    for (const text of secrets) expect(kept).not.toContain(text);
    expect(kept).not.toContain(upstream.keys.api);
    for (const text of ['prompt', 'system', 'tool', 'memory'].map(canary)) expect(kept).toContain(text);
  });

  test('keeps a stream that breaks', async () => {
    upstream.setFaults([{ match: { operation: 'messages.create' }, stream: { cut_at_event: 3 } }]);
    const read = async (url: string): Promise<string[]> => {
      const events: string[] = [];
      try {
        for await (const event of inferenceAt(url).messages.stream(params('/long 50')))
          events.push(event.type);
      } catch (error) {
        events.push((error as Error).name);
      }
      return events;
    };
    let first: string[] = [];
    const text = await record(async (url) => void (first = await read(url)));
    expect(first.at(-1)).toBe('StreamError');
    await using fake = createFake({ scenario: parseScenario(text) });
    const { url } = await fake.listen();
    expect(await read(url)).toEqual(first);
  });

  test('rejects other requests with the closest exchange, and reports unused ones', async () => {
    const text = await record(async (url) => {
      await inferenceAt(url).messages.create(params('Hello'));
      await inferenceAt(url).models.list();
    }, '--keep-content');
    await using fake = createFake({ scenario: parseScenario(text) });
    const { url } = await fake.listen();
    const create = (content: string) => inferenceAt(url).messages.create(params(content));
    const miss = [
      'No exchange matches POST /v1/messages. The closest is exchanges.0 (POST /v1/messages):',
      '- body.messages.0.content: "Hello"',
      '+ body.messages.0.content: "Goodbye"',
    ].join('\n');
    await expect(create('Goodbye')).rejects.toMatchObject({ status: 400, retryable: false });
    await create('Hello');
    await expect(create('Hello')).rejects.toThrow(
      'All exchanges for POST /v1/messages have been used: exchanges.0.',
    );
    expect(fake.scenarioProblems()).toEqual([
      miss,
      'All exchanges for POST /v1/messages have been used: exchanges.0.',
      'exchanges.1 was never used: GET /v1/models.',
    ]);
    // A poll can take longer than when it was recorded.
    for (let count = 0; count < 3; count++) await inferenceAt(url).models.list();
  });

  test('can be written without a recording, with any body', async () => {
    const scenario: Scenario = {
      exchanges: [
        { method: 'GET', path: '/v2/new', query: 'b=2&a=1', response: { status: 200, text: 'new' } },
        { method: 'POST', path: '/v1/messages', response: { status: 529, json: { type: 'error' } } },
      ],
    };
    const fake = createFake({ scenario });
    const headers = { 'x-api-key': fake.keys.api };
    const get = await fake.fetch(`${fake.url}/v2/new?a=1&b=2`, { headers });
    expect([get.status, await get.text()]).toEqual([200, 'new']);
    const post = await fake.fetch(`${fake.url}/v1/messages`, { method: 'POST', headers, body: '{}' });
    expect([post.status, await post.text()]).toEqual([529, '{"type":"error"}']);
  });
});

describe('serve --record', () => {
  test.each([
    [
      ['--upstream', 'http://service.example.com'],
      '--upstream: must be an https URL, or an http URL of this machine',
    ],
    [['--upstream', 'https://me:pass@service.example.com'], '--upstream: must be an https URL'],
    [['--upstream', 'ftp://localhost'], '--upstream: must be an https URL'],
    [[], '--upstream: is required'],
    [['--upstream', 'https://a.example', '--seed', 'demo'], 'unknown option "--seed"'],
    [['--upstream', 'https://a.example', '--host', '0.0.0.0'], '--host: must be a loopback address'],
  ])('rejects %j', async (options, message) => {
    const { code, err } = await run(['serve', '--record', path, ...options], async () => {});
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toContain('pass');
  });

  test('does not overwrite a file that is not a recording', async () => {
    for (const content of ['{"faults":[]}', 'hello', '[]']) {
      await writeFile(path, content);
      const { code } = await run(['serve', '--record', path, '--upstream', upstream.url], async () => {});
      expect(code).toBe(2);
      expect(await readFile(path, 'utf8')).toBe(content);
    }
    const { err } = await run(['serve', '--replay', path], async () => {});
    expect(err).toContain('--replay');
  });

  test('responds with 502 while the service is unreachable', async () => {
    await upstream.close();
    await using closed = createFake();
    const { url: gone, close } = await closed.listen();
    await close();
    await run(['serve', '--record', path, '--upstream', gone], async (url) => {
      const response = await fetch(`${url}/v1/models`);
      expect(response.status).toBe(502);
    });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ exchanges: [] });
  });
});
