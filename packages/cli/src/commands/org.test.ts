/** The organization through the command. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOf } from '@parlance/archive/internal';
import { testSigner } from '@parlance/testing/sign-ssh';
import { createFake, type Fake, type ScenarioUser } from '@parlance/testing-fakes';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing/run-here.js';
import type { CliResult } from '../testing/start-cli.js';

const lena = testSigner('lena');
const APPROVERS = {
  required: 1,
  keys: [{ name: 'lena@example.com', key: lena.publicKey }],
  makerMayApprove: true,
};

interface World {
  readonly fake: Fake;
  readonly cwd: string;
  readonly cli: (...argv: string[]) => Promise<CliResult>;
  readonly file: (name: string) => string;
}

async function world(files: Readonly<Record<string, string>>): Promise<World> {
  const users: ScenarioUser[] = ['ada', 'ben', 'cleo'].map((name) => ({
    email: `${name}@example.com`,
    id: `user_${name}`,
  }));
  const fake = createFake({ clock: { mode: 'running' }, scenario: { records: { users } } });
  await fake.listen({ port: 0 });
  const cwd = await mkdtemp(path.join(tmpdir(), 'parlance-org-'));
  onTestFinished(async () => {
    await fake.close();
    await rm(cwd, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  const { admin, compliance } = fake.keys;
  const env = { PARLANCE_BASE_URL: fake.url, PARLANCE_ADMIN_KEY: admin, PARLANCE_COMPLIANCE_KEY: compliance };
  return { fake, cwd, cli: (...argv) => runHere(argv, { cwd, env }), file: (name) => path.join(cwd, name) };
}

test('plan, apply, drift and undo', async () => {
  const { cli, file } = await world({
    'org.yaml':
      'users:\n  - { email: ada@example.com, role: developer }\n  - { email: new@example.com }\nworkspaces:\n  - name: Sales\n    members: { ada@example.com: workspace_admin }\n',
  });
  const planned = await cli('org', 'plan', 'org.yaml', '--html', 'plan.html');
  expect(planned).toMatchObject({ code: 0 });
  expect(planned.out).toContain('create the workspace "Sales"');
  expect(await readFile(file('plan.html'), 'utf8')).toContain('invite new@example.com as user');
  expect((await cli('org', 'drift', 'org.yaml')).code).toBe(3);
  const applied = await cli('org', 'apply', 'org-plan.json', '--json');
  expect(applied.lines()).toContainEqual(
    expect.objectContaining({ type: 'applied', done: 4, recorded: 4, refused: [] }),
  );
  expect(await cli('org', 'apply', 'org-plan.json')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^0 done, 4 were so already/) as string,
  });
  const { code, err } = await cli('org', 'drift', 'org.yaml');
  expect([code, err]).toEqual([0, expect.stringContaining('The organization is as it should be.')]);
  expect((await cli('org', 'undo')).out).toContain('archive the workspace "Sales"');
  const refused = await cli('org', 'apply', 'org-undo.json');
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('Nobody can approve this plan')]);
});

test('a plan against a guard is applied once a person has signed it', async () => {
  const { cli, file, fake } = await world({
    'parlance.config.json': JSON.stringify({
      organization: { files: ['people.csv', 'rules.yaml'], approvers: APPROVERS },
    }),
    'people.csv': 'email,role\nadmin@example.com,\nada@example.com,user\n',
    'rules.yaml': 'unlisted: remove\n',
  });
  const { out } = await cli('org', 'plan');
  expect(out).toContain('Needs approval: 2 people lose access because they are not listed; at most 0 may');
  expect(await cli('org', 'apply', 'org-plan.json')).toMatchObject({
    code: 4,
    err: expect.stringContaining('parlance org approve') as string,
  });
  const { digest } = JSON.parse(await readFile(file('org-plan.json'), 'utf8')) as { digest: string };
  await writeFile(file('lena.sig'), lena.sign('parlance-plan@1', `${digest}\n`));
  expect((await cli('org', 'approve', 'org-plan.json', '--signature', 'lena.sig')).code).toBe(0);
  expect((await cli('org', 'apply', 'org-plan.json')).out).toContain('2 done');
  expect(fake.journal().filter(({ operation }) => operation === 'users.delete')).toHaveLength(2);
  expect((await cli('org', 'undo', digest.slice(0, 8))).out).toContain(
    'nothing restores the membership of ben@example.com',
  );
});

test('a plan cannot bring its own guards', async () => {
  const { cli, file, fake } = await world({
    'people.csv': 'email\nadmin@example.com\nada@example.com\n',
    'rules.yaml': 'unlisted: remove\n',
  });
  await cli('org', 'plan', 'people.csv', 'rules.yaml');
  const { digest: _, ...plan } = JSON.parse(await readFile(file('org-plan.json'), 'utf8')) as {
    digest: string;
  };
  const forged = { ...plan, breaches: [], guards: { maxUnlisted: 999 } };
  await writeFile(file('org-plan.json'), JSON.stringify({ ...forged, digest: digestOf(forged) }));
  expect(await cli('org', 'apply', 'org-plan.json')).toMatchObject({
    code: 4,
    err: expect.stringContaining('2 people lose access') as string,
  });
  expect(fake.journal().some(({ operation }) => operation === 'users.delete')).toBe(false);
});

test('the configuration of the guide', async () => {
  const guide = await readFile(
    path.join(import.meta.dirname, '../../../../docs/guides/organization.md'),
    'utf8',
  );
  const { cli } = await world({
    'parlance.config.json': /```json\n([^]*?)```/.exec(guide)?.[1] ?? '',
    'org.yaml': 'workspaces:\n  - { name: Delivery }\n',
    'people.csv': 'email,role\nada@example.com,developer\n',
  });
  expect((await cli('org', 'plan')).code).toBe(0);
  expect((await cli('org', 'apply', 'org-plan.json')).out).toContain('2 done');
});

test('what an organization is can be planned without a difference', async () => {
  const { cli, file } = await world({});
  const { out } = await cli('org', 'export');
  await writeFile(file('org.json'), out);
  expect((await cli('org', 'plan', 'org.json')).out).toContain('0 actions');
});

test('offboarding writes a plan, and continues it', async () => {
  const { cli, fake } = await world({});
  const dry = await cli('offboard', 'ben@example.com', '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: expect.stringContaining('There is no archive at') as string });
  expect(dry.out).toContain('sign ben@example.com out');
  fake.setFaults([{ match: { operation: 'users.delete' }, status: 503, times: 20 }]);
  expect((await cli('offboard', 'ben@example.com')).code).toBe(3);
  fake.setFaults([]);
  expect((await cli('offboard', 'ben@example.com')).out).toContain('remove ben@example.com (user)');
  expect(
    fake.journal().filter(({ operation, status }) => operation === 'users.delete' && status === 200),
  ).toHaveLength(1);
});

test.each<[string, string[], number, RegExp]>([
  ['no files', ['org', 'plan'], 2, /No file says what the organization should be/],
  ['a file that is missing', ['org', 'plan', 'no.yaml'], 1, /no\.yaml/],
  [
    'an invalid file',
    ['org', 'plan', 'bad.yaml'],
    2,
    /bad\.yaml, line 2, column 5: users\.0.*\(ada@example\.com\)/,
  ],
  ['a file that is not a plan', ['org', 'apply', 'bad.yaml'], 4, /is not JSON/],
  ['nothing to undo', ['org', 'undo'], 2, /The store .*does not exist/],
  [
    'somebody unknown',
    ['offboard', 'bne@example.com'],
    3,
    /bne@example\.com is neither in the organization nor invited/,
  ],
  ['a name instead of an address', ['offboard', 'Ben'], 2, /must be one e-mail address/],
  ['nobody', ['offboard', ''], 2, /must be one e-mail address/],
  ['two people', ['offboard', 'ada@example.com', 'ben@example.com'], 2, /too many arguments/],
  ['a digest that no plan has', ['org', 'undo', 'f00'], 2, /does not exist/],
  [
    'the plan of another command',
    ['org', 'approve', 'retention.jsonl'],
    4,
    /is not a plan of an organization/,
  ],
  ['no file to apply', ['org', 'apply'], 2, /missing required argument/],
])('%s', async (_, argv, code, message) => {
  const { cli } = await world({
    'retention.jsonl': '{"type":"plan"}',
    'bad.yaml': 'users:\n  - { email: ada@example.com, roles: user }\n',
  });
  const result = await cli(...argv);
  expect(result.err.replace(/There is no archive.*\n|Plan: .*\n/g, '')).toMatch(message);
  expect(result.code).toBe(code);
});
