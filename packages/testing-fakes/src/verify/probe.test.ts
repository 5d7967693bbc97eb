import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { deploy, run } from './testing/run-verify.js';

test.each([
  ['PARLANCE_API_KEY', { PARLANCE_API_KEY: 'wrong' }],
  ['PARLANCE_ADMIN_KEY', { PARLANCE_ADMIN_KEY: 'wrong', PARLANCE_API_KEY: 'api-default' }],
  ['PARLANCE_COMPLIANCE_KEY', { PARLANCE_COMPLIANCE_KEY: 'wrong' }],
  // A key of another kind.
  ['PARLANCE_ADMIN_KEY', { PARLANCE_ADMIN_KEY: 'api-default' }],
])('names %s when the deployment refuses it', async (name, environment) => {
  const { fake, url } = await deploy();
  const { code, out, err } = await run(['--against', url, '--yes'], { environment });
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    new RegExp(
      `^parlance-fakes: ${name}: the deployment answered GET /v1/\\S+ with 40[13]; the key is not valid`,
    ),
  );
  expect(fake.journal().length).toBeLessThanOrEqual(Object.keys(environment).length);
  await fake.close();
});

test('names a base URL that ends with /v1', async () => {
  const { fake, url } = await deploy();
  const { code, out, err } = await run(['--against', `${url}/v1`, '--yes']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^parlance-fakes: --against: must not end with \/v1, which is part of each path\n/);
  await fake.close();
});

test('names a host that is not the service, and the option --naming when it refuses the headers', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const other = await run(['--against', host, '--yes']);
  expect([other.code, other.out]).toEqual([2, '']);
  expect(other.err).toContain(
    `parlance-fakes: --against: ${host} does not reply as the service: it answered GET /v1/models?limit=1 with 200 text/html\n`,
  );
  server.close();

  const { fake, url } = await deploy();
  fake.setFaults([{ status: 400 }]);
  const named = await run(['--against', url, '--yes']);
  expect(named.code).toBe(2);
  expect(named.err).toContain('--against or --naming: ');
  await fake.close();
});

test('compares a deployment that serves some of the APIs only, with a warning', async () => {
  const { fake, url } = await deploy();
  fake.setFaults([{ match: { path: '/v1/compliance/*' }, status: 404 }]);
  const { code, out, err } = await run(['--against', url, '--yes', '--json']);
  expect(err).toContain(
    'PARLANCE_COMPLIANCE_KEY may be superfluous: it answered GET /v1/compliance/organizations with 404',
  );
  expect(JSON.parse(out)).toMatchObject({ divergences: expect.any(Array) });
  expect(code).toBe(1);
  await fake.close();
});
