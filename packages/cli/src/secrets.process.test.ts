/** Runs every command with keys and texts that must not appear in what it prints or writes. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fault } from '@parlance/testing-fakes';
import { describe, expect, test } from 'vitest';
import { emptyProgram, leavesOf } from './testing/empty-program.js';
import { setUpBuiltCli } from './testing/set-up-cli.js';
import type { CliResult } from './testing/start-cli.js';

const { cli, fake, url } = await setUpBuiltCli();

/** Every secret contains this word. The keys do, because the emulator names worlds after them. */
const CANARY = 'nightingale';
const BY = ['--by', 'lena@example.com', '--reason', 'matter 17'];

/** A folder with a configuration and requests. */
async function setUp(world: string) {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = {
    export: { activities: { from }, searchFile: 'search.db', requestsPerMinute: 1_000_000 },
    retention: {
      rules: [{ name: 'old', keepDays: 30 }],
      caps: { chats: 500 },
      approvers: 'none',
      allowMissingFiles: true,
    },
  };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  const params = {
    model: 'assistant-haiku-4-5',
    max_tokens: 10,
    messages: [{ role: 'user', content: `${CANARY}-prompt` }],
  };
  const invalid = { ...params, model: 'unknown-model' };
  const lines = [params, invalid].map((value, index) =>
    JSON.stringify({ custom_id: `request-${index}`, params: value }),
  );
  await writeFile(path.join(cwd, 'requests.jsonl'), lines.join('\n'));
  await writeFile(path.join(cwd, 'requests.csv'), `text\n"${CANARY}"x\n`);
  await writeFile(path.join(cwd, 'org.yaml'), 'users:\n  - { email: new@example.com }\n');
  const env = {
    PARLANCE_BASE_URL: url,
    PARLANCE_COMPLIANCE_KEY: `compliance-${world}`,
    PARLANCE_API_KEY: `api-${world}`,
    PARLANCE_ADMIN_KEY: `admin-${world}`,
    PARLANCE_LOG: 'debug',
  };
  return { cwd, env };
}

/** The files of a folder that contain a text, except prompts, replies and the copies of the organization's data. */
async function filesWith(text: string, cwd: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(cwd, { recursive: true, withFileTypes: true })) {
    const file = path.relative(cwd, path.join(entry.parentPath, entry.name));
    if (
      !entry.isFile() ||
      /^(archive\/|search\.db|plan\.html$|requests\.((results\.)?jsonl|csv)$)/.test(file)
    )
      continue;
    if ((await readFile(path.join(cwd, file))).includes(text)) found.push(file);
  }
  return found;
}

function expectNoSecret(argv: readonly string[], { out, err }: CliResult, secret = CANARY): void {
  expect([argv, out.includes(secret), err.includes(secret)]).toEqual([argv, false, false]);
}

const commands = leavesOf(emptyProgram()).map((words) => words.join(' '));

test('no command prints or stores a key, a prompt or a message', { timeout: 300_000 }, async () => {
  const place = await setUp(`${CANARY}-key`);
  const ran = new Set<string>();
  const run = async (code: number, ...argv: string[]): Promise<CliResult> => {
    ran.add(commands.find((command) => `${argv.join(' ')} `.startsWith(`${command} `)) ?? '');
    const result = await cli.run(argv, place);
    expect([argv, result.code, result.err]).toEqual([argv, code, expect.any(String)]);
    expectNoSecret(argv, result);
    // Checks each line against the schema of the output.
    if (argv.includes('--json') && argv[0] !== 'fakes') result.lines();
    return result;
  };
  for (const format of [[], ['--json']]) {
    await run(0, 'doctor', ...format);
    await run(0, 'export', 'explain', ...format);
    await run(0, 'export', 'run', ...format);
    await run(0, 'export', 'status', ...format);
    await run(
      0,
      'follow',
      '--name',
      `n${format.length}`,
      '--from',
      '2026-01',
      '--until',
      '2026-02',
      ...format,
    );
    await run(2, 'export', 'skip', 'none', ...format);
    await run(0, 'export', 'follower', 'sqlite', ...format);
    await run(0, 'export', 'verify', ...format);
    await run(0, 'export', 'head', ...format);
    await run(0, 'search', 'the', ...format);
    await run(0, 'hold', 'list', '--all', ...format);
    await run(0, 'hold', 'check', ...format);
    await run(3, 'batch', 'run', 'requests.jsonl', ...format);
    await run(2, 'batch', 'run', 'requests.csv', '--prompt', `{text} ${CANARY}`, '--model', 'm', ...format);
    await run(0, 'org', 'export', ...format);
    await run(0, 'org', 'plan', 'org.yaml', ...format);
    await run(0, 'org', 'approve', 'org-plan.json', ...format);
    await run(format.length === 0 ? 3 : 0, 'org', 'drift', 'org.yaml', ...format);
    await run(0, 'org', 'apply', 'org-plan.json', ...format);
    await run(0, 'org', 'undo', ...format);
    await run(0, 'offboard', 'new@example.com', '--dry-run', ...format);
    await run(0, 'retention', 'plan', '--file', 'plan.jsonl', ...format);
    await run(0, 'retention', 'show', 'plan.jsonl', '--html', 'plan.html', ...format);
    await run(0, 'retention', 'report', ...format);
    await run(0, 'calls', 'list', ...format);
    await run(0, 'api', 'models.list', ...format);
    await run(0, 'usage', ...format);
    await run(0, 'cost', ...format);
    await run(0, 'keys', 'list', ...format);
    await run(0, 'limits', ...format);
  }
  const [hold] = (
    await run(0, 'hold', 'add', '--user', 'user_1', '--matches-nothing-yet', ...BY, '--json')
  ).lines();
  await run(0, 'hold', 'release', String(hold?.['id']), ...BY);
  const [plan] = (await run(0, 'retention', 'plan', '--json')).lines();
  expect(plan).toMatchObject({ approvals: 0 });
  await run(0, 'retention', 'approve', 'retention-plan.jsonl');
  await run(0, 'retention', 'approvers');
  const apply = ['retention', 'apply', 'retention-plan.jsonl'];
  fake.setFaults([{ status: 401 }], `${CANARY}-key`);
  await run(1, ...apply);
  fake.setFaults([], `${CANARY}-key`);
  await run(0, ...apply);
  await run(1, 'calls', 'approve', 'sevt_1', '--by', 'lena@example.com');
  await run(1, 'calls', 'deny', 'sevt_1', '--by', 'lena@example.com');
  await run(1, 'keys', 'deactivate', 'apikey_unknown', '--yes');
  await run(0, 'completion', 'bash');
  await run(0, 'fakes', 'rules', '--json');
  expect([...ran].sort()).toEqual([...commands].sort());

  expect(await filesWith(CANARY, place.cwd)).toEqual([]);
  const search = await cli.run(['search', 'the', '--json', '--limit', '1'], place);
  const message = String(search.lines()[0]?.['excerpt']).slice(0, 20);
  expect(message).toHaveLength(20);
  expect(await filesWith(message, place.cwd)).toEqual([]);
});

/** Commands that send requests. An export waits until the service can be reached, so it is not run where it cannot. */
const BRIEF = [['doctor'], ['export', 'explain'], ['batch', 'run', 'requests.jsonl']];
const CALLING = [...BRIEF, ['export', 'run']];
const STORING = CALLING.filter(([, command]) => command !== 'explain');
const PASSWORD = `me:${CANARY}-pass@127.0.0.1:1`;

describe('no command prints or stores a secret', () => {
  test.each<[string, string[][], Fault, Record<string, string>]>([
    ['when the key is revoked', CALLING, { status: 401 }, {}],
    ['when the key lacks a scope', CALLING, { status: 403 }, {}],
    ['when another service responds', CALLING, { body: '<p>Hi</p>', content_type: 'text/html' }, {}],
    ['when the connection is cut', BRIEF, { cut: 'rst' }, {}],
    ['when the URL has a password', CALLING, {}, { PARLANCE_BASE_URL: `http://${PASSWORD}` }],
    ['when the proxy has a password', BRIEF, {}, { HTTP_PROXY: `http://${PASSWORD}` }],
    ['when the store has a password', STORING, {}, { PARLANCE_STORE: `postgres://${PASSWORD}/x` }],
    [
      'when the key is not a valid header',
      CALLING,
      {},
      { PARLANCE_COMPLIANCE_KEY: `${CANARY}\u0001`, PARLANCE_API_KEY: `${CANARY} key\u0001` },
    ],
  ])('%s', async (name, calling, fault, env) => {
    const world = `${CANARY}-${name.replaceAll(/[^a-z]/g, '')}`;
    fake.setFaults([fault], world);
    const place = await setUp(world);
    for (const format of [[], ['--json']])
      for (const argv of calling) {
        const result = await cli.run([...argv, ...format], { cwd: place.cwd, env: { ...place.env, ...env } });
        expect([argv, result.code]).not.toEqual([argv, 0]);
        expectNoSecret(argv, result);
      }
    expect(await filesWith(CANARY, place.cwd)).toEqual([]);
  });

  test.each([
    [['doctor', '--api-key', `${CANARY}-key`]],
    [['export', 'run', `--compliance-token=${CANARY}-key`]],
    [['export', 'run', '--key-file', 'missing', '--naming', `${CANARY}-key`]],
    [['export', 'run', '--key-command', `echo ${CANARY}-key >&2; exit 3`]],
    [['doctor', '--key-command', `compliance=echo ${CANARY}-key; exit 3`]],
    [['doctor', '--key-command', `echo ${CANARY}-key`]],
    [['batch', 'run', 'invalid.jsonl']],
    [['export', 'run', '--store', `postgres://${PASSWORD}/x`]],
    [['export', 'run', '--base-url', `http://${PASSWORD}`]],
  ])('of wrong arguments: %j', async (argv) => {
    const { cwd } = await setUp('arguments');
    await writeFile(path.join(cwd, 'invalid.jsonl'), `{"custom_id":"a","params":"${CANARY}-prompt"`);
    const env = { PARLANCE_BASE_URL: url };
    for (const format of [[], ['--json']]) {
      const result = await cli.run([...argv, ...format], { cwd, env });
      expect([argv, result.code]).not.toEqual([argv, 0]);
      expectNoSecret(argv, result);
    }
  });
});
