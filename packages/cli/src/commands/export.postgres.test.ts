/** Commands of several processes, with a store on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { databaseProxy } from '@parlance/testing/database-proxy';
import { expect, test } from 'vitest';
import { chatsIn } from '../testing/chats-in.js';
import { setUpBuiltCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpBuiltCli();

/** Creates an empty database; returns its URL, which contains a password. */
async function createDatabase(): Promise<string> {
  const url = new URL(process.env['PARLANCE_TEST_POSTGRES'] ?? '');
  const client = new Client({ connectionString: url.href });
  const name = `cli_${randomUUID().replaceAll('-', '')}`;
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = name;
  return url.href;
}

/** A folder with a configuration, a database, and a world of its own. */
async function setUp(world: string) {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = { export: { activities: { from }, requestsPerMinute: 1_000_000, concurrency: 1 } };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  const env = {
    PARLANCE_BASE_URL: url,
    PARLANCE_COMPLIANCE_KEY: `compliance-${world}`,
    PARLANCE_API_KEY: `api-${world}`,
    PARLANCE_STORE: await createDatabase(),
  };
  return { cwd, env };
}

async function expectComplete(place: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  const chats = await chatsIn(place.cwd);
  expect([chats.length, new Set(chats).size]).toEqual([160, 160]);
  const verified = await cli.run(['export', 'verify'], place);
  expect([verified.code, verified.err]).toEqual([0, '']);
}

test('a second process is refused, unless it joins; then both show progress and end', async () => {
  const place = await setUp('joined');
  fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 60 }], 'joined');
  const first = cli.start(['export', 'run', '--json'], place);
  await first.printed('"type":"sealed"');
  const refused = await cli.run(['export', 'run'], place);
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('help it with --join')]);
  const second = cli.start(['export', 'run', '--join', '--json'], place);
  for (const { code, err, lines } of await Promise.all([first.result, second.result])) {
    expect([code, err]).toEqual([0, '']);
    expect(lines().map(({ type }) => type)).toContain('progress');
    expect(lines().at(-2)).toMatchObject({ type: 'status', state: 'done', run: 1 });
  }
  await expectComplete(place);
});

test('a process that has joined does what the first one does not, and takes over after its Ctrl-C', async () => {
  const place = await setUp('stopped');
  // The first process reads one partition at a time, and waits for this response.
  fake.setFaults([{ match: { operation: 'chats.messages' }, stall: true, times: 1 }], 'stopped');
  const stalled = (): string | undefined =>
    fake.journal('stopped').find(({ operation }) => operation === 'chats.messages')?.path;
  const first = cli.start(['export', 'run', '--join'], place);
  await expect.poll(stalled).toBeDefined();
  // However long the second one takes.
  fake.setFaults([{ match: { path: stalled() }, stall: true }], 'stopped');
  const second = cli.start(['export', 'run', '--join'], place);
  const sealed = async (): Promise<unknown> => {
    const [status] = (await cli.run(['export', 'status', '--json'], place)).lines();
    return status;
  };
  await expect
    .poll(sealed)
    .toMatchObject({ state: 'running', partitions: { sealed: 1, open: 1, failed: 0 } });
  fake.setFaults([], 'stopped');
  first.child.kill('SIGINT');
  expect((await first.result).code).toBe(130);
  const { code, out } = await second.result;
  expect([code, out]).toEqual([0, expect.stringMatching(/^Export default: done, run 1/)]);
  await expectComplete(place);
});

test('Ctrl-C of a process without --join stops all, and says how to continue', async () => {
  const place = await setUp('paused');
  fake.setFaults([{ match: { operation: 'chats.messages' }, stall: true }], 'paused');
  const first = cli.start(['export', 'run'], place);
  await first.printed('Starting run 1');
  const second = cli.start(['export', 'run', '--join'], place);
  await second.printed('Joining run 1');
  first.child.kill('SIGTERM');
  const { code, err } = await first.result;
  expect([code, err]).toEqual([143, expect.stringContaining('Run the same command again to continue.')]);
  const other = await second.result;
  expect([other.code, other.out]).toEqual([3, expect.stringMatching(/^Export default: paused, run 1/)]);
  expect(other.out).toContain('Continue with: parlance export run\n');
  fake.setFaults([], 'paused');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  await expectComplete(place);
});

test('a process that has joined takes over when the first one is killed', async () => {
  const place = await setUp('killed');
  fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 60 }], 'killed');
  const first = cli.start(['export', 'run', '--join'], place);
  await first.printed('Starting run 1');
  const second = cli.start(['export', 'run', '--join'], place);
  await second.printed('Joining run 1');
  first.child.kill('SIGKILL');
  const { code, out } = await second.result;
  expect([code, out]).toEqual([0, expect.stringMatching(/^Export default: done, run 1/)]);
  await expectComplete(place);
});

test('waits for a server that does not respond, but no longer than --max-wait', async () => {
  const place = await setUp('patient');
  const proxy = await databaseProxy(place.env.PARLANCE_STORE);
  const proxied = { ...place, env: { ...place.env, PARLANCE_STORE: proxy.url } };
  fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 60 }], 'patient');

  const impatient = cli.start(['export', 'run', '--max-wait', '1'], proxied);
  await impatient.printed('Starting run 1');
  await proxy.down();
  const { code, err } = await impatient.result;
  expect([code, err]).toEqual([5, expect.stringContaining('cannot be used: ')]);

  await proxy.up();
  const patient = cli.start(['export', 'run', '--max-wait', '600', '--json'], proxied);
  await patient.printed('"type":"sealed"');
  await proxy.down();
  await patient.printed('"type":"waiting"');
  await proxy.up();
  const done = await patient.result;
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.lines()).toContainEqual(
    expect.objectContaining({ type: 'waiting', code: 'store_unavailable', waited_ms: expect.any(Number) }),
  );
  expect(done.lines().at(-2)).toMatchObject({ type: 'status', state: 'done' });
  await expectComplete(place);
});

test('batches, holds and doctor use the same database, and do not print its password', async () => {
  const place = await setUp('others');
  const line = {
    custom_id: 'a',
    params: {
      model: 'assistant-haiku-4-5',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'Describe Oslo.' }],
    },
  };
  await writeFile(path.join(place.cwd, 'requests.jsonl'), JSON.stringify(line));
  const batch = await cli.run(['batch', 'run', 'requests.jsonl'], place);
  expect([batch.code, batch.out]).toEqual([0, expect.stringContaining('1 results in ')]);
  const again = await cli.run(['batch', 'run', 'requests.jsonl'], place);
  expect(again.out).toContain('(already complete)');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  const why = ['--by', 'lena@example.com', '--reason', 'matter 17'];
  const hold = ['hold', 'add', '--user', 'user_1', '--matches-nothing-yet', ...why];
  expect((await cli.run(hold, place)).code).toBe(0);
  const list = ['hold', 'list', '--archive', path.join(place.cwd, 'archive')];
  expect((await cli.run(list, { ...place, cwd: await cli.folder() })).out).toContain('user_1');
  const { out } = await cli.run(['doctor'], place);
  expect(out).toMatch(/^ok +store +.*127\.0\.0\.1:\d+\/cli_\w+ \(postgres\)$/m);
  expect(out).not.toContain(':password@');

  const { port } = new URL(place.env.PARLANCE_STORE);
  const wrong = {
    ...place.env,
    PARLANCE_STORE: `postgres://postgres:canary-password@127.0.0.1:${port}/parlance`,
  };
  const refused = await cli.run(['export', 'run'], { ...place, env: wrong });
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain('password authentication failed');
  expect(refused.err).not.toContain('canary');
});
