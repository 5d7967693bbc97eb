import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli();

const environment = (): Record<string, string> => ({
  PARLANCE_BASE_URL: url,
  PARLANCE_API_KEY: 'api-doctor',
  PARLANCE_ADMIN_KEY: 'admin-doctor',
  PARLANCE_COMPLIANCE_KEY: 'compliance-doctor',
});

const retention = (rule: object, approvers: unknown): object => ({
  retention: { rules: [{ name: 'all', ...rule }], approvers },
});

test('checks every key, and prints one line per check', async () => {
  const { code, out, err } = await cli.run(['doctor'], { env: environment() });
  expect([code, err]).toEqual([0, '']);
  expect(out).not.toContain('\u001B');
  expect(out).toMatch(/^ok +compliance\.chats +the key can read chats$/m);
  expect(out).toMatch(/\n\n17 ok, 0 with a warning, 0 failed, 3 skipped\n$/);
});

test('prints JSON lines with a name and a status', async () => {
  const { code, lines } = await cli.run(['doctor', '--json'], { env: environment() });
  expect(code).toBe(0);
  expect(lines().map(({ type, name, status }) => [type, name, status].join(' ').trim())).toEqual([
    'check node ok',
    'check config ok',
    'check base_url ok',
    'check proxy ok',
    'check api.key ok',
    'check api.models ok',
    'check api.agents ok',
    'check api.limits skipped',
    'check admin.key ok',
    'check admin.organization ok',
    'check admin.users ok',
    'check admin.limits skipped',
    'check compliance.key ok',
    'check compliance.activities ok',
    'check compliance.directory ok',
    'check compliance.chats ok',
    'check compliance.limits skipped',
    'check clock ok',
    'check store ok',
    'check export.ndjson ok',
    'summary',
  ]);
});

test('reports a revoked key, a missing scope and a wrong clock, each with what to do', async () => {
  const headers = { date: 'Mon, 01 Jan 2024 00:00:00 GMT' };
  fake.setFaults(
    [
      { match: { path: '/v1/models' }, status: 401, headers },
      { match: { operation: 'agents.list' }, status: 401, headers },
      { match: { operation: 'chats.list' }, status: 403, headers },
      { headers },
    ],
    'broken',
  );
  const env = {
    ...environment(),
    PARLANCE_API_KEY: 'api-broken',
    PARLANCE_COMPLIANCE_KEY: 'compliance-broken',
    PARLANCE_ADMIN_KEY: '',
  };
  const { code, lines } = await cli.run(['doctor', '--json'], { env });
  expect(code).toBe(3);
  const byName = new Map(lines().map((line) => [line['name'], line]));
  expect(byName.get('api.models')).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('revoked'),
  });
  expect(byName.get('compliance.chats')).toMatchObject({
    status: 'failed',
    fix: 'Use a key of the kind "compliance". It needs the scope read:compliance_user_data; scopes are fixed when a key is created.',
  });
  expect(byName.get('clock')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^\d+ s ahead of the service$/),
    fix: expect.stringContaining('NTP'),
  });
  expect(byName.get('compliance.directory')).toMatchObject({ status: 'ok' });
  expect(byName.get('admin.key')).toMatchObject({
    status: 'skipped',
    message: 'PARLANCE_ADMIN_KEY is not set',
  });
});

test('without keys or a service, says what to set', async () => {
  const { code, out } = await cli.run(['doctor'], { env: { PARLANCE_BASE_URL: url } });
  expect(code).toBe(3);
  expect(out).toContain('Set PARLANCE_COMPLIANCE_KEY for exports and retention');
  const without = await cli.run(['doctor']);
  expect(without.code).toBe(3);
  expect(without.out).toContain('Set PARLANCE_BASE_URL');
});

test('reports a service that cannot be reached', async () => {
  const env = {
    ...environment(),
    PARLANCE_BASE_URL: 'http://127.0.0.1:1',
    PARLANCE_ADMIN_KEY: '',
    PARLANCE_API_KEY: '',
  };
  const { code, out } = await cli.run(['doctor'], { env });
  expect(code).toBe(3);
  expect(out).toMatch(/^failed +compliance\.activities +.*\n +Check the URL, the network and the proxy\.$/m);
  expect(out).toMatch(/^skipped +clock/m);
});

test('checks the store and the proxy', async () => {
  const cwd = await cli.folder();
  await writeFile(
    path.join(cwd, 'notes.txt'),
    'not a database, but long enough to be read as one: '.repeat(20),
  );
  const env = {
    ...environment(),
    NO_PROXY: '127.0.0.1',
    HTTP_PROXY: 'http://user:canary-proxy@proxy.example.com:8080',
  };
  const foreign = await cli.run(['doctor', '--json', '--store', 'sqlite:notes.txt'], { env, cwd });
  expect(foreign.code).toBe(3);
  expect(foreign.lines().find(({ name }) => name === 'store')).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('--store'),
  });
  expect(foreign.lines().find(({ name }) => name === 'proxy')).toMatchObject({
    status: 'ok',
    message: 'http://proxy.example.com:8080 from HTTP_PROXY, except for 127.0.0.1',
  });
  const missing = await cli.run(['doctor', '--store', 'sqlite:none/parlance.db'], { env, cwd });
  expect(missing.out).toMatch(
    /^failed +store +\S.*\/none\/parlance\.db cannot be created: its folder does not exist$/m,
  );
});

test('takes keys from files and commands, and warns about a file that others can read', async () => {
  const cwd = await cli.folder();
  await mkdir(path.join(cwd, 'keys'));
  const file = path.join(cwd, 'keys/compliance');
  await writeFile(file, 'compliance-doctor\n');
  await chmod(file, 0o644);
  const argv = [
    'doctor',
    '--json',
    '--key-file',
    'compliance=keys/compliance',
    '--key-command',
    'admin=echo admin-doctor',
  ];
  const { code, lines } = await cli.run(argv, {
    cwd,
    env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'wrong' },
  });
  expect(code).toBe(0);
  const byName = new Map(lines().map((line) => [line['name'], line]));
  expect(byName.get('compliance.key_file')).toMatchObject({ status: 'warning', fix: `chmod 600 ${file}` });
  expect(byName.get('compliance.chats')).toMatchObject({ status: 'ok' });
  expect(byName.get('admin.key')).toMatchObject({ message: 'from a key command' });
  expect(byName.get('admin.users')).toMatchObject({ status: 'ok' });
});

const COLLECTOR = `import { http } from '@parlance/archive';
export default { export: { sinks: [http({ url: 'http://127.0.0.1:1/events' })] } };`;

test.each([
  ['an archive below a file', ['--archive', 'file/archive'], {}, 'export.ndjson', 'file/archive'],
  ['an archive that is a file', ['--archive', 'file'], {}, 'export.ndjson', 'is not a folder'],
  [
    'a search file in a missing folder',
    [],
    { export: { searchFile: 'none/a.db' } },
    'export.sqlite',
    'there is no folder',
  ],
  ['an empty object as a sink', [], { export: { sinks: [{}] } }, 'export', 'sinks.1 must be a sink'],
  ['a collector that does not respond', [], COLLECTOR, 'export.http', 'http://127.0.0.1:1/events failed'],
  [
    'a window that is not a time',
    [],
    { export: { activities: { window: 'x' } } },
    'export',
    'activities.window',
  ],
  ['a rule that keeps nothing', [], retention({ keepDays: 0 }, 'none'), 'retention', 'keepDays'],
  [
    'approvers that are nobody',
    [],
    retention({ keepDays: 1 }, { required: 1, keys: [] }),
    'retention',
    'approvers',
  ],
])('reports %s', async (_, argv, config, name, message) => {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'file'), '');
  const isProgram = typeof config === 'string';
  const file = path.join(cwd, `parlance.config.${isProgram ? 'mjs' : 'json'}`);
  await writeFile(file, isProgram ? config : JSON.stringify(config));
  const { code, lines } = await cli.run(['doctor', '--json', ...argv], { env: environment(), cwd });
  expect(code).toBe(3);
  const failed = lines().filter(({ status }) => status === 'failed');
  expect(failed).toEqual([
    expect.objectContaining({ name, message: expect.stringContaining(message), fix: expect.any(String) }),
  ]);
});

test('warns about an archive and a store that others can change', async () => {
  const cwd = await cli.folder();
  await mkdir(path.join(cwd, 'archive'));
  await writeFile(path.join(cwd, 'parlance.db'), '');
  for (const name of ['archive', 'parlance.db']) await chmod(path.join(cwd, name), 0o777);
  const { lines } = await cli.run(['doctor', '--json'], { env: environment(), cwd });
  const warnings = lines().filter(({ status }) => status === 'warning');
  expect(warnings.map(({ name, fix }) => [name, fix])).toEqual([
    ['archive.access', `chmod go-w ${path.join(cwd, 'archive')}`],
    ['store.access', `chmod go-w ${path.join(cwd, 'parlance.db')}`],
  ]);
});

test('does not call limits fine that nobody has reported', async () => {
  const env = { ...environment(), PARLANCE_BASE_URL: 'http://127.0.0.1:1' };
  const { lines } = await cli.run(['doctor', '--json'], { env });
  const limits = lines().filter(({ name }) => String(name).endsWith('.limits'));
  expect(limits.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
});

test('requires the kind of a key', async () => {
  const { code, err } = await cli.run(['doctor', '--key-command', 'echo canary-secret'], {
    env: environment(),
  });
  expect(code).toBe(2);
  expect(err).toContain('must start with its kind');
  expect(err).not.toContain('canary-secret');
});
