import type { MessageStreamEvent } from '@parlance/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageAccumulator } from './message-accumulator.js';

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 3, output_tokens: 1 },
  },
};
const begin = (index: number, block: object): object => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const grow = (index: number, delta: object): object => ({ type: 'content_block_delta', index, delta });
const stop = (index: number): object => ({ type: 'content_block_stop', index });
const tool = { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} };
const json = (piece: string): object => ({ type: 'input_json_delta', partial_json: piece });

function fed(...events: readonly object[]): MessageAccumulator {
  const accumulator = new MessageAccumulator();
  for (const event of events) accumulator.push(event as MessageStreamEvent);
  return accumulator;
}

describe('a message', () => {
  test('is assembled from blocks of every type', () => {
    const citation = { type: 'char_location', cited_text: 'x' };
    const { content } = fed(
      start,
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      grow(0, { type: 'thinking_delta', thinking: 'hm' }),
      grow(0, { type: 'signature_delta', signature: 'sig' }),
      stop(0),
      begin(1, { type: 'text', text: '', citations: null }),
      grow(1, { type: 'text_delta', text: 'a' }),
      grow(1, { type: 'citations_delta', citation }),
      grow(1, { type: 'text_delta', text: 'b' }),
      stop(1),
      begin(2, tool),
      grow(2, json('')),
      grow(2, json('{"q":')),
      grow(2, json('"x"}')),
      stop(2),
      begin(3, { ...tool, id: 'toolu_2' }),
      stop(3),
      begin(4, { type: 'future', data: 1 }),
      grow(4, { type: 'future_delta', more: 2 }),
      stop(4),
    ).snapshot() as { content: unknown };
    expect(content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text', text: 'ab', citations: [citation] },
      { ...tool, input: { q: 'x' } },
      { ...tool, id: 'toolu_2', input: {} },
      { type: 'future', data: 1 },
    ]);
  });

  test('has all text and thinking at any time, however many pieces there are', () => {
    const accumulator = fed(start, begin(0, { type: 'thinking', thinking: 'a', signature: '' }));
    const contents: unknown[] = [];
    for (let count = 1; count <= 300; count += 1) {
      accumulator.push(grow(0, { type: 'thinking_delta', thinking: 'b' }) as MessageStreamEvent);
      if (count % 150 === 0) contents.push(structuredClone(accumulator.snapshot()?.content));
    }
    expect(contents).toEqual([
      [{ type: 'thinking', thinking: `a${'b'.repeat(150)}`, signature: '' }],
      [{ type: 'thinking', thinking: `a${'b'.repeat(300)}`, signature: '' }],
    ]);
    const pieces = Array.from({ length: 300 }, (_, index) =>
      grow(0, { type: 'text_delta', text: `${index} ` }),
    );
    const message = fed(start, begin(0, { type: 'text', text: '' }), ...pieces).snapshot();
    expect(message?.content[0]).toEqual({ type: 'text', text: [...Array(300).keys(), ''].join(' ') });
  });

  test('changes in place once it has been returned', () => {
    const accumulator = fed(start, begin(0, { type: 'text', text: '' }));
    const message = accumulator.snapshot();
    accumulator.push(grow(0, { type: 'text_delta', text: 'Hello' }) as MessageStreamEvent);
    expect(message?.content).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('takes the stop reason and the cumulative usage, ignoring nulls', () => {
    const end = { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } };
    const accumulator = fed(
      start,
      { ...end, usage: { output_tokens: 9, input_tokens: null } },
      { type: 'message_stop' },
    );
    expect(accumulator.snapshot()).toMatchObject({ stop_reason: 'end_turn', stop_sequence: null });
    expect(accumulator.usage()).toEqual({ input_tokens: 3, output_tokens: 9 });
  });

  test('does not modify the events', () => {
    const first = structuredClone(start);
    const block = { type: 'text', text: '' };
    fed(first, begin(0, block), grow(0, { type: 'text_delta', text: 'a' }), {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 9 },
    });
    expect(first).toEqual(start);
    expect(block).toEqual({ type: 'text', text: '' });
  });

  test('does not set a prototype from a field `__proto__`', () => {
    const usage: unknown = JSON.parse('{"output_tokens":2,"__proto__":{"polluted":true}}');
    const accumulator = fed(start, { type: 'message_delta', delta: {}, usage });
    expect(Object.getPrototypeOf(accumulator.usage())).toBe(Object.prototype);
  });
});

describe('an invalid sequence is rejected', () => {
  test.each<[string, object[]]>([
    ['content before message_start', [begin(0, tool)]],
    ['a second message_start', [start, start]],
    ['a block out of order', [start, begin(1, tool)]],
    ['a delta without a block', [start, grow(0, json('{}'))]],
    ['a delta after its block', [start, begin(0, tool), stop(0), grow(0, json('{}'))]],
    ['a stop without a block', [start, stop(0)]],
    ['an end with a block open', [start, begin(0, tool), { type: 'message_stop' }]],
    ['content after the end', [start, { type: 'message_stop' }, begin(0, tool)]],
  ])('%s', (_name, events) => {
    expect(() => fed(...events)).toThrow(expect.objectContaining({ code: 'event_out_of_order' }));
  });

  test('a tool input that is not JSON', () => {
    expect(() => fed(start, begin(0, tool), grow(0, json('{"a":}')), stop(0))).toThrow(
      expect.objectContaining({ code: 'invalid_tool_input' }),
    );
  });

  const cut = [start, begin(0, tool), grow(0, json('{"a":[1,"tw')), stop(0)];
  const ended = (stop_reason: string): object[] => [
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];

  test.each(['tool_use', 'end_turn'])('a tool input that ends in the middle, with %s', (reason) => {
    expect(() => fed(...cut, ...ended(reason))).toThrow(
      expect.objectContaining({ code: 'invalid_tool_input' }),
    );
  });

  test.each(['max_tokens', 'model_context_window_exceeded'])(
    'but not a tool input that ends in the middle with %s: the message has its partial input',
    (reason) => {
      const accumulator = fed(...cut, ...ended(reason));
      const partial = { a: [1, 'tw'] };
      expect(accumulator.partialInput(0)).toEqual(partial);
      expect(accumulator.snapshot()).toMatchObject({ stop_reason: reason, content: [{ input: partial }] });
    },
  );
});

describe('the partial input', () => {
  test('grows to the complete input, wherever it is split', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(fc.nat(), { maxLength: 5 }),
        (input, cuts) => {
          const text = JSON.stringify(input);
          const edges = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
          const accumulator = fed(start, begin(0, tool));
          for (let index = 1; index < edges.length; index += 1) {
            accumulator.push(grow(0, json(text.slice(edges[index - 1], edges[index]))) as MessageStreamEvent);
            accumulator.partialInput(0);
          }
          expect(JSON.stringify(accumulator.partialInput(0))).toBe(JSON.stringify(JSON.parse(text)));
          accumulator.push(stop(0) as MessageStreamEvent);
          expect(JSON.stringify(accumulator.partialInput(0))).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is undefined before the first piece, and for blocks without input', () => {
    const accumulator = fed(start, begin(0, { type: 'text', text: '' }), stop(0), begin(1, tool));
    expect([accumulator.partialInput(0), accumulator.partialInput(1), accumulator.partialInput(7)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
