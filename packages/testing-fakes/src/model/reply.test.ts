import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';
import { chunksOf } from './chunks.js';
import { replyTo, type ModelRequest } from './reply.js';
import { cutTokens, defaultTokenizer } from './tokens.js';
import { turnsOf } from './turns.js';

const weather = {
  name: 'get_weather',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
    required: ['city', 'days'],
  },
};

function reply(text: string, more: Partial<ModelRequest> = {}) {
  const fake = createFake();
  return replyTo(
    { turns: turnsOf([{ role: 'user', content: text }]), maxTokens: 100, ...more },
    { world: fake.world() },
  );
}

describe('default model', () => {
  test('echoes the user turn', () => {
    expect(reply('hello')).toEqual({
      blocks: [{ type: 'text', text: 'You said: hello' }],
      stopReason: 'end_turn',
      stopSequence: null,
      outputTokens: 5,
    });
  });

  test('echoes the text of the last user turn, or its tool results if it has no text', () => {
    const turns = turnsOf([
      { role: 'user', content: 'first' },
      { role: 'assistant', content: 'one' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }],
      },
    ]);
    expect(reply('', { turns }).blocks).toEqual([{ type: 'text', text: 'You said: a\nb' }]);
    const results = turnsOf([
      { role: 'user', content: [{ type: 'tool_result', content: [{ type: 'text', text: '/refuse' }] }] },
    ]);
    // Tool results are not parsed as commands.
    expect(reply('', { turns: results }).blocks).toEqual([{ type: 'text', text: 'You said: /refuse' }]);
  });

  test('stops before the first stop sequence', () => {
    expect(reply('one two three', { stopSequences: ['three', 'two', ''] })).toMatchObject({
      blocks: [{ type: 'text', text: 'You said: one ' }],
      stopReason: 'stop_sequence',
      stopSequence: 'two',
    });
  });

  test('stays within max_tokens', () => {
    expect(reply('hello', { maxTokens: 3 })).toEqual({
      blocks: [{ type: 'text', text: 'You said: ' }],
      stopReason: 'max_tokens',
      stopSequence: null,
      outputTokens: 3,
    });
    expect(reply('hello', { maxTokens: 0 })).toEqual({
      blocks: [],
      stopReason: 'max_tokens',
      stopSequence: null,
      outputTokens: 1,
    });
  });

  test('calls a requested tool only if it is available', () => {
    const asked = reply('/tool get_weather {"city":"Oslo"}', { tools: [weather] });
    expect(asked.blocks).toEqual([
      {
        type: 'tool_use',
        id: expect.stringMatching(/^toolu_\w{24}$/),
        name: 'get_weather',
        input: { city: 'Oslo' },
      },
    ]);
    expect(asked.stopReason).toBe('tool_use');
    const text = '/tool get_time {}';
    expect(reply(text, { tools: [weather] }).blocks).toEqual([{ type: 'text', text: `You said: ${text}` }]);
    expect(reply('/tool get_weather {', { tools: [weather] }).stopReason).toBe('end_turn');
    expect(reply('/tool get_weather', { tools: [weather], toolChoice: { type: 'none' } }).stopReason).toBe(
      'end_turn',
    );
  });

  test('calls a tool requested in the last text block, after a reminder in another block or message', () => {
    const text = (text: string) => ({ type: 'text', text });
    const call = text('/tool get_weather {"city":"Oslo"}');
    const stops = (...messages: object[][]) =>
      reply('', {
        turns: turnsOf(messages.map((content) => ({ role: 'user', content }))),
        tools: [weather],
      }).stopReason;
    expect(stops([text('<reminder>Be brief.</reminder>'), call])).toBe('tool_use');
    expect(stops([text('Be brief.')], [call])).toBe('tool_use');
    expect(stops([call], [text('Thank you.')])).toBe('end_turn');
    expect(stops([call, text('Thank you.')])).toBe('end_turn');
  });

  test('calls up to 100 tools in parallel and ignores blank lines between them', () => {
    const call = '/tool get_weather {"city":"Oslo"}';
    const calls = (text: string) => reply(text, { tools: [weather], maxTokens: 10_000 }).stopReason;
    expect(reply(`${call}\n\n \t${call}`, { tools: [weather] }).blocks).toHaveLength(2);
    expect(calls(`${call}\n`.repeat(100))).toBe('tool_use');
    expect(calls(`${call}\n`.repeat(101))).toBe('end_turn');
    expect(calls(`${call}${'\n'.repeat(500_000)}x`)).toBe('end_turn');
  });

  test('treats an input with more than 200 levels of nesting as ordinary text', () => {
    const nested = (levels: number) => `{"city":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const calls = (text: string) => reply(text, { tools: [weather], maxTokens: 10_000 }).stopReason;
    expect(calls(`/tool get_weather ${nested(199)}`)).toBe('tool_use');
    expect(calls(`/tool get_weather ${nested(200)}`)).toBe('end_turn');
    expect(calls(`/tool get_weather ${nested(100_000)}`)).toBe('max_tokens');
  });

  test('calls a forced tool with an input that matches its schema', () => {
    const input = { city: 'text', days: 2 };
    expect(reply('hello', { tools: [weather], toolChoice: { type: 'any' } }).blocks).toMatchObject([
      { input },
    ]);
    expect(
      reply('hello', {
        tools: [{ name: 'other' }, weather],
        toolChoice: { type: 'tool', name: 'get_weather' },
      }).blocks,
    ).toMatchObject([{ name: 'get_weather', input }]);
  });

  test('thinks only if thinking is enabled', () => {
    const text = { type: 'text', text: 'You said: /think hard' };
    expect(reply('/think hard').blocks).toEqual([text]);
    expect(reply('/think hard', { thinking: 'shown' }).blocks).toMatchObject([
      { type: 'thinking', thinking: 'hard' },
      text,
    ]);
    expect(reply('/think hard', { thinking: 'omitted' }).blocks).toEqual([
      { type: 'thinking', thinking: '', signature: expect.stringMatching(/^sig_/) },
      text,
    ]);
  });

  test('writes a long reply', () => {
    const [block] = reply('/long 5').blocks;
    expect(block).toEqual({ type: 'text', text: 'time river paper light stone' });
  });
});

describe('tokens and chunks', () => {
  test('truncates to the longest prefix within the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(40), (text, max) => {
        const cut = cutTokens(text, max, defaultTokenizer);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(cut.tokens).toBe(defaultTokenizer.count(cut.text));
        expect(cut.tokens).toBeLessThanOrEqual(max);
        expect(cut.text === text || defaultTokenizer.count(text) > max).toBe(true);
        // The binary search with another tokenizer finds the same position.
        const other = { count: defaultTokenizer.count };
        expect(cutTokens(text, max, other)).toEqual(cut);
      }),
    );
  });

  test('splits a text into chunks that join to the text and depend only on the seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const chunks = [...chunksOf(text, createFake().world().random)];
        expect(chunks.join('')).toBe(text);
        expect(chunks.every((chunk) => chunk !== '' && chunk.isWellFormed())).toBe(true);
        expect([...chunksOf(text, createFake().world().random)]).toEqual(chunks);
      }),
    );
  });
});
