import { expect, test } from 'vitest';
import { validator } from './validator.js';

test.each<[string, unknown]>([
  ['requests', { requests: 'observe' }],
  ['responses', { responses: true }],
  ['onDrift', { onDrift: 'log' }],
  ['response', { response: 'throw' }],
  ['toString', { toString: () => '' }],
  ['options', null],
  ['options', 'throw'],
])('a wrong %s is refused by its name', (name, options) => {
  expect(() => validator(options as object)).toThrow(new RegExp(`^validator: .*\\b${name}\\b`));
});

test('by default requests are checked and responses are not', () => {
  expect(validator({ requests: undefined })).toMatchObject({ requests: 'throw', responses: 'off' });
});
