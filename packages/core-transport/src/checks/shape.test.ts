import { expect, test } from 'vitest';
import { misfit } from './shape.js';

const shape = { content: [{ type: '' }], count: 0, 'usage?': { 'passes?': [''] } };
const good = { content: [{ type: 'text' }], count: 1, usage: { passes: ['a'] }, other: null };

test.each([
  [good, undefined],
  [{ ...good, content: [], usage: null }, undefined],
  [{ ...good, usage: { passes: undefined } }, undefined],
  [null, ''],
  [[], ''],
  [{ ...good, content: null }, 'content'],
  [{ ...good, content: { 0: { type: 'text' } } }, 'content'],
  [{ ...good, content: [{ type: 'text' }, null] }, 'content.1'],
  [{ ...good, content: [{}] }, 'content.0.type'],
  [{ ...good, count: '1' }, 'count'],
  [{ ...good, count: NaN }, 'count'],
  [{ ...good, usage: [] }, 'usage'],
  [{ ...good, usage: { passes: [1] } }, 'usage.passes.0'],
])('%j', (value, place) => {
  expect(misfit(value, shape)).toBe(place);
});
