import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseDecoder } from './sse-decoder.js';

type Event = readonly [data: string, name: string];

const encoder = new TextEncoder();

function decode(chunks: readonly Uint8Array[], maxLength = Infinity): Event[] {
  const events: Event[] = [];
  const decoder = new SseDecoder(({ data, event = '' }) => events.push([data, event]), maxLength);
  for (const chunk of chunks) decoder.push(chunk);
  return events;
}

/** The events of a text by the letter of the standard, line by line; complete texts only. */
function reference(text: string): Event[] {
  const events: Event[] = [];
  let data: string[] = [];
  let name = '';
  // What follows the last line end is an incomplete line.
  for (const line of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .slice(0, -1)) {
    if (line === '') {
      if (data.length > 0) events.push([data.join('\n'), name]);
      data = [];
      name = '';
      continue;
    }
    const [field] = line.split(':', 1);
    const value = line.slice((field?.length ?? 0) + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
  }
  return events;
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
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
    ['event: é\ndata: €😀\n\n', [['€😀', 'é']]],
    ['\ufeff\ufeffdata: a\n\ndata: b\n\n', [['b', '']]],
  ])('%j', (text, events) => {
    const bytes = encoder.encode(text);
    expect(decode([bytes])).toEqual(events);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(decode([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(events);
    expect(decode(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(events);
  });
});

test('any text, split into any chunks, decodes as the standard says', () => {
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
      expect(decode(cutAt(encoder.encode(text), cuts))).toEqual(reference(text));
    }),
    { numRuns: 1000 },
  );
});

describe('the limit', () => {
  const push = (decoder: SseDecoder, text: string): boolean => decoder.push(encoder.encode(text));

  test('is enforced before the end of a line that is too long', () => {
    const decoder = new SseDecoder(() => undefined, 10);
    expect(push(decoder, 'data: 1234')).toBe(true);
    expect(push(decoder, '5')).toBe(false);
  });

  test('is enforced for an event of many lines', () => {
    const decoder = new SseDecoder(() => undefined, 10);
    expect(push(decoder, 'data: 12345\n')).toBe(true);
    expect(push(decoder, 'data: 67890\n')).toBe(false);
  });

  test('applies to one event, not to all events of a chunk', () => {
    const decoder = new SseDecoder(() => undefined, 10);
    expect(push(decoder, 'data: 1\n\n'.repeat(1000))).toBe(true);
  });
});
