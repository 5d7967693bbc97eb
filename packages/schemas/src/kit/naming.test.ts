import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { record } from './limits.schema.js';
import { deriveNaming } from './derive-naming.js';
import { namingProblem, parseNaming, type Naming } from './naming.js';
import { namingCodec, type NamingCodec } from './naming-codec.js';
import type { OpenEnum } from './open.js';
import type { Operation } from './operation.js';
import { named, openEnum, union, type Schema } from './schema.js';

interface Skill {
  type: 'vendor' | 'custom';
  label: string;
}
interface Turn {
  role: 'user' | 'assistant';
  text: string;
}
interface Chat {
  assistant_chat_id: string;
  model: OpenEnum<'assistant-large-1'>;
  skills: Skill[];
  turns: Turn[];
  metadata: Record<string, string>;
  input: unknown;
}

const chat: Schema<Chat> = z.looseObject({
  assistant_chat_id: named(z.string()),
  model: named(openEnum<'assistant-large-1'>()),
  skills: z.array(z.strictObject({ type: z.enum(['vendor', 'custom']), label: z.string() })),
  turns: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string() })),
  metadata: record(z.string()),
  input: z.unknown(),
});

const saveChat: Operation<{ params: 'assistant_chat_id' | 'page_id'; body: Chat; response: Chat }> = {
  id: 'chats.save',
  method: 'POST',
  path: '/v1/chats/{assistant_chat_id}/pages/{page_id}',
  auth: 'api-key',
  replay: 'idempotent',
};

const table = deriveNaming({
  operations: { 'chats.save': saveChat },
  schemas: { 'chats.save': { body: chat, response: chat } },
  openValues: ['assistant-large-1'],
});

const naming: Naming = { vendor: 'acme', assistant: 'robin', githost: 'gitbox' };
const codec = namingCodec(naming, [table]) as NamingCodec;

const sample: Chat = {
  assistant_chat_id: 'assistant_chat_01',
  model: 'assistant-large-1',
  skills: [{ type: 'vendor', label: 'vendor' }],
  turns: [{ role: 'assistant', text: 'assistant_chat_id of the vendor at githost' }],
  metadata: { vendor: 'assistant-large-1' },
  input: { type: 'vendor', assistant_chat_id: 'assistant_chat_01' },
};

describe('the codec', () => {
  test('translates field names, enumeration values, model ids and id prefixes', () => {
    expect(codec.encode(saveChat, 'body', sample)).toEqual({
      robin_chat_id: 'robin_chat_01',
      model: 'robin-large-1',
      skills: [{ type: 'acme', label: 'vendor' }],
      turns: sample.turns,
      metadata: sample.metadata,
      input: sample.input,
    });
  });

  test('translates header names, beta names and path parameters', () => {
    expect(codec.encodeHeader('vendor-version')).toBe('acme-version');
    expect(codec.decodeHeader('acme-ratelimit-requests-limit')).toBe('vendor-ratelimit-requests-limit');
    expect(codec.encodeHeader('x-assistant-vendor')).toBe('x-assistant-vendor');
    expect(codec.encodeParam(saveChat, 'assistant_chat_id', 'assistant_chat_9')).toBe('robin_chat_9');
    expect(codec.encodeParam(saveChat, 'page_id', 'assistant_chat_9')).toBe('assistant_chat_9');
  });

  test('does not replace names inside other words', () => {
    expect(codec.encodeWord('vendors-assistants')).toBe('vendors-assistants');
  });

  test('is undefined for the documented names', () => {
    expect(namingCodec({}, [table])).toBeUndefined();
    expect(namingCodec({ vendor: 'vendor', assistant: 'assistant' }, [table])).toBeUndefined();
  });

  test('treats prototype keys as plain data', () => {
    const tricky: unknown = JSON.parse('{"assistant_chat_id":"a","__proto__":{"polluted":true}}');
    const encoded = codec.encode(saveChat, 'body', tricky) as object;
    expect(Object.getPrototypeOf(encoded)).toBe(Object.prototype);
    expect(JSON.stringify(encoded)).toBe('{"robin_chat_id":"a","__proto__":{"polluted":true}}');
  });
});

const words = fc.constantFrom('vendor', 'assistant', 'githost', 'chat', 'large', '1');
const identifier = fc
  .array(words, { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom('_', '-', '.').map((separator) => parts.join(separator)));
const userText = fc.oneof(fc.string(), identifier);
const chats: fc.Arbitrary<Chat> = fc.record({
  assistant_chat_id: identifier,
  model: identifier,
  skills: fc.array(fc.record({ type: fc.constantFrom('vendor', 'custom'), label: userText })),
  turns: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), text: userText })),
  metadata: fc.dictionary(userText, userText),
  input: fc.jsonValue(),
});

test('decoding what was encoded returns the same value, and user text is never touched', () => {
  fc.assert(
    fc.property(chats, (value) => {
      const encoded = codec.encode(saveChat, 'body', value) as Chat;
      expect(codec.decode(saveChat, 'body', encoded)).toEqual(value);
      expect(encoded.turns).toEqual(value.turns);
      expect(encoded.skills.map((skill) => skill.label)).toEqual(value.skills.map((skill) => skill.label));
      expect(encoded.metadata).toEqual(value.metadata);
      expect(encoded.input).toEqual(value.input);
    }),
  );
});

describe('rejects a naming with', () => {
  test.each([
    ['a name twice', { vendor: 'acme', assistant: 'acme' }, 'assistant: must differ from vendor'],
    ['another word of the documents', { vendor: 'githost' }, 'vendor: githost has another meaning'],
    ['a word of the identifiers', { assistant: 'large' }, 'assistant: large occurs in identifiers'],
    ['a value beside it', { vendor: 'custom' }, 'vendor: custom occurs in identifiers'],
    ['capitals', { vendor: 'Acme' }, 'vendor: must consist of lowercase'],
    ['separators', { vendor: 'ac-me' }, 'vendor: must consist of lowercase'],
    ['an unknown key', { maker: 'acme' }, 'maker: unknown name; allowed: vendor, assistant, githost'],
    ['a list', ['acme'], 'must be an object'],
  ])('%s', (_, value, problem) => {
    expect(namingProblem(value, [table])).toContain(problem);
  });

  test('a naming without conflicts is accepted', () => {
    expect(namingProblem(naming, [table])).toBeUndefined();
  });
});

test('parses the one-line form', () => {
  expect(parseNaming('vendor=acme, assistant=robin')).toEqual({ vendor: 'acme', assistant: 'robin' });
  expect(parseNaming('vendor')).toBeUndefined();
  expect(parseNaming('vendor=a,vendor=b')).toBeUndefined();
  expect(parseNaming('')).toBeUndefined();
});

test('searches the members of a union', () => {
  const members = union('type', [
    z.strictObject({ type: z.literal('a'), assistant_id: z.string() }),
    z.strictObject({ type: z.literal('b'), text: z.string() }),
  ]);
  const found = deriveNaming({
    operations: { x: saveChat },
    schemas: { x: { body: members } },
    openValues: [],
  });
  // The name of the field alone: its values are not identifiers.
  expect(found.operations['x']?.body).toEqual(['assistant_id.']);
  const renamed = namingCodec(naming, [found])?.encode({ ...saveChat, id: 'x' }, 'body', {
    assistant_id: 'assistant',
  });
  expect(renamed).toEqual({ robin_id: 'assistant' });
});

test('reaches every element of an array and every value of a map, for any keys', () => {
  const lists = z.strictObject({
    models: z.array(named(z.string())),
    by_day: record(z.array(z.strictObject({ model: named(z.string()) }))),
  });
  const found = deriveNaming({
    operations: { x: saveChat },
    schemas: { x: { body: lists } },
    openValues: [],
  });
  expect(found.operations['x']?.body).toEqual(['models.*', 'by_day.*.*.model']);
  const value = { models: ['assistant-1'], by_day: { assistant: [{ model: 'assistant-2' }] } };
  const encoded = namingCodec(naming, [found])?.encode({ ...saveChat, id: 'x' }, 'body', value);
  expect(encoded).toEqual({ models: ['robin-1'], by_day: { assistant: [{ model: 'robin-2' }] } });
});

test('a strict codec exchanges the documents’ words on the wire for words that the contract does not know', () => {
  const strict = namingCodec(naming, [table], { isStrict: true }) as NamingCodec;
  expect(codec.decodeWord('assistant-large-1')).toBe('assistant-large-1');
  expect(strict.decodeWord('assistant-large-1')).toBe('robin-large-1');
  expect(strict.encodeWord('robin-large-1')).toBe('assistant-large-1');
  expect(strict.decode(saveChat, 'body', { skills: [{ type: 'vendor' }, { type: 'acme' }] })).toEqual({
    skills: [{ type: 'acme' }, { type: 'vendor' }],
  });
});

test('a maker called x does not own the common headers', () => {
  const x = namingCodec({ vendor: 'x' }, [table]) as NamingCodec;
  expect(x.encodeHeader('vendor-version')).toBe('x-version');
  expect(x.decodeHeader('x-version')).toBe('vendor-version');
  for (const name of ['x-api-key', 'x-should-retry', 'x-client-retry-count']) {
    expect(x.encodeHeader(name)).toBe(name);
    expect(x.decodeHeader(name)).toBe(name);
  }
});

describe('events', () => {
  const events = union('type', [
    z.strictObject({ type: z.literal('begin'), model: named(z.string()) }),
    z.strictObject({ type: z.enum(['delta', 'pause']), text: z.string() }),
  ]);
  const derive = (event: Schema<unknown>) =>
    deriveNaming({ operations: { x: saveChat }, schemas: { x: { event } }, openValues: [] });

  test('have places by their type, and only those that contain identifiers', () => {
    const found = derive(events);
    expect(found.operations['x']?.event).toEqual({ begin: ['model'] });
    const own = namingCodec(naming, [found]) as NamingCodec;
    const operation = { ...saveChat, id: 'x' };
    expect(own.decode(operation, 'event', { type: 'begin', model: 'robin-1' })).toEqual({
      type: 'begin',
      model: 'assistant-1',
    });
    const delta = { type: 'delta', model: 'robin-1', text: 'robin' };
    expect(own.decode(operation, 'event', delta)).toBe(delta);
  });

  test('need a type that is known and without the documents’ words', () => {
    const one = (type: z.ZodType<string, string>) =>
      derive(z.strictObject({ type, model: named(z.string()) }));
    const message = 'the type of an event with identifiers must be known and without placeholders';
    expect(() => one(z.string())).toThrow(message);
    expect(() => one(z.literal('vendor_begin'))).toThrow(message);
    expect(() => derive(z.array(named(z.string())))).toThrow('events of the form array are not supported');
  });
});
