import { InferenceClient } from '@parlance/inference';
import { AdminClient } from '@parlance/admin';
import { beforeAll, expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli({ seed: 'empty', clock: { mode: 'running' } });
const env = { PARLANCE_BASE_URL: url, PARLANCE_ADMIN_KEY: 'admin-default' };
const run = async (...argv: string[]) => cli.run(argv, { env });

beforeAll(async () => {
  const admin = new AdminClient({ baseUrl: url, adminKey: 'admin-default' });
  const inference = new InferenceClient({ baseUrl: url, apiKey: 'api-default' });
  for await (const { id } of admin.apiKeys.list()) await admin.apiKeys.update(id, { name: '=1+1' });
  for (const model of ['assistant-opus-4-7', 'assistant-sonnet-4-6'])
    await inference.messages.create({
      model,
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Hello' }],
    });
});

const FROM = ['--from', '2026-01'];

test('usage is added up by the groups', async () => {
  const { code, lines } = await run('usage', ...FROM, '--by', 'model,month,key', '--json');
  const all = lines();
  expect([code, all.map(({ type }) => type)]).toEqual([0, ['usage', 'usage', 'summary']]);
  const models = all.slice(0, 2).map(({ model }) => model);
  expect(models).toEqual(['assistant-opus-4-7', 'assistant-sonnet-4-6']);
  for (const row of all.slice(0, 2)) {
    expect(row).toMatchObject({ month: expect.stringMatching(/^\d{4}-\d{2}$/), key: expect.any(String) });
    expect(Number(row['input_tokens'])).toBeGreaterThan(0);
    expect(Number(row['output_tokens'])).toBeGreaterThan(0);
  }
});

test('costs are added up without rounding, and their total is that of the rows', async () => {
  const { lines } = await run('cost', ...FROM, '--by', 'model', '--json');
  const rows = lines().slice(0, -1);
  const total = lines().at(-1)?.['totals'] as { readonly USD: string };
  const micro = (amount: unknown): number => Math.round(Number(amount) * 1e9);
  expect(rows.length).toBe(2);
  expect(micro(total.USD)).toBe(rows.reduce((sum, { amount }) => sum + micro(amount), 0));
  expect(Number(total.USD)).toBeGreaterThan(0);
});

test('a table names its columns, and CSV is safe to open in a spreadsheet', async () => {
  const table = await run('cost', ...FROM, '--by', 'workspace');
  expect(table.out).toMatch(/^workspace id +workspace +amount +currency\n/);
  expect(table.out).toMatch(/1 row from 2026-01-01 to now, \d+\.\d+ USD\n$/);
  const csv = await run('usage', ...FROM, '--by', 'key', '--csv');
  expect(csv.out).toMatch(/^api_key_id,key,input_tokens,.*\n\w+,'=1\+1,\d+,/);
  expect(csv.err).toContain('1 row from');
});

test('costs are charged to the tag of each workspace', async () => {
  const admin = new AdminClient({ baseUrl: url, adminKey: 'admin-default' });
  const { id } = await admin.workspaces.create({ name: 'Research', tags: { center: 'R-12' } });
  const inference = new InferenceClient({ baseUrl: url, apiKey: fake.keysOf('default', id).api });
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  await inference.messages.create({ model: 'assistant-opus-4-7', max_tokens: 50, messages });
  const { lines } = await run('cost', ...FROM, '--by', 'team', '--team-tag', 'center', '--json');
  expect(lines().map(({ team }) => team)).toEqual(['R-12', null, undefined]);
});

test.each([
  [['cost', '--by', 'key'], 'does not report costs by key'],
  [['usage', '--by', 'week'], '--by must list some of month'],
  [['usage', '--from', '2026-02-31'], 'It must be a month, a day or a time'],
  [['usage', '--csv', '--json'], "'--csv' cannot be used with option '--json'"],
])('%j is refused before anything is sent', async (argv, message) => {
  const { code, out, err } = await run(...argv);
  expect([code, `${out}${err}`]).toEqual([2, expect.stringContaining(message)]);
});

test('keys are listed with their age, and deactivated after a confirmation', async () => {
  const { code, lines } = await run('keys', 'list', '--last-use', '--json');
  const keys = lines().slice(0, -1);
  expect([code, lines().at(-1)]).toEqual([
    0,
    expect.objectContaining({ type: 'summary', keys: keys.length }),
  ]);
  const used = keys.find(({ last_used }) => last_used !== null);
  expect(used).toMatchObject({
    status: 'active',
    age_days: expect.any(Number),
    created_at: expect.any(String),
  });
  const id = String(used?.['id']);
  const asked = await run('keys', 'deactivate', id);
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('Add --yes')]);
  expect((await run('keys', 'deactivate', id, '--yes')).out).toContain(
    `${id}  ${used?.['name']}  inactive\n`,
  );
  const inactive = await run('keys', 'list', '--status', 'inactive', '--json');
  expect(inactive.lines()[0]).toMatchObject({ type: 'key', id });
});

test('limits are listed', async () => {
  const { code, lines, out } = await run('limits', '--json');
  expect([code, lines()[0]]).toEqual([
    0,
    expect.objectContaining({ type: 'limit', value: expect.any(Number) }),
  ]);
  expect(out).toContain('requests_per_minute');
});
