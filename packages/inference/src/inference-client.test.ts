/** The client against the emulator, in process and over a socket. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  AuthenticationError,
  BadRequestError,
  ConfigError,
  InvalidParamsError,
  NotFoundError,
  type ApiError,
} from '@parlance/core-transport';
import type { MessageCreateParams, MessageStreamEvent } from '@parlance/schemas';
import { validator } from '@parlance/schemas/validation';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { afterEach, describe, expect, test } from 'vitest';
import { InferenceClient, type InferenceClientOptions } from './inference-client.js';

type Open = (fake: Fake, more?: InferenceClientOptions) => Promise<InferenceClient>;
const ways: [string, Open][] = [
  [
    'in process',
    (fake, more) =>
      Promise.resolve(
        new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http(), ...more }),
      ),
  ],
  [
    'over a socket',
    async (fake, more) => {
      const baseUrl = fake.url.startsWith('http:') ? fake.url : (await fake.listen()).url;
      return new InferenceClient({ baseUrl, apiKey: fake.keys.api, ...more });
    },
  ],
];
const hello: MessageCreateParams = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hello' }],
};
const caught = (call: PromiseLike<unknown>): Promise<ApiError> =>
  Promise.resolve(call).then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error: unknown) => error as ApiError,
  );

describe.each(ways)('%s', (_, open) => {
  let fake: Fake;
  afterEach(() => fake.close());

  test('creates, streams and counts messages, and retrieves models', async () => {
    fake = createFake();
    await using client = await open(fake);
    const { data, requestId, status } = await client.messages.create(hello).withResponse();
    expect(data.content).toEqual([{ type: 'text', text: 'You said: hello', citations: null }]);
    expect([requestId, status]).toEqual([expect.stringMatching(/^req_/), 200]);
    const pieces: string[] = [];
    for await (const piece of client.messages.stream(hello).textStream()) pieces.push(piece);
    expect(pieces.join('')).toBe('You said: hello');
    const { max_tokens: _max, ...countable } = hello;
    expect(await client.messages.countTokens(countable)).toEqual({ input_tokens: data.usage.input_tokens });
    expect((await client.models.retrieve('assistant-haiku-4-5')).id).toBe('assistant-haiku-4-5-20251001');
    const ids: string[] = [];
    for await (const model of client.models.list({ limit: 4 })) ids.push(model.id);
    expect(new Set(ids).size).toBe(11);
  });

  test.each([
    ['a missing field', { max_tokens: undefined }, 'max_tokens: Field required'],
    [
      'an unknown role',
      { messages: [{ role: 'system', content: '' }] },
      'messages.0.role: must be one of user, assistant',
    ],
    ['an unknown field', { mood: 'good' }, 'mood: Extra inputs are not permitted'],
    [
      'a nested field',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'a/b', data: 'aaaa' } }],
          },
        ],
      },
      'messages.0.content.0.source.media_type: must be one of image/jpeg, image/png, image/gif, image/webp',
    ],
    [
      'too many messages',
      { messages: Array.from({ length: 100_001 }, () => ({ role: 'user', content: 'a' })) },
      'messages: must have at most 100000 entries',
    ],
  ])('throws a typed error with a request id for %s, plain and streamed', async (_name, more, message) => {
    fake = createFake();
    await using client = await open(fake);
    const params = { ...hello, ...more } as MessageCreateParams;
    for (const call of [client.messages.create(params), client.messages.stream(params).finalMessage()]) {
      const error = await caught(call);
      expect(BadRequestError.is(error)).toBe(true);
      expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', attempts: [{}] });
      expect(error.requestId).toMatch(/^req_/);
      expect(error.message).toContain(message);
    }
  });

  test('create() rejects stream: true and names stream()', async () => {
    fake = createFake();
    await using client = await open(fake);
    const legacy = {
      model: 'assistant-opus-4-7',
      max_tokens_to_sample: 9,
      prompt: '\n\nHuman: a\n\nAssistant:',
    };
    const [streamed, whole] = [{ stream: true }, { stream: false }];
    await expect(client.messages.create({ ...hello, ...streamed })).rejects.toMatchObject({
      name: 'ConfigError',
      option: 'stream',
      message: 'stream: true is not supported by messages.create(); call messages.stream() instead',
    });
    await expect(client.completions.create({ ...legacy, ...streamed })).rejects.toMatchObject({
      message: 'stream: true is not supported by completions.create(); call completions.stream() instead',
    });
    expect(fake.journal()).toEqual([]);
    expect((await client.messages.create({ ...hello, ...whole })).stop_reason).toBe('end_turn');
  });

  test('throws typed errors for an unknown key and an unknown model', async () => {
    fake = createFake();
    await using client = await open(fake);
    await using nobody = await open(fake, { apiKey: 'nobody' });
    expect(AuthenticationError.is(await caught(nobody.messages.create(hello)))).toBe(true);
    expect(NotFoundError.is(await caught(client.models.retrieve('none')))).toBe(true);
    expect(NotFoundError.is(await caught(client.messages.create({ ...hello, model: 'unknown-x' })))).toBe(
      true,
    );
  });

  test('with validation, rejects invalid params before sending, with path, rule and allowed values', async () => {
    fake = createFake();
    await using client = await open(fake, { validation: validator() });
    const source = { type: 'base64', media_type: 'image/bmp', data: 'aaaa' };
    const messages = [
      ...['a', 'b', 'c'].map((content) => ({ role: 'user', content })),
      { role: 'user', content: [{ type: 'image', source }] },
    ];
    const error = await caught(client.messages.create({ ...hello, messages } as MessageCreateParams));
    expect(InvalidParamsError.is(error)).toBe(true);
    expect((error as unknown as InvalidParamsError).issues).toEqual([
      {
        path: 'messages.3.content.0.source.media_type',
        rule: 'INF-121',
        message: 'must be one of image/jpeg, image/png, image/gif, image/webp',
        kind: 'string',
        code: 'value',
      },
    ]);
    expect(fake.journal()).toEqual([]);
    expect((await client.messages.create(hello)).stop_reason).toBe('end_turn');
  });

  test('with validation, rejects a legacy prompt of another form (INF-194)', async () => {
    fake = createFake();
    await using client = await open(fake, { validation: validator() });
    const complete = (prompt: string) =>
      client.completions.create({ model: 'assistant-opus-4-7', max_tokens_to_sample: 9, prompt });
    expect(await caught(complete('\n\nHuman: hello'))).toMatchObject({
      issues: [
        {
          path: 'prompt',
          rule: 'INF-194',
          message: 'must end with an "\\n\\nAssistant:" turn',
          code: 'value',
        },
      ],
    });
    expect(fake.journal()).toEqual([]);
    expect((await complete('\n\nHuman: hello\n\nAssistant:')).completion).toBe('You said: hello');
  });

  test('sends the beta names of the client and the call once each, in one header', async () => {
    fake = createFake();
    const seen: (string | undefined)[] = [];
    await using client = await open(fake, {
      betas: ['files-api-2025-04-14', 'skills-2025-10-02'],
      middleware: [
        (next) => (request) => {
          seen.push(request.headers['vendor-beta']);
          return next(request);
        },
      ],
    });
    await client.messages.create(hello, { betas: ['skills-2025-10-02', 'my-own-2030-01-01'] });
    await client.messages.create(hello);
    expect(seen).toEqual([
      'files-api-2025-04-14,skills-2025-10-02,my-own-2030-01-01',
      'files-api-2025-04-14,skills-2025-10-02',
    ]);
  });
});

describe('an event type, block or field added to the API later', () => {
  const start = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'assistant-of-tomorrow',
    container: null,
    stop_details: null,
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1, thoughts: 9 },
    mood: 'good',
  };
  const hologram = { type: 'hologram', depth: [1, 2], nested: { __proto__x: 1 } };
  const events = [
    { type: 'message_start', message: start },
    { type: 'drum_roll', beats: 3 },
    { type: 'content_block_start', index: 0, content_block: hologram },
    { type: 'content_block_delta', index: 0, delta: { type: 'hologram_delta', depth: 3 } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'daydream', stop_sequence: null },
      usage: { output_tokens: 2 },
    },
    { type: 'message_stop' },
  ];
  let server: Server | undefined;
  afterEach(() => server?.close());

  test('is kept and sent back unchanged', async () => {
    const bodies: unknown[] = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.setHeader('content-type', 'text/event-stream');
        for (const event of events)
          response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
        response.end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using client = new InferenceClient({ baseUrl, apiKey: 'k', validation: validator() });
    const stream = client.messages.stream(hello);
    const seen: MessageStreamEvent[] = [];
    for await (const event of stream) seen.push(event);
    const message = await stream.finalMessage();
    expect(seen.map((event) => event.type)).toEqual(events.map((event) => event.type));
    expect(message).toEqual({
      ...start,
      content: [hologram],
      stop_reason: 'daydream',
      usage: { ...start.usage, output_tokens: 2 },
    });
    const messages = [...hello.messages, { role: message.role, content: message.content }];
    await client.messages.stream({ ...hello, messages }).finalMessage();
    expect(bodies[1]).toEqual({
      ...hello,
      stream: true,
      messages: [...hello.messages, { role: 'assistant', content: [hologram] }],
    });
  });
});

describe('a client', () => {
  test.each([
    [{ apiKey: 'k' }, 'baseUrl'],
    [{ baseUrl: 'https://a.b' }, 'apiKey'],
    [{ baseUrl: 'http://a.b', apiKey: 'k' }, 'baseUrl'],
    [{ baseUrl: 'https://a.b', apiKey: 'k', frob: 1 }, 'frob'],
    [{ baseUrl: 'https://a.b', apiKey: 'k', betas: 'x' }, 'betas'],
  ])('rejects the options %j', (options, option) => {
    const build = () => new InferenceClient(options as unknown as InferenceClientOptions);
    expect(build).toThrow(expect.objectContaining({ code: 'invalid_option', option }));
    expect(build).toThrow(ConfigError);
  });
});
