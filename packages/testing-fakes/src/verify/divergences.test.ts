import { operations, type Operation } from '@parlance/schemas';
import { expect, test } from 'vitest';
import type { ResponseChange } from '../exchanges/divergence.js';
import { divergenceOf } from './divergences.js';

const reply = { status: 200, headers: {}, rule: null, date: undefined };

function changeOf(
  change: ResponseChange,
  mirrors?: true,
  operation: Operation = operations['vaults.list'],
): ResponseChange | undefined {
  const exchange = { path: '/v1/vaults', sent: undefined, reply };
  const pair = { operation, expected: exchange, found: exchange };
  const scenario = { rules: ['VLT-001'], steps: [], ...(mirrors && { mirrors }) };
  return divergenceOf(scenario, { ...pair, differences: [change] }).differences[0];
}

test.each([
  ['body.display_name', '"Payroll of Acme"', '"[15 characters]"'],
  ['body.data.0.id', '"vlt_01AbCdEfGhIjKlMnOpQrStUv"', '"vlt_[24 characters]"'],
  ['body.id', '"3f2504e0-4f89-11d3-9a0c-0305e82c3301"', '"[36 characters]"'],
  ['body.first_id', '"vlt_01AbCdEfGhIjKlMnOpQrStUv"', '"vlt_[24 characters]"'],
  ['body.metadata.team', '"secret"', '"[6 characters]"'],
  ['contract.data', '["vlt_01AbCdEfGhIjKlMnOpQrStUv"]', '["[28 characters]"]'],
  ['events.0.json.delta.text', '"Hello"', '"[5 characters]"'],
  [
    'body.data.0',
    '{"id":"vlt_01AbCdEfGhIjKl","type":"vault","display_name":"Payroll"}',
    '{"id":"vlt_[14 characters]","type":"vault","display_name":"[7 characters]"}',
  ],
])('%s: %s becomes %s', (path, found, masked) => {
  expect(changeOf({ path, expected: '"Any"', found })).toEqual({ path, expected: '"Any"', found: masked });
  // What a mirror expects is data of the deployment too.
  expect(changeOf({ path, expected: found, found }, true)).toMatchObject({ expected: masked });
});

test.each([
  ['body.type', '"credential_vault"'],
  ['body.data.0.status', '"idle"'],
  ['body.archived_at', 'null'],
  ['body.version', '0'],
  ['body.enabled', 'true'],
  ['body.created_at', '"2026-01-02T03:04:05Z"'],
  ['events.3.event', '"message_delta"'],
  ['headers.content-type', '"text/plain"'],
  ['response.error', '"not_found_error"'],
])('a rule needs %s: %s', (path, found) => {
  expect(changeOf({ path, expected: '"Any"', found })).toEqual({ path, expected: '"Any"', found });
});

test('a member of a secret is part of the secret', () => {
  const path = 'body.mcp_servers.0.authorization_token.value';
  const change = changeOf({ path, found: '"key"' }, undefined, operations['messages.create']);
  expect(change).toEqual({ path, found: '"[secret]"' });
});

test('statements remain', () => {
  const change = { path: 'contract.data', expected: 'has at most 2 items', found: '3' };
  expect(changeOf(change, true)).toEqual(change);
});

test('the body and the form of the request have no ids either', () => {
  const id = 'vlt_01AbCdEfGhIjKlMnOpQrStUv';
  const path = `/v1/vaults?after_id=${id}&user_ids%5B%5D=user_01AbCdEfGhIjKlMn`;
  const found = { path, sent: undefined, reply: { ...reply, json: { id, type: 'vault' } } };
  const pair = { operation: operations['vaults.list'], expected: found, found, differences: [] };
  const divergence = divergenceOf({ rules: ['VLT-001'], steps: [] }, pair);
  expect(divergence.response).toEqual({ status: 200, json: { id: 'vlt_[24 characters]', type: 'vault' } });
  expect(JSON.stringify(divergence)).not.toMatch(/01AbCdEfGh/);
});
