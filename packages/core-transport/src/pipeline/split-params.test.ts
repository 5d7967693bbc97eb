import { expect, test } from 'vitest';
import { splitParams } from '../internal.js';

test('params are divided into the named fields and the others', () => {
  const params = { view: 'full', path: '/notes.md', content: 'hello' };
  const before = { ...params };
  expect(splitParams(params, ['view'])).toEqual({
    query: { view: 'full' },
    body: { path: '/notes.md', content: 'hello' },
  });
  expect(params).toEqual(before);
});

test('params that are not an object become the body', () => {
  const split = splitParams as (params: unknown, names: readonly never[]) => unknown;
  expect(split('text', [])).toEqual({ query: {}, body: 'text' });
  expect(split(null, [])).toEqual({ query: {}, body: null });
});
