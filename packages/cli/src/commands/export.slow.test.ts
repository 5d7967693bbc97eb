import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openArchive } from '@parlance/archive';
import { openStore } from '@parlance/durable';
import { describe, expect, test } from 'vitest';
import { chatsIn } from '../testing/chats-in.js';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli();

/** Few windows, so that the tests are fast. */
const FROM = new Date(Date.now() - 7_200_000).toISOString();
const configFrom = (from: string): string =>
  JSON.stringify({ export: { activities: { from }, requestsPerMinute: 1_000_000 } });

/** A folder with a configuration, and a world of its own. */
async function setUp(world: string) {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'parlance.config.json'), configFrom(FROM));
  return { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: `compliance-${world}` } };
}

describe('export run', () => {
  test('archives everything, and adds nothing when it runs again', async () => {
    const place = await setUp('complete');
    const first = await cli.run(['export', 'run', '--json'], place);
    expect([first.code, first.err]).toEqual([0, '']);
    const types = new Set(first.lines().map(({ type }) => type));
    expect([...types].sort()).toEqual(['progress', 'sealed', 'started', 'status', 'summary']);
    for (const line of first.lines())
      if (line['type'] === 'progress')
        expect(Object.keys(line)).toEqual([
          'type',
          'windows',
          'partitions',
          'records',
          'late_records',
          'requests_per_minute',
          'remaining_ms',
        ]);
    expect(first.lines().at(-2)).toMatchObject({
      type: 'status',
      state: 'done',
      run: 1,
      runner: null,
      problem: null,
      failures: [],
      partitions: { sealed: 2, open: 0, failed: 0 },
    });
    expect(await chatsIn(place.cwd)).toHaveLength(160);

    const second = await cli.run(['export', 'run'], place);
    expect(second.code).toBe(0);
    expect(second.out).toMatch(/^Export default: done, run 2 up to /);
    expect(second.err).toMatch(/^Starting run 2/);
    expect(await chatsIn(place.cwd)).toHaveLength(160);

    const verified = await cli.run(['export', 'verify'], { cwd: place.cwd });
    expect(verified.code).toBe(0);
    expect(verified.out).toMatch(/matches its certificates: \d+ certificates, [\d,]+ records, \d+ files\n/);
  });

  test('reports what could not be read, and leaves it out after skip', async () => {
    const place = await setUp('failing');
    const { data } = (await (
      await fetch(`${url}/v1/compliance/organizations`, {
        headers: { authorization: 'Bearer compliance-failing' },
      })
    ).json()) as { data: { uuid: string }[] };
    expect(data).toHaveLength(1);
    const chat = fake.snapshot('failing');
    const [id] = /assistant_chat_\w+/.exec(JSON.stringify(chat)) ?? [];
    const match = { operation: 'chats.messages', path: `/v1/compliance/apps/chats/${id}/messages` };
    fake.setFaults([{ match, status: 400 }], 'failing');
    const failed = await cli.run(['export', 'run', '--json'], place);
    expect(failed.code).toBe(3);
    expect(failed.lines().at(-2)).toMatchObject({
      type: 'status',
      failures: [{ kind: 'chat', id, skipped: false }],
    });
    const status = await cli.run(['export', 'status'], place);
    expect(status.code).toBe(3);
    expect(status.out).toContain(`Failed: chat ${id} in chats/`);
    const mistyped = await cli.run(['export', 'skip', String(id), 'assistant_chat_0', 'file_0'], place);
    expect([mistyped.code, mistyped.err]).toEqual([
      2,
      expect.stringMatching(/^parlance: .* these did not: assistant_chat_0, file_0\n/m),
    ]);
    expect((await cli.run(['export', 'status'], place)).out).toContain(`Failed: chat ${id} in chats/`);
    expect((await cli.run(['export', 'skip', String(id)], place)).out).toBe(
      '1 item will be skipped by the next run\n',
    );
    const skipped = await cli.run(['export', 'run'], place);
    expect(skipped).toMatchObject({ code: 0, out: expect.stringContaining('0 failed') });
  });

  test('refuses a changed definition, a key of another organization, a foreign folder and a rejected key', async () => {
    const place = await setUp('changed');
    fake.setFaults([{ match: { operation: 'activities.list' }, status: 401 }], 'changed');
    const rejected = await cli.run(['export', 'run', '--json'], place);
    expect(rejected.code).toBe(1);
    expect(rejected.lines().at(-1)).toMatchObject({
      type: 'error',
      code: 'key_rejected',
      hint: expect.stringContaining('Replace the key'),
    });
    await writeFile(path.join(place.cwd, 'parlance.config.json'), configFrom('2026-01-01T00:00:00Z'));
    const changed = await cli.run(['export', 'run', '--json'], place);
    expect(changed.code).toBe(4);
    expect(changed.lines().at(-1)).toMatchObject({ type: 'error', code: 'definition_changed' });

    await writeFile(path.join(place.cwd, 'parlance.config.json'), configFrom(FROM));
    const others = { ...place, env: { ...place.env, PARLANCE_COMPLIANCE_KEY: 'compliance-others' } };
    const other = await cli.run(['export', 'run', '--json'], others);
    expect(other.code).toBe(4);
    expect(other.lines().at(-1)).toMatchObject({
      type: 'error',
      code: 'other_organization',
      hint: expect.stringContaining('Use a key of that organization'),
    });
    fake.setFaults([], 'changed');
    expect((await cli.run(['export', 'run'], place)).code).toBe(0);

    const foreign = await setUp('foreign');
    await writeFile(path.join(foreign.cwd, 'archive'), 'a file');
    const { code, err } = await cli.run(['export', 'run'], foreign);
    expect(code).toBe(2);
    expect(err).toContain('archive');
    const keyless = await cli.run(['export', 'run'], {
      cwd: foreign.cwd,
      env: { ...foreign.env, PARLANCE_COMPLIANCE_KEY: '' },
    });
    expect(keyless.code).toBe(2);
    expect(keyless.err).toContain('This command requires the compliance key.');
  });
});

test('export status and skip refuse a store that does not exist, and an export that was never started', async () => {
  const place = await setUp('none');
  for (const command of [
    ['export', 'status'],
    ['export', 'skip', 'assistant_chat_1'],
  ]) {
    const missing = await cli.run(command, place);
    expect([missing.code, missing.err]).toEqual([
      2,
      expect.stringContaining(`The store ${place.cwd}/parlance.db does not exist.`),
    ]);
  }
  expect(await readdir(place.cwd)).toEqual(['parlance.config.json']);
  await (await openStore(`sqlite:${path.join(place.cwd, 'parlance.db')}`)).close();
  for (const command of [
    ['export', 'status'],
    ['export', 'skip', 'assistant_chat_1'],
  ]) {
    const { code, err } = await cli.run(command, place);
    expect([code, err]).toEqual([1, expect.stringContaining('Start it with parlance export run')]);
  }
});

test('export run says what a database that is added later has received', async () => {
  const place = await setUp('added-later');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  const json = await cli.run(['export', 'run', '--search-file', 'json.db', '--json'], place);
  const text = await cli.run(['export', 'run', '--search-file', 'text.db'], place);
  const status = json.lines().find(({ type }) => type === 'status');
  const follower = { name: 'sqlite', remote: false, paused: false, pending: 0, problem: null };
  expect(status).toMatchObject({ followers: [{ ...follower, delivered: status?.['records'] }] });
  expect(json.lines()).toContainEqual(expect.objectContaining({ type: 'follower', ...follower }));
  expect([text.code, text.out]).toEqual([
    0,
    expect.stringMatching(/^Follower sqlite: [\d,]+ delivered, 0 rejected; has everything$/m),
  ]);
});

test('export verify names what an interrupted run has left over', async () => {
  const place = await setUp('leftover');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  const name = createHash('sha256').update('left over').digest('hex');
  const folder = path.join(place.cwd, 'archive/files', name.slice(0, 2), name.slice(2, 4));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), 'left over');
  const { code, out } = await cli.run(['export', 'verify', 'archive'], { cwd: place.cwd });
  expect(code).toBe(0);
  expect(out).toContain(`${name} is left over from an interrupted run: no record names it.`);
});

test('export verify names each damaged file', async () => {
  const place = await setUp('damaged');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  const segment = path.join(place.cwd, 'archive/segments/000/000001.ndjson');
  await appendFile(segment, '{}\n');
  const { code, lines } = await cli.run(['export', 'verify', 'archive', '--json'], { cwd: place.cwd });
  expect(code).toBe(3);
  expect(lines().filter(({ type }) => type === 'problem')).toContainEqual(
    expect.objectContaining({
      path: 'segments/000/000001.ndjson',
      rule: 'unexpected',
      message: expect.any(String),
    }),
  );
  expect(lines().at(-1)).toMatchObject({ type: 'summary', ok: false });
  const { out } = await cli.run(['export', 'verify', 'archive'], { cwd: place.cwd });
  expect(out).toMatch(/^segments\/000\/000001\.ndjson has data from byte \d+ to its end that is not named/m);
  await truncate(segment, 100);
  const { out: cut } = await cli.run(['export', 'verify', 'archive'], { cwd: place.cwd });
  expect(cut).toMatch(/^segments\/000\/000001\.ndjson, byte 0 has 100 bytes; expected \d+\.$/m);
  expect(cut).not.toContain('000001.ndjson: segments');
  // Terminals would obey control characters in the name of a file that someone has added.
  await writeFile(path.join(place.cwd, 'archive', 'segments', '\u001b[2J\u202e.ndjson'), '');
  const added = await cli.run(['export', 'verify', 'archive'], { cwd: place.cwd });
  expect(added.out).toContain('segments/ [2J .ndjson is not named by any certificate');
  const missing = await cli.run(['export', 'verify', 'none'], { cwd: place.cwd });
  expect(missing.code).not.toBe(0);
});

test('export verify checks a part, and refuses what is mistyped', async () => {
  const place = await setUp('parts');
  expect((await cli.run(['export', 'run'], place)).code).toBe(0);
  const verify = (...options: string[]): ReturnType<typeof cli.run> =>
    cli.run(['export', 'verify', ...options, '--json'], { cwd: place.cwd });
  const summary = async (...options: string[]): Promise<Record<string, unknown> | undefined> =>
    (await verify(...options)).lines().at(-1);
  const all = await summary();
  expect(all).toMatchObject({ ok: true, is_complete: true });
  const archive = await openArchive(path.join(place.cwd, 'archive'));
  let chat = '';
  for await (const { record } of archive.chats()) chat = record.id;
  const part = { ok: true, is_complete: false, head: all?.['head'] };
  expect(await summary('--since', String(all?.['head']))).toMatchObject({ ...part, records: 0 });
  expect(await summary('--chat', chat)).toMatchObject({ ...part, records: expect.any(Number) });
  expect(await summary('--sample', '.5')).toMatchObject(part);
  expect(await summary('--sample', '1')).toEqual(all);
  const text = await cli.run(['export', 'verify', '--chat', chat], { cwd: place.cwd });
  expect(text.out).toContain('was checked in part, and this part matches its certificates');

  const unknown = await verify('--since', '0'.repeat(64));
  expect(unknown.code).toBe(3);
  expect(unknown.lines()).toContainEqual(expect.objectContaining({ type: 'problem', rule: 'chain' }));
  for (const [option, value] of [
    ['--since', '9f2c'],
    ['--since', 'F'.repeat(64)],
    ['--chat', `${chat}x`],
    ['--chat', ''],
    ...['10%', '10', '0', '0.0', '-0.1', '1,5', 'half', ''].map((wrong) => ['--sample', wrong] as const),
  ] as const) {
    const refused = await verify(option, value);
    expect([option, value, refused.code]).toEqual([option, value, 2]);
    expect(refused.err + refused.out).toContain(option.slice(2));
  }
});
