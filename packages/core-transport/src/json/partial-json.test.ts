import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidJson, PartialJson } from './partial-json.js';

function parseInPieces(text: string, cuts: readonly number[]): unknown {
  const parser = new PartialJson();
  const edges = [0, ...[...cuts].map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  for (let index = 1; index < edges.length; index += 1)
    parser.push(text.slice(edges[index - 1], edges[index]));
  return parser.end();
}

function outcome(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch {
    return 'invalid';
  }
}

const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('against JSON.parse', () => {
  test('parses any JSON, split anywhere, to the same value', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: 'binary' }),
        fc.constantFrom(undefined, 1, '\t'),
        cuts,
        (json, indent, where) => {
          const text = JSON.stringify(JSON.parse(json), null, indent);
          expect(isDeepStrictEqual(parseInPieces(text, where), JSON.parse(text))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('handles every kind of escape sequence, split at any position', () => {
    const text = String.raw`{"a\n\"\\\/":["\ud83d\ude00 \u00e9\b\f\r\t",-0.5e+10,true,false,null,"😀"],"":{}}`;
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(parseInPieces(text, [cut])).toEqual(JSON.parse(text));
  });

  test('rejects corrupted text exactly when JSON.parse does', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\0-1.eEtu \n\u0001')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.json(), edits, cuts, (json, changes, where) => {
        let text = json;
        for (const [at, char] of changes) {
          const position = at % (text.length + 1);
          text = text.slice(0, position) + char + text.slice(position + (at % 3 === 0 ? 1 : 0));
        }
        expect(outcome(() => parseInPieces(text, where))).toEqual(outcome(() => JSON.parse(text)));
      }),
      { numRuns: 1000 },
    );
  });

  test('accepts every prefix of valid JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, length) => {
        const parser = new PartialJson();
        expect(() => parser.push(json.slice(0, length % (json.length + 1)))).not.toThrow();
      }),
    );
  });
});

describe('the partial value', () => {
  test('grows with the input', () => {
    const parser = new PartialJson();
    const seen: string[] = [];
    for (const char of '{"a":"xy","b":[12,true],"c":{"d":null}}') {
      parser.push(char);
      const now = JSON.stringify(parser.value);
      if (now !== seen.at(-1)) seen.push(now);
    }
    expect(seen).toEqual([
      '{}',
      '{"a":""}',
      '{"a":"x"}',
      '{"a":"xy"}',
      '{"a":"xy","b":[]}',
      '{"a":"xy","b":[12]}',
      '{"a":"xy","b":[12,true]}',
      '{"a":"xy","b":[12,true],"c":{}}',
      '{"a":"xy","b":[12,true],"c":{"d":null}}',
    ]);
  });

  test('never shows half a character', () => {
    const parser = new PartialJson();
    parser.push('["a\ud83d');
    expect(parser.value).toEqual(['a']);
    parser.push('\ude00"]');
    expect(parser.end()).toEqual(['a😀']);
  });

  test('keeps __proto__ as plain data', () => {
    const parser = new PartialJson();
    parser.push('{"__proto__":{"polluted":true}}');
    const value = parser.end() as object;
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('rejects incomplete text at its end', () => {
    for (const text of ['', ' ', '{', '{"a"', '"a', '[1', 'tru', '-', '1e']) {
      const parser = new PartialJson();
      parser.push(text);
      expect(() => parser.end()).toThrow(InvalidJson);
    }
  });

  test('does not use stack for nesting depth', () => {
    const parser = new PartialJson();
    parser.push('['.repeat(200_000));
    parser.push(']'.repeat(200_000));
    expect(Array.isArray(parser.end())).toBe(true);
  });

  test('does not use stack for escape sequences', () => {
    const text = `["${String.raw`\n\u00e9`.repeat(1_000_000)}"]`;
    expect(parseInPieces(text, [])).toEqual(JSON.parse(text));
  });
});
