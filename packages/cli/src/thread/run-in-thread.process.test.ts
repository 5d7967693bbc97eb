import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpBuiltCli } from '../testing/set-up-cli.js';

const { cli, url } = await setUpBuiltCli();

/** Fills the heap while a file exists, once the run has written something. */
const CONFIG = `
import { existsSync } from 'node:fs';

const kept = [];
const exists = (name) => existsSync(new URL(name, import.meta.url));
const when = () => {
  while (exists('full') && exists('archive/segments')) kept.push(Array.from({ length: 1000 }, () => ({})));
  return true;
};
export default {
  export: {
    activities: { from: '${new Date(Date.now() - 7_200_000).toISOString()}' },
    sources: [{ kind: 'directory' }, { kind: 'activities' }, { kind: 'chats', when }, { kind: 'messages' }],
    requestsPerMinute: 1_000_000,
  },
};`;

test('too much memory is an error of the command, and the same command continues', async () => {
  const cwd = await cli.folder();
  const place = { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-full' } };
  await writeFile(path.join(cwd, 'parlance.config.mjs'), CONFIG);
  await writeFile(path.join(cwd, 'full'), '');
  const { code, err } = await cli.run(['export', 'run'], place);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^parlance: The command was stopped because it needed more memory than it may use\.\n {2}What was done is saved\./m,
    ),
  ]);
  const json = await cli.run(['export', 'run', '--name', 'other', '--archive', 'other', '--json'], place);
  expect(json.lines().at(-1)).toMatchObject({ type: 'error', code: 'memory_exceeded', exit_code: 1 });
  const small = { cwd, env: { ...place.env, PARLANCE_HEAP_MB: 'much' } };
  expect(await cli.run(['export', 'run'], small)).toMatchObject({
    code: 2,
    err: expect.stringContaining('PARLANCE_HEAP_MB must be a whole number of megabytes from 32.'),
  });
  await rm(path.join(cwd, 'full'));
  const more = { cwd, env: { ...place.env, PARLANCE_HEAP_MB: '256' } };
  const again = await cli.run(['export', 'run'], more);
  expect([again.code, again.err]).toEqual([0, expect.stringMatching(/^Resuming run 1/)]);
  expect((await cli.run(['export', 'verify'], place)).code).toBe(0);
});
