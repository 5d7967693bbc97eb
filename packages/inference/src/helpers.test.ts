import type { AdvisorIterationUsage, MessageIterationUsage, MessageParam } from '@parlance/schemas';
import { createFake } from '@parlance/testing-fakes';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  blockFromBytes,
  documentFromText,
  imageFromBase64,
  imageFromUrl,
  pdfFromUrl,
} from './content/blocks.js';
import { blockFromFile } from './content/files.js';
import { Conversation, mergeTurns, addCacheBreakpoints } from './conversation.js';
import { InferenceClient } from './inference-client.js';
import { messageCost } from './message-cost.js';
import type { MessageStream } from './message-stream.js';
import { createUntilComplete, PauseLimitError } from './resume-turn.js';
import { OutputError } from './output/output-result.js';
import { createStructured, parseOutput } from './output/structured-output.js';
import { sumUsage } from './sum-usage.js';

const fake = createFake({ checkResponses: true });
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const model = 'assistant-sonnet-4-6';
const ask = (content: string) => ({
  model,
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
});

describe('structured output', () => {
  const person = z.object({ name: z.string(), age: z.int().min(0) });

  test('is typed and validated', async () => {
    const { value, message } = await createStructured(client, { ...ask('who?'), output: person });
    expect(value).toEqual({ name: 'text', age: 1 });
    expect(message.stop_reason).toBe('end_turn');
  });

  test.each([
    ['output_refused', '/refuse', {}],
    ['output_truncated', 'hello', { max_tokens: 1 }],
    ['output_not_json', 'hello', {}],
    [
      'output_incomplete',
      '/tool look',
      { tools: [{ name: 'look', input_schema: { type: 'object' as const } }] },
    ],
  ])('fails with %s', async (code, text, more) => {
    const message = await client.messages.create({ ...ask(text), ...more });
    const error: unknown = await parseOutput(message, person).catch((error: unknown) => error);
    expect(OutputError.is(error)).toBe(true);
    expect((error as OutputError).code).toBe(code);
  });

  test('reports where the value differs from the schema', async () => {
    const message = await client.messages.create(ask('x'));
    const wrong = { ...message, content: [{ type: 'text' as const, text: '{"name":"a","age":-1}' }] };
    await expect(parseOutput(wrong, person)).rejects.toMatchObject({
      code: 'output_mismatch',
      problems: [{ path: 'age' }],
    });
    const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 0 } } };
    await expect(parseOutput(wrong, schema)).rejects.toMatchObject({
      problems: [{ path: 'age', message: 'must be at least 0' }],
    });
  });
});

test('a stream emits citations as they arrive', async () => {
  const document = documentFromText('Grass is green. Sky is blue.', { citations: true, title: 'Colors' });
  const seen: [string, number][] = [];
  await client.messages
    .stream({
      ...ask(''),
      messages: [{ role: 'user', content: [document, { type: 'text', text: 'what?' }] }],
    })
    .on('citation', (citation, index) => void seen.push([citation.type, index]))
    .finalMessage();
  expect(seen).toEqual([['char_location', 1]]);
});

describe('paused turns', () => {
  const tools = [{ type: 'web_search_20260209' as const, name: 'web_search' as const }];
  const paused = { ...ask('/pause /tool web_search {"query":"q"}'), tools };

  test('are resumed and joined into one message', async () => {
    const parts: number[] = [];
    const whole = await createUntilComplete(client, paused, { onStream: (_, part) => void parts.push(part) });
    expect(whole.content.map((block) => block.type)).toEqual([
      'server_tool_use',
      'web_search_tool_result',
      'text',
    ]);
    expect(whole.stop_reason).toBe('end_turn');
    expect(parts).toEqual([0, 1]);
    const first = await client.messages.create(paused);
    expect(whole.usage.output_tokens).toBeGreaterThan(first.usage.output_tokens);
  });

  test('abort the stream when onStream throws', async () => {
    const boom = new Error('boom');
    const streams: MessageStream[] = [];
    const onStream = (stream: MessageStream): void => {
      streams.push(stream);
      throw boom;
    };
    await expect(createUntilComplete(client, paused, { onStream })).rejects.toBe(boom);
    await expect(streams[0]?.finalMessage()).rejects.toMatchObject({ code: 'aborted', reason: boom });
  });

  test('are resumed at most maxResumes times', async () => {
    await expect(createUntilComplete(client, paused, { maxResumes: 0 })).rejects.toSatisfy(
      PauseLimitError.is.bind(PauseLimitError),
    );
    await expect(createUntilComplete(client, paused, { maxResumes: Number.NaN })).rejects.toThrow(
      /maxResumes/,
    );
  });
});

describe('blocks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, data: string | Uint8Array) => {
    writeFileSync(path.join(folder, name), data);
    return path.join(folder, name);
  };
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const png = bytes('\x89PNG\r\n\x1a\n...');

  test.each([
    ['a.png', png, 'image/png'],
    ['a.JPG', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
    ['a.gif', bytes('GIF89a'), 'image/gif'],
    ['a.webp', bytes('RIFF\x10\x20\x30\x40WEBPVP8 '), 'image/webp'],
    ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
    ['README.md', bytes('# Hello\n'), 'text/plain'],
    ['noextension', png, 'image/png'],
  ])('are created from the file %s by its content', async (name, data, type) => {
    const block = await blockFromFile(file(name, data));
    expect(block.source).toMatchObject({ media_type: type });
    const isText = type === 'text/plain';
    const source = block.source as { data: string };
    expect(source.data).toBe(isText ? '# Hello\n' : Buffer.from(data).toString('base64'));
    const answer = await client.messages.create({
      ...ask(''),
      messages: [{ role: 'user', content: [block] }],
    });
    expect(answer.stop_reason).toBe('end_turn');
  });

  test.each([
    ['extension_mismatch', 'wrong.jpg', png],
    ['extension_mismatch', 'text.pdf', bytes('just text')],
    ['unsupported_file', 'a.zip', bytes('PK\x03\x04')],
    ['unsupported_file', 'latin1.txt', bytes('caf\xe9')],
    ['file_too_large', 'large.txt', bytes('a'.repeat(101))],
  ])('fail with %s for the file %s', async (code, name, data) => {
    await expect(blockFromFile(file(name, data), { maxBytes: 100 })).rejects.toMatchObject({ code });
  });

  test('report a missing file without its folder', async () => {
    const error: unknown = await blockFromFile(path.join(folder, 'none.png')).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({ code: 'unreadable_file', message: 'none.png does not exist' });
  });

  test('fail for a named pipe, without waiting for its other end', async () => {
    const pipe = path.join(folder, 'photo.png');
    execFileSync('mkfifo', [pipe]);
    await expect(blockFromFile(pipe)).rejects.toMatchObject({
      code: 'unreadable_file',
      message: 'photo.png is not a regular file',
    });
  });

  test('are created from base64, URLs and bytes', () => {
    expect(imageFromBase64('aGk=', 'image/png').source).toEqual({
      type: 'base64',
      media_type: 'image/png',
      data: 'aGk=',
    });
    expect(imageFromUrl('https://a.b/c.png').source).toEqual({ type: 'url', url: 'https://a.b/c.png' });
    expect(pdfFromUrl('https://a.b/c.pdf', { citations: true, title: 't' })).toEqual({
      type: 'document',
      source: { type: 'url', url: 'https://a.b/c.pdf' },
      title: 't',
      citations: { enabled: true },
    });
    const large = new Uint8Array(100_000).fill(7);
    large.set(bytes('%PDF-'));
    expect((blockFromBytes(large).source as { data: string }).data).toBe(
      Buffer.from(large).toString('base64'),
    );
  });
});

describe('a conversation', () => {
  test('adds turns and merges consecutive ones of one role', async () => {
    const conversation = new Conversation().say('one').say('two');
    const reply = await client.messages.create({ ...ask(''), messages: conversation.messages });
    conversation.add(reply).say('three');
    expect(conversation.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
        ],
      },
      { role: 'assistant', content: reply.content },
      { role: 'user', content: 'three' },
    ]);
    expect(mergeTurns(conversation.messages)).toEqual(conversation.messages);
  });

  test('places breakpoints on the last blocks and reads the cache entries it wrote', async () => {
    const conversation = new Conversation();
    const read: (number | null | undefined)[] = [];
    for (const text of ['first question', 'second question', 'third question']) {
      conversation.say(text);
      const reply = await client.messages.create({ ...ask(''), messages: conversation.cached() });
      conversation.add(reply);
      read.push(reply.usage.cache_read_input_tokens);
    }
    expect(read[0]).toBe(0);
    expect(read[1]).toBeGreaterThan(0);
    expect(read[2]).toBeGreaterThan(read[1] as number);
    const marked = addCacheBreakpoints(conversation.cached({ count: 4 }), { count: 1, ttl: '1h' });
    expect(JSON.stringify(marked).match(/cache_control/g)).toHaveLength(1);
    expect(() => addCacheBreakpoints([], { count: 5 })).toThrow(/count/);
  });

  test('removes old breakpoints everywhere and does not modify its argument', async () => {
    const mark = { cache_control: { type: 'ephemeral' as const } };
    const text = { type: 'text' as const, text: 'a', ...mark };
    const document = {
      type: 'document' as const,
      source: { type: 'content' as const, content: [text, text] },
    };
    const turns: MessageParam[] = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: [text, document] },
          { type: 'search_result', source: 's', title: 't', content: [text, text] },
          document,
          { type: 'text', text: 'and now?' },
        ],
      },
    ];
    const before = JSON.stringify(turns);
    const placed = addCacheBreakpoints(turns, { count: 1 });
    expect(JSON.stringify(turns)).toBe(before);
    expect(JSON.stringify(placed).match(/cache_control/g)).toHaveLength(1);
    expect((await client.messages.create({ ...ask(''), messages: placed })).stop_reason).toBe('end_turn');
  });

  test('skips a reply without content', async () => {
    const conversation = new Conversation().say('/refuse');
    const refused = await client.messages.create({ ...ask(''), messages: conversation.messages });
    expect(refused.content).toEqual([]);
    expect(conversation.add(refused).say('hello').messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: '/refuse' },
          { type: 'text', text: 'hello' },
        ],
      },
    ]);
  });

  test('is trimmed to a token budget without separating a call from its result', async () => {
    const turns = Array.from({ length: 20 }, (_, index) => [
      { role: 'user' as const, content: `question ${index}` },
      {
        role: 'assistant' as const,
        content: [{ type: 'tool_use' as const, id: `t${index}`, name: 'a', input: {} }],
      },
      { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: `t${index}` }] },
      { role: 'assistant' as const, content: `answer ${index}` },
    ]).flat();
    const conversation = new Conversation([...turns, { role: 'user', content: 'last question' }]);
    const dropped = await conversation.fit(client, { model, maxInputTokens: 100 });
    expect(dropped % 4).toBe(0);
    expect(dropped).toBeGreaterThan(0);
    const { input_tokens } = await client.messages.countTokens({ model, messages: conversation.messages });
    expect(input_tokens).toBeLessThanOrEqual(100);
    expect(conversation.messages.at(-1)).toEqual({ role: 'user', content: 'last question' });
    await expect(conversation.fit(client, { model, maxInputTokens: 2 })).rejects.toMatchObject({
      option: 'maxInputTokens',
    });
  });
});

test.each([
  ['assistant-opus-4-1-20250805', 'assistant-opus-4-1'],
  ['assistant-opus-4-1', 'assistant-opus-4-1-20250805'],
  ['assistant-opus-4-20250514', 'assistant-opus-4-0'],
  ['assistant-opus-4-0', 'assistant-opus-4-20250514'],
])('messageCost prices %s by %s', (used, priced) => {
  const message = { model: used, usage: { input_tokens: 1_000_000, output_tokens: 0 } };
  const other = { input: 9, output: 9 };
  const prices = { [priced]: { input: 4, output: 20 }, 'assistant-sonnet-4-0': other };
  expect(messageCost(message, prices).total).toBe(4);
  expect(messageCost(message, { ...prices, [used]: other }).total).toBe(9);
});

test('messageCost prices an alias by its latest release, and a release never by another one', () => {
  const usage = { input_tokens: 1_000_000, output_tokens: 0 };
  const prices = { 'a-1-20250202': { input: 2, output: 2 }, 'a-1-20240101': { input: 1, output: 1 } };
  expect(messageCost({ model: 'a-1', usage }, prices).total).toBe(2);
  expect(() => messageCost({ model: 'a-1-20260303', usage }, prices)).toThrow(
    'prices must include the model a-1-20260303',
  );
});

test('messageCost itemizes the usage at the prices of the model', () => {
  const usage = {
    input_tokens: 1_000_000,
    output_tokens: 500_000,
    cache_creation_input_tokens: 300_000,
    cache_read_input_tokens: 1_000_000,
    cache_creation: { ephemeral_5m_input_tokens: 200_000, ephemeral_1h_input_tokens: 100_000 },
    inference_geo: null,
    server_tool_use: { web_search_requests: 500, web_fetch_requests: 0 },
    service_tier: 'standard',
  };
  const prices = { [model]: { input: 4, output: 20, webSearches: 10 } };
  expect(messageCost({ model, usage }, prices)).toEqual({
    input: 4,
    output: 10,
    cacheRead: 0.4,
    cacheWrite: 1.8,
    webSearches: 5,
    total: 21.2,
  });
  expect(() => messageCost({ model: 'other', usage }, prices)).toThrow('prices must include the model other');
});

test('usage without its nullable members is summed and priced', () => {
  const bare = { input_tokens: 1_000_000, output_tokens: 500_000 };
  const prices = { [model]: { input: 4, output: 20 } };
  expect(messageCost({ model, usage: bare }, prices)).toMatchObject({ input: 4, output: 10, total: 14 });
  expect(sumUsage([bare, bare])).toEqual({ input_tokens: 2_000_000, output_tokens: 1_000_000 });
  const full = {
    ...bare,
    cache_read_input_tokens: 5,
    cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
    server_tool_use: { web_search_requests: 3, web_fetch_requests: 0 },
    output_tokens_details: { thinking_tokens: 7 },
  };
  for (const usages of [
    [bare, full],
    [full, bare],
  ])
    expect(sumUsage(usages)).toEqual({ ...full, input_tokens: 2_000_000, output_tokens: 1_000_000 });
});

test('messageCost includes the passes of a summary and of the advisor', async () => {
  const prices = { [model]: { input: 1, output: 1 }, 'assistant-opus-4-7': { input: 10, output: 10 } };
  const advised = await client.messages.create({
    ...ask('/tool advisor {}'),
    tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'assistant-opus-4-7' }],
  });
  const [own, advice] = advised.usage.iterations as [MessageIterationUsage, AdvisorIterationUsage];
  expect([own.type, advice.type, advice.model]).toEqual(['message', 'advisor_message', 'assistant-opus-4-7']);
  expect(own).toMatchObject({
    input_tokens: advised.usage.input_tokens,
    output_tokens: advised.usage.output_tokens,
  });
  const tokens = own.input_tokens + own.output_tokens + 10 * (advice.input_tokens + advice.output_tokens);
  expect(messageCost(advised, prices).total).toBeCloseTo(tokens / 1e6, 12);
  expect(() => messageCost(advised, { [model]: { input: 1, output: 1 } })).toThrow(/assistant-opus-4-7/);

  const plain = await client.messages.create(ask('hello'));
  const summed = sumUsage([plain.usage, advised.usage]);
  expect(summed.iterations?.map(({ type }) => type)).toEqual(['message', 'message', 'advisor_message']);
  expect(messageCost({ model, usage: summed }, prices).total).toBeCloseTo(
    messageCost(plain, prices).total + messageCost(advised, prices).total,
    12,
  );
});
