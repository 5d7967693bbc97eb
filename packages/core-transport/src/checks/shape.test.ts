import { expect, test } from 'vitest';
import { misfit } from './shape.js';

const shape = {
  '=': { a: { only: '' } },
  content: [{ type: '' }],
  count: 0,
  'usage?': { 'passes?': [''] },
};
const good = { content: [{ type: 'text' }], count: 1, usage: { passes: ['a'] }, other: null };

test.each([
  [good, undefined],
  [{ ...good, content: [], usage: null }, undefined],
  [{ ...good, usage: { passes: undefined } }, undefined],
  [{ ...good, type: 'a', only: 'x' }, undefined],
  [{ ...good, type: 'a' }, 'only'],
  [{ ...good, type: 'constructor' }, undefined],
  [null, ''],
  [[], ''],
  [{ ...good, content: null }, 'content'],
  [{ ...good, content: { 0: { type: 'text' } } }, 'content'],
  [{ ...good, content: [{ type: 'text' }, null] }, 'content.1'],
  [{ ...good, content: [{}] }, 'content.0.type'],
  [{ ...good, count: '1' }, 'count'],
  [{ ...good, usage: [] }, 'usage'],
  [{ ...good, usage: { passes: [1] } }, 'usage.passes.0'],
])('%j', (value, place) => {
  expect(misfit(value, shape)).toBe(place);
});
