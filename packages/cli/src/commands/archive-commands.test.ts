import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openArchive } from '@parlance/archive';
import { testSigner, type TestSigner } from '@parlance/testing/sign-ssh';
import { beforeAll, expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli();
/** A folder with an archive of the demo organization. */
let place: { readonly cwd: string; readonly env: Record<string, string> };

const FROM = new Date(Date.now() - 7_200_000).toISOString();
const [lena, omar] = [testSigner(), testSigner()];
const CONFIG = {
  export: { activities: { from: FROM }, searchFile: 'search.db', requestsPerMinute: 1_000_000 },
  retention: {
    rules: [{ name: 'old', keepDays: 30 }],
    caps: { chats: 500 },
    approvers: {
      required: 2,
      keys: [
        { name: 'lena', key: lena.publicKey },
        { name: 'omar', key: omar.publicKey },
      ],
      makerMayApprove: true,
    },
    allowMissingFiles: true,
  },
};

beforeAll(async () => {
  const cwd = await cli.folder();
  place = { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: 'compliance-default' } };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(CONFIG));
  const { code, err } = await cli.run(['export', 'run'], place);
  if (code !== 0) throw new Error(`the export failed: ${err}`);
});

test('search finds words in the archive, as text and as JSON lines', async () => {
  const search = ['search', 'the', '--config', 'parlance.config.json'];
  const { code, out, err } = await cli.run([...search, '--limit', '3'], place);
  expect(code).toBe(0);
  expect(out.match(/^\d{4}-\d\d-\d\dT\S+ {2}\S+@\S+ {2}assistant_chat_/gm)).toHaveLength(3);
  expect(err).toMatch(/^3 of [\d,]+ hits; use --limit and --offset for more\n/);
  const json = await cli.run([...search, '--limit', '2', '--order', 'newest', '--json'], place);
  expect(json.lines().map(({ type }) => type)).toEqual(['hit', 'hit', 'summary']);
  expect(json.lines()[0]).toMatchObject({ excerpt: expect.any(String), highlights: expect.any(Array) });
  const none = await cli.run(['search', 'the', '--search-file', 'none.db'], place);
  expect([none.code, none.err.includes('none.db')]).toEqual([1, true]);
  const unset = await cli.run(['search', 'the']);
  expect([unset.code, unset.err.includes('PARLANCE_SEARCH_FILE')]).toEqual([2, true]);
});

test('the head of an archive is signed, and its signature verified', async () => {
  const printed = await cli.run(['export', 'head', '--json'], place);
  const { head, certificate } = printed.lines()[0] ?? {};
  const files = ['lena.pub', 'omar.pub', 'head.sig'].map((name) => path.join(place.cwd, name));
  await writeFile(files[0] ?? '', `${lena.publicKey}\n`);
  await writeFile(files[1] ?? '', omar.publicKey);
  const unsigned = await cli.run(['export', 'verify', '--signer', 'lena.pub'], place);
  expect([unsigned.code, unsigned.err]).toEqual([3, expect.stringContaining('has no signature of SHA256:')]);

  await writeFile(files[2] ?? '', lena.sign('parlance-plan@1', `${String(head)}\n`));
  const other = await cli.run(['export', 'head', '--signature', 'head.sig'], place);
  expect([other.code, other.err]).toEqual([4, expect.stringContaining('parlance-archive@1')]);
  await writeFile(files[2] ?? '', lena.sign('parlance-archive@1', `${String(head)}\n`));
  const signed = await cli.run(['export', 'head', '--signature', 'head.sig', '--json'], place);
  expect(signed.lines().map(({ type }) => type)).toEqual(['head', 'signature', 'summary']);

  const verified = await cli.run(['export', 'verify', '--signer', 'lena.pub', '--json'], place);
  expect(verified.code).toBe(0);
  const { key } = signed.lines()[1] ?? {};
  expect(verified.lines().at(-1)).toMatchObject({ ok: true, signed: { certificate, head, key } });
  expect((await cli.run(['export', 'verify', '--signer', 'omar.pub'], place)).code).toBe(3);
  const both = ['export', 'verify', '--signer', 'lena.pub', '--known-head', String(head)];
  expect((await cli.run(both, place)).code).toBe(2);
});

test('holds are added, listed and released', async () => {
  const store = ['--store', 'sqlite:holds.db'];
  const by = ['--by', 'lena@example.com', '--reason', 'matter 17'];
  const archive = await openArchive(path.join(place.cwd, 'archive'));
  let user = '';
  for await (const { record } of archive.chats()) user = record.body.user.id;
  const added = await cli.run(['hold', 'add', '--user', user, ...by, ...store, '--json'], place);
  expect(added.code).toBe(0);
  const [hold] = added.lines();
  expect(hold).toEqual({
    type: 'hold',
    id: expect.stringMatching(/^hold_/),
    scope: { user },
    reference: expect.objectContaining({ typed: user, id: user }),
    matches: expect.any(Number),
    samples: expect.any(Array),
    matches_nothing_yet_by: null,
    reason: 'matter 17',
    added_by: 'lena@example.com',
    added_at: expect.any(String),
    released: null,
  });
  const list = await cli.run(['hold', 'list', ...store], place);
  expect(list.out).toMatch(`user ${user}  matches ${String(hold?.['matches'])} chat`);
  const checked = await cli.run(['hold', 'check', ...store], place);
  expect([checked.code, checked.out.includes('1 hold in force, 0 problems')]).toEqual([0, true]);
  expect(checked.err).toMatch(/^Store: .*holds\.db$/m);
  const released = await cli.run(['hold', 'release', String(hold?.['id']), ...by, ...store], place);
  expect([released.code, released.out.includes('released by lena@example.com')]).toEqual([0, true]);
  expect((await cli.run(['hold', 'list', ...store], place)).err).toMatch(
    /^Store: .*holds\.db\nNo holds\.\n$/,
  );
  expect((await cli.run(['hold', 'list', '--all', '--json', ...store], place)).lines()).toHaveLength(2);
  const mistyped = ['--store', 'sqlite:other.db'];
  for (const command of [
    ['hold', 'list'],
    ['hold', 'check'],
    ['export', 'status'],
    ['calls', 'list'],
    ['retention', 'approvers'],
    ['retention', 'plan'],
    ['retention', 'report'],
  ]) {
    const { code, err } = await cli.run([...command, ...mistyped], place);
    expect([code, /The store \S.*\/other\.db does not exist\./.test(err)]).toEqual([2, true]);
  }
  expect((await readdir(place.cwd)).filter((name) => name.startsWith('other.db'))).toEqual([]);
  const two = await cli.run(['hold', 'add', '--user', 'u', '--chat', 'c', ...by, ...store], place);
  expect([two.code, two.err.includes('exactly one of')]).toEqual([2, true]);
});

test('retention refuses without a policy, approvals and caps, then deletes and reports', async () => {
  const plan = await cli.run(['retention', 'plan', '--file', 'plan.jsonl', '--json'], place);
  expect([plan.code, plan.err]).toEqual([0, '']);
  const [{ digest, counts } = {}] = plan.lines() as { digest?: string; counts?: { to_delete: number } }[];
  const planned = counts?.to_delete ?? 0;
  expect(planned).toBeGreaterThan(0);
  expect((await stat(path.join(place.cwd, 'plan.jsonl'))).mode & 0o077).toBe(0);

  const apply = ['retention', 'apply', 'plan.jsonl', '--json'];
  const approve = (name: string, person: TestSigner) =>
    writeFile(path.join(place.cwd, `plan.jsonl.${name}.sig`), person.sign('parlance-plan@1', `${digest}\n`));
  await approve('lena', lena);
  const deletions = () => fake.journal().filter(({ operation }) => operation === 'chats.delete').length;
  const unapproved = await cli.run(apply, place);
  expect(unapproved).toMatchObject({ code: 4 });
  expect(unapproved.lines().at(-1)).toMatchObject({ code: 'not_approved' });
  await approve('omar', omar);
  const capped = await cli.run([...apply, '--max-chats', '1'], place);
  expect(capped).toMatchObject({ code: 4 });
  expect(capped.lines().at(-1)).toMatchObject({ code: 'cap_exceeded' });
  const unplanned = await cli.run(['retention', 'plan'], { ...place, cwd: await cli.folder() });
  expect([unplanned.code, unplanned.err.includes('There is no retention policy.')]).toEqual([2, true]);
  expect(deletions()).toBe(0);

  const applied = await cli.run(apply, place);
  expect([applied.code, applied.err]).toEqual([0, '']);
  expect(applied.lines().at(-1)).toMatchObject({ deleted: planned, unknown: 0, was_gone: 0, changed: 0 });
  expect(deletions()).toBe(planned);
  const report = await cli.run(['retention', 'report'], place);
  expect(report.out).toContain(`${planned} planned: ${planned} deleted`);
});

test('export explain estimates without a request', async () => {
  const cwd = await cli.folder();
  const { code, out } = await cli.run(['export', 'explain', '--users', '100000'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(/^100,000 users with 100 chats each \(assumed\)$/m);
  expect(out).toMatch(/^First run: [\d,]+ requests$/m);
  const TIME = String.raw`\d+ d \d+ h, until \d{4}-\d\d-\d\d`;
  for (const line of [`takes ${TIME}`, `at least ${TIME}`, `at most ${TIME}`])
    expect(out).toMatch(new RegExp(`^  ${line}$`, 'm'));
  expect(out).toMatch(new RegExp(`^  then ${TIME} for what changes until then$`, 'm'));
  expect(out).toMatch(/^ {2}archive: \d+ GB, [\d,]+ files$/m);
  expect(out).toMatch(/^ {2}downloads: of unknown size, 1,000,000 files$/m);
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  const many = ['export', 'explain', '--users', '100000', '--chats-per-user', '500', '--json'];
  const long = await cli.run(many, { cwd });
  expect([long.code, long.lines()[0]]).toEqual([
    3,
    expect.objectContaining({
      assumptions: expect.objectContaining({ chats_per_user: 500, requests_per_minute: 300, reserve: 0.1 }),
      sample: null,
      first: expect.objectContaining({
        min_days: expect.closeTo(71.5, 0),
        max_days: expect.closeTo(285, 0),
        disk: [
          { part: 'ndjson', bytes: expect.any(Number), files: expect.any(Number) },
          { part: 'files', bytes: null, files: 5_000_000 },
        ],
      }),
      catch_up: { requests: expect.any(Number), days: expect.any(Number) },
    }),
  ]);
});

test('export explain names no day after the year 9999', async () => {
  const cwd = await cli.folder();
  const config = `export default { export: { chats: { fullSweep: 'never' }, requestsPerMinute: 1 } };`;
  await writeFile(path.join(cwd, 'parlance.config.mjs'), config);
  const organization = ['--users', '10', '--chats-per-user', '1000000000'];
  const { code, out } = await cli.run(['export', 'explain', ...organization], { cwd });
  expect(code).toBe(3);
  expect(out).toMatch(/^ {2}takes \d{7,} d \d+ h, after the year 9999$/m);
});
