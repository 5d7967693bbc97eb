import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { buildCli } from './testing/start-cli.js';

const cli = await buildCli();
afterAll(() => cli[Symbol.asyncDispose]());

test('loads no compiled code from the shared temporary folder, where other users can put it', async () => {
  const TMPDIR = await cli.folder();
  await cli.run(['--version'], { env: { TMPDIR } });
  expect(await readdir(TMPDIR)).toEqual([]);
});

test('doctor reports a database that does not run', async () => {
  const { lines } = await cli.run(['doctor', '--json'], {
    env: { PARLANCE_STORE: 'postgres://127.0.0.1:1/x' },
  });
  expect(lines().find(({ name }) => name === 'store')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('ECONNREFUSED'),
    fix: expect.stringContaining('Check that the database runs'),
  });
});
