import { expect, test } from 'vitest';
import { ConfigError } from './kit/parlance-error.js';
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
  const create = () => validator(options as object);
  expect(create).toThrow(ConfigError);
  expect(create).toThrow(new RegExp(`^validator: .*\\b${name}\\b`));
  expect(create).toThrow(expect.objectContaining({ option: name, code: 'invalid_option' }));
});

test('the error lists all invalid options, and suggests the nearest known name for an unknown one', () => {
  const create = () => validator({ request: 'throw', responses: 'log' } as object);
  expect(create).toThrow(
    'responses must be one of off, observe, throw; request is not an option (did you mean requests?)',
  );
});

test('by default requests are validated and responses are not', () => {
  expect(validator({ requests: undefined })).toMatchObject({ requests: 'throw', responses: 'off' });
});
