/** The guide lists the operations that the emulator does not have. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFake } from '../fake/create-fake.js';

const guide = readFileSync(
  new URL('../../../../docs/guides/what-the-emulator-does-not-do.md', import.meta.url),
  'utf8',
);
const paths = [...guide.matchAll(/`(\/v1\/[\w/-]+)`/g)].map(([, path]) => path as string);

test('the guide names operations', () => {
  expect(paths.length).toBeGreaterThan(10);
});

test.each(paths)('%s is not an operation', async (path) => {
  await using fake = createFake();
  const key = path.startsWith('/v1/compliance')
    ? fake.keys.compliance
    : path.startsWith('/v1/organizations')
      ? fake.keys.admin
      : fake.keys.api;
  const headers = { 'x-api-key': key, 'vendor-version': '2023-06-01' };
  for (const method of ['GET', 'POST']) {
    const { status } = await fake.fetch(fake.url + path, { method, headers });
    expect([404, 405]).toContain(status);
  }
});
