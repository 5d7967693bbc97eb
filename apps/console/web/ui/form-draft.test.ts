import { expect, test } from 'vitest';
import { withSecrets } from './form-draft.js';

const repository = (url: string, authorization_token = '') => ({ url, authorization_token });

test('a draft of another tab keeps the secrets that are typed here', () => {
  const typed = {
    mcp_server_url: '',
    token: 'typed',
    refresh: { client_id: '', refresh_token: 'also typed' },
  };
  const stored = {
    mcp_server_url: 'https://a.example',
    token: '',
    refresh: { client_id: 'c', refresh_token: '' },
  };
  expect(withSecrets(stored, typed)).toEqual({
    mcp_server_url: 'https://a.example',
    token: 'typed',
    refresh: { client_id: 'c', refresh_token: 'also typed' },
  });
});

test('a secret in a list stays with its item', () => {
  const typed = [repository('a', 'secret of a'), repository('b', 'secret of b')];
  expect(withSecrets([repository('b')], typed)).toEqual([typed[1]]);
  expect(withSecrets([repository('b'), repository('c')], typed)).toEqual([typed[1], repository('c')]);
  expect(withSecrets([repository('a'), repository('b'), repository('')], typed)).toEqual([
    ...typed,
    repository(''),
  ]);
});

test('an item that another tab edits in place keeps its secret', () => {
  const typed = [repository('a', 'secret of a'), repository('b', 'secret of b')];
  expect(withSecrets([repository('a2'), repository('b')], typed)).toEqual([
    repository('a2', 'secret of a'),
    typed[1],
  ]);
  expect(withSecrets([repository('b'), repository('b')], typed)).toEqual([
    repository('b', 'secret of a'),
    typed[1],
  ]);
});
