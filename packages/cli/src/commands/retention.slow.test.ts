/** Holds and retention through the command, on archives that the command has exported. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openArchive } from '@parlance/archive';
import { openStore } from '@parlance/durable';
import { testSigner } from '@parlance/testing/sign-ssh';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runHere } from '../testing/run-here.js';
import type { CliResult } from '../testing/start-cli.js';

const WHY = ['--by', 'lena@example.com', '--reason', 'matter 17'];
const MANY = 1_000_000;
const lena = testSigner('lena');
const APPROVERS = {
  required: 1,
  keys: [{ name: 'lena@example.com', key: lena.publicKey }],
  makerMayApprove: true,
};
const RULE = { name: 'old', keepDays: 30 };

let fake: Fake;
let root: string;
let env: Record<string, string>;
/** Of the archive: somebody with chats, one of the chats, and a project. */
let person: { readonly id: string; readonly email: string; readonly name: string };
let chat: { readonly id: string; readonly name: string; readonly href: string };
let project: { readonly id: string; readonly name: string };

const configWith = (rules: readonly object[], approvers: object | string = APPROVERS): string =>
  JSON.stringify({
    store: 'sqlite:parlance.db',
    export: {
      activities: { from: new Date(Date.now() - 7_200_000).toISOString() },
      requestsPerMinute: MANY,
    },
    retention: { rules, caps: { chats: 500 }, approvers, allowMissingFiles: true },
  });

/** Runs the command on the archive and the store of an organization. */
const cli = (...argv: string[]): Promise<CliResult> => runHere(argv, { cwd: path.join(root, 'ours'), env });

const key = (world: string): Record<string, string> => ({
  ...env,
  PARLANCE_COMPLIANCE_KEY: `compliance-${world}`,
});

async function exportTo(cwd: string, world: string): Promise<void> {
  const { code, err } = await runHere(['export', 'run'], { cwd, env: key(world) });
  if (code !== 0) throw new Error(`the export failed: ${err}`);
}

/** Plans; Lena signs the plan. Returns the arguments that apply it. */
async function plan(file: string): Promise<readonly string[]> {
  const { out, err } = await cli('retention', 'plan', '--file', file);
  expect(err).toMatch(/^Store: \S+parlance\.db\n$/);
  const digest = /^Digest: (\w+)$/m.exec(out)?.[1];
  const signature = lena.sign('parlance-plan@1', `${digest}\n`);
  await writeFile(path.join(root, 'ours', `${file}.lena.sig`), signature);
  return ['retention', 'apply', file];
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parlance-cli-'));
  const demo = { users: 4, chats: 12, activities: 20 };
  fake = createFake({ seed: 'demo', clock: { mode: 'running' }, demo });
  const { url } = await fake.listen({ port: 0 });
  env = { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-default' };
  for (const [name, world] of [
    ['ours', 'default'],
    ['theirs', 'other'],
  ] as const) {
    const cwd = path.join(root, name);
    await mkdir(cwd);
    await writeFile(path.join(cwd, 'parlance.config.json'), configWith([RULE]));
    await exportTo(cwd, world);
  }
  const archive = await openArchive(path.join(root, 'ours/archive'));
  for await (const { record } of archive.chats()) {
    chat = record.body;
    person = { id: record.body.user.id, email: record.body.user.email_address, name: '' };
  }
  for await (const { body } of archive.records({ kinds: ['project'] })) project = body;
  for await (const { id, body } of archive.records({ kinds: ['user'] }))
    if (id === person.id) person = { ...person, name: body.full_name };
}, 120_000);

afterAll(async () => {
  await fake.close();
  await rm(root, { recursive: true, force: true });
});

describe('hold add refuses', () => {
  const typed: readonly [string, string, () => string, () => string][] = [
    ['an id with one more letter', '--user', () => `${person.id}x`, () => person.id],
    ['an id with one letter less', '--user', () => person.id.slice(0, -1), () => person.id.slice(0, -1)],
    ['an id in quotes', '--user', () => `'${person.id}'`, () => person.id],
    ['somebody else', '--user', () => 'PERSON@example.com', () => 'does not know the user'],
    ['a chat as a user', '--user', () => chat.id, () => `the chat ${chat.id}`],
    ['a name', '--project', () => 'A name', () => 'does not know the project'],
    ['a user as a project', '--project', () => person.id, () => `the user ${person.id}`],
    ['nonsense', '--chat', () => 'nonsense', () => 'does not know the chat'],
    ['a title of several chats', '--chat', () => chat.name, () => 'Use the id.'],
  ];

  test.each(typed)('%s: %s', async (_name, option, value, nearest) => {
    const added = await cli('hold', 'add', option, value(), ...WHY);
    expect(added.err).toContain('must be the id');
    expect(added.err).toContain(nearest());
    expect([added.code, added.out]).toEqual([2, '']);
    expect((await cli('hold', 'list')).err).toContain('\nNo holds.\n');
  });

  test('what is not an id, though it matches nothing yet', async () => {
    const added = await cli('hold', 'add', '--user', 'new@example.com', '--matches-nothing-yet', ...WHY);
    expect(added.err).toContain('does not know the user');
    expect([added.code, added.out]).toEqual([2, '']);
  });
});

test.each<[string, string, () => string, () => string]>([
  ['an e-mail address', '--user', () => person.email, () => person.id],
  ['an e-mail address in capitals', '--user', () => person.email.toUpperCase(), () => person.id],
  ['a name', '--user', () => person.name, () => person.id],
  ['the name of a project', '--project', () => project.name, () => project.id],
  ['the link of a chat', '--chat', () => chat.href, () => chat.id],
])('hold add accepts %s: %s', async (_name, option, value, id) => {
  const added = await cli('hold', 'add', option, value(), ...WHY);
  expect(added.code).toBe(0);
  const lines = added.out.split('\n');
  expect(lines[0]).toMatch(`${option.slice(2)} ${id()}  matches `);
  expect(lines[1]).toContain('  called "');
  expect((await cli('hold', 'release', String(lines[0]?.split(' ')[0]), ...WHY)).code).toBe(0);
});

test('a hold says how many chats it matches, and the plan keeps them', async () => {
  const added = await cli('hold', 'add', '--user', person.id, ...WHY, '--json');
  const hold = added.lines()[0] as { id: string; matches: number };
  expect(hold).toMatchObject({ scope: { user: person.id }, matches_nothing_yet_by: null });
  expect(hold.matches).toBeGreaterThan(0);
  const text = await cli('hold', 'add', '--chat', chat.id, ...WHY);
  expect(text.out).toContain(`chat ${chat.id}  matches 1 chat  added by`);
  const planned = await cli('retention', 'plan', '--json');
  const { counts, by_hold } = planned.lines()[0] as {
    counts: { held: number };
    by_hold: Record<string, { matches: number }>;
  };
  expect(by_hold[hold.id]?.matches).toBe(hold.matches);
  expect(counts.held).toBe(hold.matches);
  for (const id of Object.keys(by_hold)) await cli('hold', 'release', id, ...WHY);
});

test('a hold that matches nothing yet is stated by name, and a warning in the plan', async () => {
  const added = await cli('hold', 'add', '--user', 'user_99JOINS', '--matches-nothing-yet', ...WHY);
  expect(added.code).toBe(0);
  expect(added.out).toContain('matches 0 chats');
  expect(added.out).toContain('lena@example.com stated that it matches nothing yet');
  expect((await cli('hold', 'add', '--text', 'no chat has these words', ...WHY)).err).toContain(
    'matches no archived chat',
  );
  const planned = await cli('retention', 'plan');
  expect(planned.code).toBe(0);
  expect(
    planned.out.match(/^Warning: The hold hold_\S+ on a (user|text) matches no archived chat/gm),
  ).toHaveLength(2);
  const listed = await cli('hold', 'list', '--json');
  for (const line of listed.out.trimEnd().split('\n'))
    await cli('hold', 'release', String((JSON.parse(line) as { id: string }).id), ...WHY);
});

test('hold check reports a hold that protects nobody', async () => {
  await cli('hold', 'add', '--chat', 'assistant_chat_99', '--matches-nothing-yet', ...WHY);
  expect((await cli('hold', 'check')).code).toBe(0);
  // As in an archive that lost what it knew.
  const store = await openStore(`sqlite:${path.join(root, 'ours/parlance.db')}`);
  const raw = { name: 'raw', migrations: {} };
  const tables = store.tables<{ archive_holds: { matches_nothing_yet_by: string | null } }>(raw);
  await tables.updateTable('archive_holds').set({ matches_nothing_yet_by: null }).execute();
  await store.close();
  const { code, out } = await cli('hold', 'check');
  expect(code).toBe(3);
  expect(out).toContain('  problem: the archive does not know the chat "assistant_chat_99".');
  expect(out).toContain('1 hold in force, 1 problem');
  for (const line of (await cli('hold', 'list', '--json')).out.trimEnd().split('\n'))
    await cli('hold', 'release', String((JSON.parse(line) as { id: string }).id), ...WHY);
});

test('a rule names somebody by e-mail, and the plan has the id', async () => {
  const file = path.join(root, 'ours/by-email.json');
  await writeFile(file, configWith([{ name: 'legal', users: [person.email], keepDays: 'forever' }, RULE]));
  const planned = await cli('retention', 'plan', '--config', file);
  expect(planned.out).toContain(`rule "legal": the user ${person.email} is ${person.id}, "${person.email}"`);
  await writeFile(file, configWith([{ name: 'legal', users: [`x${person.email}`], keepDays: 1 }, RULE]));
  const refused = await cli('retention', 'plan', '--config', file);
  expect(refused.err).toContain('rules.0.users.0 must be the id, e-mail address or name of a user');
  expect(refused.err).toContain(person.id);
  expect([refused.code, refused.out]).toEqual([2, '']);
});

test('an archive, a store, a plan and a key belong to one organization', async () => {
  const apply = await plan('ours.jsonl');
  const foreign = await runHere(apply, { cwd: path.join(root, 'ours'), env: key('other') });
  expect(foreign.err).toContain('and the key to another one');
  expect([foreign.code, foreign.out]).toEqual([4, '']);
  const theirs = path.join(root, 'theirs');
  for (const argv of [
    ['hold', 'add', '--chat', chat.id, ...WHY],
    ['hold', 'list'],
    ['hold', 'release', 'hold_1', ...WHY],
    ['retention', 'plan'],
    ['retention', 'report'],
  ])
    for (const mixed of [
      ['--archive', path.join(theirs, 'archive')],
      ['--store', `sqlite:${path.join(theirs, 'parlance.db')}`],
    ]) {
      const { code, out, err } = await cli(...argv, ...mixed);
      expect(err).toContain('and the store to another one');
      expect([code, out]).toEqual([4, '']);
    }
  const store = await cli(...apply, '--store', `sqlite:${path.join(theirs, 'parlance.db')}`);
  expect([store.code, store.out, store.err]).toEqual([
    4,
    '',
    expect.stringContaining('the store to another one'),
  ]);
  const archive = await cli(...apply, '--archive', path.join(theirs, 'archive'));
  expect([archive.code, archive.out]).toEqual([4, '']);
  expect(fake.journal('default').filter(({ operation }) => operation === 'chats.delete')).toEqual([]);
  expect((await cli('retention', 'report')).out).toContain('0 plans.');
});

test('a plan is shown to people, with what changed, as text and as a page', async () => {
  const ours = (name: string): string => path.join(root, 'ours', name);
  await cli('retention', 'plan', '--file', 'earlier.jsonl');
  const hold = ['hold', 'add', '--user', person.id, '--json', ...WHY];
  const { id, matches } = (await cli(...hold)).lines()[0] as { id: string; matches: number };
  await cli('retention', 'plan', '--file', 'shown.jsonl');
  const show = ['retention', 'show', 'shown.jsonl', '--previous', 'earlier.jsonl'];
  const { code, out } = await cli(...show);
  expect(code).toBe(0);
  expect(out).toMatch(/^Takes at least \d+ requests: 1 hour at the limit$/m);
  expect(out).toMatch(
    new RegExp(String.raw`: 0 chats more, ${matches} fewer; the same policy; 1 hold added, 0`),
  );
  expect(out).toContain(`${id} on the user "${person.id}" (${person.email}`);
  expect(out).not.toContain(`<${person.email}>`);
  const paged = await cli(...show, '--html', 'shown.html');
  expect([paged.code, paged.err]).toEqual([0, expect.stringContaining('shown.html')]);
  const page = await readFile(ours('shown.html'), 'utf8');
  expect((await stat(ours('shown.html'))).mode & 0o777).toBe(0o600);
  const titles = out.split('\n').flatMap((line) => /"(.*)"  (\S+_chat_\S+)$/.exec(line)?.slice(2) ?? []);
  expect(titles.length).toBeGreaterThan(0);
  for (const shown of titles) expect(page).toContain(shown);
  const review = (await cli(...show, '--json')).lines()[0] as { type: string; people: object[] };
  expect(review).toMatchObject({ type: 'plan_review', change: { removed: matches, holds_added: [id] } });
  const missing = await cli('retention', 'show', 'nowhere.jsonl');
  expect([missing.code, missing.out]).not.toEqual([0, '']);
  await cli('hold', 'release', id, ...WHY);
});

describe('approvals', () => {
  const ours = (name: string): string => path.join(root, 'ours', name);
  const filesOf = async (prefix: string): Promise<string[]> =>
    (await readdir(ours(''))).filter((name) => name.startsWith(prefix)).sort();

  test('a signature that was made elsewhere is verified and kept beside the plan', async () => {
    const planned = await cli('retention', 'plan', '--file', 'a.jsonl');
    const digest = /^Digest: (\w+)$/m.exec(planned.out)?.[1];
    const shown = await cli('retention', 'approve', 'a.jsonl');
    expect(shown.out).toContain('archived chats would be deleted');
    expect(shown.err).toContain(`echo ${digest} | ssh-keygen -Y sign -n parlance-plan@1`);
    await writeFile(ours('mail.txt'), lena.sign('parlance-plan@1', `${digest}\n`));
    const approved = await cli('retention', 'approve', 'a.jsonl', '--signature', 'mail.txt');
    expect([approved.code, approved.out]).toEqual([0, expect.stringMatching(/Signed with SHA256:/)]);
    expect(await filesOf('a.jsonl')).toEqual(['a.jsonl', expect.stringMatching(/^a\.jsonl\.\w{1,12}\.sig$/)]);
    await writeFile(ours('mail.txt'), lena.sign('parlance-plan@1', `${digest}`));
    const wrong = await cli('retention', 'approve', 'a.jsonl', '--signature', 'mail.txt');
    expect([wrong.code, wrong.err]).toEqual([4, expect.stringContaining('does not fit')]);
    // Another plan in its place removes the approvals of the first one.
    await cli('retention', 'plan', '--file', 'a.jsonl');
    expect(await filesOf('a.jsonl')).toEqual(['a.jsonl']);
  });

  test('a plan without signatures, and a stranger, are refused; nothing is deleted', async () => {
    await plan('b.jsonl');
    const [signed = ''] = (await filesOf('b.jsonl.')).map(ours);
    const stranger = testSigner();
    await writeFile(signed, stranger.sign('parlance-plan@1', 'x\n'));
    const refused = await cli('retention', 'apply', 'b.jsonl');
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('is not in the policy')]);
    await rm(signed);
    const unsigned = await cli('retention', 'apply', 'b.jsonl');
    expect(unsigned.err).toContain('requires 1 approval of');
    const raised = await cli('retention', 'apply', 'b.jsonl', '--max-chats', '501');
    expect([raised.code, raised.err]).toEqual([
      2,
      expect.stringContaining('above the cap of the policy: 500'),
    ]);
    expect(fake.journal('default').filter(({ operation }) => operation === 'chats.delete')).toEqual([]);
  });

  test('a configuration without approvers, or with a stranger as approver, is refused', async () => {
    const file = ours('approvers.json');
    const run = (...argv: string[]): Promise<CliResult> => cli(...argv, '--config', file);
    await writeFile(file, configWith([RULE]).replace(/"approvers":\{.*?\}\]?,"makerMayApprove":true\},/, ''));
    const missing = await run('retention', 'plan');
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("or be 'none'")]);
    const stranger = testSigner();
    const keys = [...APPROVERS.keys, { name: 'stranger', key: stranger.publicKey }];
    await writeFile(file, configWith([RULE], { ...APPROVERS, keys }));
    const first = await run('retention', 'approvers');
    expect([first.code, first.out]).toEqual([0, expect.stringContaining('none are in force yet')]);
  });
});

test('activities confirm the plan that deleted, not a later one', async () => {
  const [first, second] = [await plan('first.jsonl'), await plan('second.jsonl')];
  const deleted = await cli(...first);
  expect(deleted.out).toMatch(/^[1-9]\d* deleted, 0 were gone/);
  const [deletions = ''] = deleted.out.split(' ');
  const gone = await cli(...second);
  expect(gone.out).toContain(`0 deleted, ${deletions} were gone`);
  // Windows of activities are read once the service has had time to list all of them.
  fake.world().clock.advance(3_600_000);
  await exportTo(path.join(root, 'ours'), 'default');
  const { out } = await cli('retention', 'report');
  expect(out).toContain('approved by lena@example.com');
  expect(out).toContain(`${deletions} deleted (${deletions} confirmed by activities)`);
  expect(out).toContain('0 deleted (0 confirmed by activities)');
});

test('a command waits for a store that another process has locked, but no longer than --max-wait', async () => {
  const cwd = path.join(root, 'ours');
  const other = new DatabaseSync(path.join(cwd, 'parlance.db'));
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const add = ['hold', 'add', '--chat', chat.id, ...WHY];

  const impatient = await cli(...add, '--max-wait', '0');
  expect([impatient.code, impatient.out]).toEqual([5, '']);
  expect(impatient.err).toContain('parlance.db is locked by another process.');

  // Waits are reported once a second.
  const now = performance.now.bind(performance);
  let reads = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000 * (reads += 1));
  const onPrint = (text: string): void => {
    if (text.includes('"type":"waiting"') && other.isTransaction) other.exec('rollback');
  };
  const argv = [...add, '--json', '--max-wait', '86400'];
  const patient = await runHere(argv, { cwd, env, onPrint });
  expect([patient.code, patient.err]).toEqual([0, '']);
  const lines = patient.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines[0]).toMatchObject({
    type: 'waiting',
    code: 'store_unavailable',
    waited_ms: expect.any(Number),
  });
  expect(lines.at(-2)).toMatchObject({ type: 'hold' });
});

test('approvers change when earlier ones have signed it', async () => {
  const omar = testSigner('omar');
  const file = path.join(root, 'ours/changed.json');
  const keys = [...APPROVERS.keys, { name: 'omar', key: omar.publicKey }];
  await writeFile(file, configWith([RULE], { ...APPROVERS, keys }));
  const run = (...argv: string[]): Promise<CliResult> =>
    cli('retention', 'approvers', '--config', file, ...argv);
  const changed = await run();
  expect([changed.code, changed.out]).toEqual([3, expect.stringContaining('1 earlier approver must sign')]);
  const digest = /Digest (\w{64})/.exec(changed.out)?.[1] ?? '';
  const signature = path.join(root, 'approvers.sig');
  await writeFile(signature, omar.sign('parlance-approvers@1', `${digest}\n`));
  const alone = await run('--accept', signature);
  expect([alone.code, alone.err]).toEqual([4, expect.stringContaining('is not in the policy')]);
  await writeFile(signature, lena.sign('parlance-approvers@1', `${digest}\n`));
  expect((await run('--accept', signature)).out).toContain(`In force: ${digest}`);
  expect((await run()).out).toContain(`Digest ${digest}: in force.`);
});
