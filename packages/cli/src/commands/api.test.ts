import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, url } = await setUpCli();
const env = {
  PARLANCE_BASE_URL: url,
  PARLANCE_API_KEY: 'api-default',
  PARLANCE_ADMIN_KEY: 'admin-default',
  PARLANCE_COMPLIANCE_KEY: 'compliance-default',
};
const api = async (args: readonly string[], cwd?: string) =>
  cli.run(['api', ...args], { env, ...(cwd !== undefined && { cwd }) });

test('operations are listed', async () => {
  const { code, out } = await api([]);
  expect(code).toBe(0);
  expect(out).toContain('invites.list  GET /v1/organizations/invites\n');
  expect(out.trim().split('\n').length).toBeGreaterThan(140);
});

test('an operation of each service is called', async () => {
  for (const id of ['models.list', 'agents.list', 'users.list', 'activities.list']) {
    const { code, lines } = await api([id, 'limit=1', '--json']);
    expect([id, code]).toEqual([id, 0]);
    expect(lines()[0]).toMatchObject({ type: 'response', response: { data: [expect.anything()] } });
  }
});

test('the items of all pages are printed', async () => {
  const { code, lines } = await api(['users.list', 'limit=2', '--page-all', '--json']);
  const items = lines();
  expect([code, items.at(-1)]).toEqual([0, { type: 'summary', items: items.length - 1, exit_code: 0 }]);
  expect(items.length).toBeGreaterThan(3);
});

test('nested and repeated parameters are sent', async () => {
  const args = ['created_at.gte=2020-01-01T00:00:00Z', 'activity_types=org_user_invite_sent'];
  const { code, lines } = await api(['activities.list', ...args, '--json']);
  expect(code).toBe(0);
  const [{ response } = {}] = lines() as { response?: { data: { type: string }[] } }[];
  expect(new Set(response?.data.map(({ type }) => type)).size).toBeLessThan(2);
});

test('a body is sent from a file, and checked before', async () => {
  const cwd = await cli.folder();
  const body = (value: object) => writeFile(path.join(cwd, 'body.json'), JSON.stringify(value));
  await body({ display_name: 'keys' });
  const created = await api(['vaults.create', '--body', 'body.json', '--json'], cwd);
  const [{ response } = {}] = created.lines() as { response?: { id: string } }[];
  expect([created.code, response]).toEqual([0, expect.objectContaining({ display_name: 'keys' })]);
  await body({ display_nam: 'keys' });
  const wrong = await api(['vaults.create', '--body', 'body.json'], cwd);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('display_nam')]);
  const archive = ['vaults.archive', `vault_id=${response?.id}`];
  expect((await api(archive)).err).toContain('cannot be undone');
  expect((await api([...archive, '--yes'])).code).toBe(0);
  await body({ status: 'inactive' });
  const deactivate = ['apiKeys.update', 'api_key_id=apikey_1', '--body', 'body.json'];
  expect((await api(deactivate, cwd)).err).toContain('Add --yes');
});

test.each([
  [['invites.lst'], 'Did you mean invites.list?'],
  [['invites.retrieve'], 'requires invite_id=…'],
  [['invites.list', 'limit'], 'Expected name=value'],
  [['invites.list', '__proto__.x=1'], 'Expected name=value'],
  [['invites.list', 'limt=5'], 'limt'],
  [['sessions.events.stream', 'session_id=a'], 'a client in a program'],
  [['models.retrieve', 'model_id=a', '--page-all'], 'has no pages'],
])('%j is refused before anything is sent', async (args, text) => {
  const { code, err } = await api(args);
  expect([code, err]).toEqual([2, expect.stringContaining(text)]);
});
