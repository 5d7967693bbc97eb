import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseFramer } from './sse-framer.js';

type Event = readonly [data: string, name: string];

function frame(pieces: readonly string[], maxLength = Infinity): Event[] {
  const events: Event[] = [];
  const framer = new SseFramer((data, name) => events.push([data, name]), maxLength);
  for (const piece of pieces) framer.push(piece);
  return events;
}

/** A well-kept parser, to compare with. */
function reference(pieces: readonly string[]): Event[] {
  const events: Event[] = [];
  const parser = createParser({ onEvent: ({ data, event }) => events.push([data, event ?? '']) });
  for (const piece of pieces) parser.feed(piece);
  return events;
}

function cutAt(text: string, cuts: readonly number[]): string[] {
  const edges = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return edges.slice(1).map((edge, index) => text.slice(edges[index], edge));
}

describe('the standard', () => {
  test.each<[string, Event[]]>([
    ['data: a\n\n', [['a', '']]],
    ['event: x\ndata: a\n\n', [['a', 'x']]],
    ['data: a\ndata: b\n\n', [['a\nb', '']]],
    [
      'data:a\n\ndata:  b\n\n',
      [
        ['a', ''],
        [' b', ''],
      ],
    ],
    ['data\n\n', [['', '']]],
    ['data:\ndata\n\n', [['\n', '']]],
    ['event: x\n\ndata: a\n\n', [['a', '']]],
    [': comment\nid: 1\nretry: 5\nother: y\ndatax: no\ndata: a\n\n', [['a', '']]],
    [
      'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
      [
        ['a', ''],
        ['b', ''],
        ['c', ''],
      ],
    ],
    ['\ufeffdata: a\n\n', [['a', '']]],
    ['data: never ended\n', []],
    ['data: a: b\n\n', [['a: b', '']]],
  ])('%j', (text, events) => {
    expect(frame([text])).toEqual(events);
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(frame([text.slice(0, cut), text.slice(cut)])).toEqual(events);
    expect(frame([...text])).toEqual(events);
  });
});

test('any text in any pieces makes the same events as the reference', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      'data',
      'event',
      'data:',
      'data: ',
      'event:',
      'event: x',
      ': c',
      'id: 1',
      'retry: 9',
      'dat',
      'eventx: y',
    ),
    fc.string({ maxLength: 6 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
  );
  const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n')), { maxLength: 20 });
  fc.assert(
    fc.property(lines, fc.array(fc.nat(), { maxLength: 6 }), (parts, cuts) => {
      const text = parts.map(([content, end]) => content + end).join('');
      expect(frame(cutAt(text, cuts))).toEqual(reference([text]));
    }),
    { numRuns: 1000 },
  );
});

describe('the limit', () => {
  test('a line that is too long is noticed before it ends', () => {
    const framer = new SseFramer(() => undefined, 10);
    expect(framer.push('data: 1234')).toBe(true);
    expect(framer.push('5')).toBe(false);
  });

  test('so is an event of many lines', () => {
    const framer = new SseFramer(() => undefined, 10);
    expect(framer.push('data: 12345\n')).toBe(true);
    expect(framer.push('data: 67890\n')).toBe(false);
  });

  test('many small events are not', () => {
    const framer = new SseFramer(() => undefined, 10);
    expect(framer.push('data: 1\n\n'.repeat(1000))).toBe(true);
  });
});
