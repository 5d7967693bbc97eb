import { describe, expect, test } from 'vitest';
import { PatternError, SearchPattern } from './search-pattern.js';

const LETTERS = 'a'.repeat(10_000);

test.each([
  ['b+', 'abc', true],
  ['^b', 'abc', false],
  ['', 'anything', true],
  [String.raw`one = \d`, 'const one = 1;', true],
  [String.raw`\u0041\/(?<year>[\d\-]{4})`, 'A/2026', true],
  ['(?i)todo', 'TODO', true],
  ['^.$', '😀', true],
  [String.raw`\p{Lu}`, 'é', false],
])('%s in %s: %s', (pattern, text, matches) => {
  expect(new SearchPattern(pattern).test(text)).toBe(matches);
});

describe('patterns with exponential backtracking', () => {
  test.each([
    '(a|aa)+$',
    '(a+)+$',
    '(a*)*b',
    '(?:a|a?)+b',
    '((a|aa)+)+$',
    String.raw`(\w+\s?)*!`,
    `${'a?'.repeat(60)}${'a'.repeat(60)}$`,
  ])('%s', (pattern) => {
    expect(new SearchPattern(pattern).test(`${LETTERS}?`)).toBe(false);
  });
});

test.each([
  ['(?=a)b', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?!a)b', 'invalid or unsupported Perl syntax: `(?!`'],
  ['(?<=a)b', 'invalid named capture: `(?<=a)b`'],
  [String.raw`(a)\1`, 'invalid escape sequence: `\\1`'],
  ['(', 'missing closing ): `(`'],
  ['a{1001}', 'invalid repeat count: `{1001}`'],
  ['((a{100}){100}){100}', 'invalid repeat count: `{100}`'],
])('rejects %s', (pattern, problem) => {
  expect(() => new SearchPattern(pattern)).toThrow(
    new PatternError(
      `must be a regular expression in RE2 syntax, without lookaround or backreferences (${problem})`,
    ),
  );
});

test('limits the length of a pattern to 256 characters', () => {
  expect(new SearchPattern('a'.repeat(256)).test(LETTERS)).toBe(true);
  expect(() => new SearchPattern('a'.repeat(257))).toThrow(
    new PatternError('must have at most 256 characters'),
  );
});

test('limits the total work of a pattern over all tested texts', () => {
  const tooComplex = new PatternError('is too complex for a text of this length');
  const large = new SearchPattern('[ab]{900}c');
  expect(() => large.test('a'.repeat(12_000))).toThrow(tooComplex);
  const small = new SearchPattern('[ab]{900}c');
  expect(small.test(LETTERS)).toBe(false);
  expect(() => small.test(LETTERS)).toThrow(tooComplex);
});
