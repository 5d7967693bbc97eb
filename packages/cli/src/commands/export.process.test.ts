import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chatsIn } from '../testing/chats-in.js';
import { setUpBuiltCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpBuiltCli();

/** Few windows, so that the tests are fast. */
const FROM = new Date(Date.now() - 7_200_000).toISOString();
const CONFIG = `export default { export: { activities: { from: '${FROM}' }, requestsPerMinute: 1_000_000 } };`;

/** A folder with a configuration, and a world of its own. */
async function setUp(world: string) {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'parlance.config.mjs'), CONFIG);
  return { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: `compliance-${world}` } };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('continues after %s, and is refused while another process runs it', async (signal, exitCode) => {
  const world = `stopped-${signal}`;
  const place = await setUp(world);
  fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 500 }], world);
  const running = cli.start(['export', 'run', '--json'], place);
  await running.printed('"type":"sealed"');
  const other = await cli.run(['export', 'run'], place);
  expect([other.code, other.out]).toEqual([4, '']);
  expect(other.err).toContain('help it with --join');
  const watched = await cli.run(['export', 'status'], place);
  expect(watched.out).toMatch(/^Export default: running \(/);

  running.child.kill(signal);
  const { code, lines } = await running.result;
  expect(code).toBe(exitCode);
  expect(lines().at(-1)).toMatchObject({ type: 'stopped', signal, exit_code: exitCode });
  fake.setFaults([], world);
  const resumed = await cli.run(['export', 'run'], place);
  expect(resumed.code).toBe(0);
  expect(resumed.err).toMatch(/^Resuming run 1/);
  const chats = await chatsIn(place.cwd);
  expect([chats.length, new Set(chats).size]).toEqual([160, 160]);
  expect((await cli.run(['export', 'verify'], { cwd: place.cwd })).code).toBe(0);
});

test('a second Ctrl-C ends it at once', async () => {
  const place = await setUp('hung');
  fake.setFaults([{ stall: true }], 'hung');
  const running = cli.start(['export', 'run'], place);
  await running.printed('Starting run 1');
  running.child.kill('SIGINT');
  await running.printed('Stopping. Press Ctrl-C again to end at once.');
  running.child.kill('SIGINT');
  expect((await running.result).code).toBe(130);
});
