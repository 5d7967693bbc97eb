import { expect, test } from 'vitest';
import { findPhrases } from './phrases.ts';

test.each([
  ['an answer that is none', 'is none'],
  ['A line is no JSON object.', 'is no JSON'],
  ['These are no cycles.', 'are no cycles'],
  ['Aborts what is under way.', 'under way'],
  ['Then it goes on.', 'goes on'],
  ['It looks at the body.', 'looks at'],
  ['Reports what is wrong.', 'what is wrong'],
  ['Written by hand.', 'by hand'],
])('finds the phrase in %j', (text, phrase) => {
  expect(findPhrases(text).map((found) => found.phrase)).toEqual([phrase]);
});

test.each([
  'There is no vault with this id.',
  'Null when there was none.',
  'When the file is none of these.',
  'The run is no longer active.',
  'This takes no more than a second.',
  'The reply goes only to the caller.',
])('accepts %j', (text) => {
  expect(findPhrases(text)).toEqual([]);
});

test('finds phrases that span lines, with the number of the first line', () => {
  const comment = '/**\n * Aborts what is under\n * way. The file is written by\n// hand.\n */';
  expect(findPhrases(comment)).toEqual([
    { line: 2, phrase: 'under way', suggestion: 'in flight, pending, running' },
    { line: 3, phrase: 'by hand', suggestion: 'manually, hand-written' },
  ]);
});
