import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { setUpBuiltCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpBuiltCli();

const ESCAPE = '\u001B[';
const COLOR = new RegExp(`${ESCAPE.replace('[', '\\[')}\\d+m`);
const BAR = /[█░]/;

/** A folder with a configuration, and a world of its own. */
async function setUp(world: string) {
  const cwd = await cli.folder();
  const from = new Date(Date.now() - 7_200_000).toISOString();
  const config = {
    export: { activities: { from }, searchFile: 'search.db', requestsPerMinute: 1_000_000 },
  };
  await writeFile(path.join(cwd, 'parlance.config.json'), JSON.stringify(config));
  return { cwd, env: { PARLANCE_BASE_URL: url, PARLANCE_COMPLIANCE_KEY: `compliance-${world}` } };
}

describe('a closed pipe', () => {
  test('ends the output quietly, with text and JSON', async () => {
    const place = await setUp('pipe');
    expect((await cli.run(['export', 'run'], place)).code).toBe(0);
    for (const options of ['', '--json']) {
      // 300 hits are more than a pipe holds, so the command is still writing when `head` ends.
      const line = `(parlance search the --limit 300 ${options}; echo "exit code $?" >&2) | head -n 1`;
      const { code, out, err } = await cli.shell(line, place).result;
      // The count follows if the pipe took all hits before `head` ended.
      expect([code, err.replace(/^300 of \d+ hits.*\n/, '')]).toEqual([0, 'exit code 0\n']);
      expect(out.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  test('ends the help quietly', async () => {
    const line = '(sleep 0.2; parlance export run --help; echo "exit code $?" >&2) | true';
    const { err } = await cli.shell(line, { cwd: await cli.folder() }).result;
    expect(err).toBe('exit code 0\n');
  });

  test('does not stop an export', async () => {
    const place = await setUp('continues');
    const line = '(parlance export run --json; echo "exit code $?" >&2) | head -n 1';
    const { out, err } = await cli.shell(line, place).result;
    expect([out.split('"')[3], err]).toEqual(['started', 'exit code 0\n']);
    expect((await cli.run(['export', 'verify'], place)).code).toBe(0);
  });
});

test.runIf(process.platform === 'linux').each(['doctor', '--help'])(
  'output of %s to a full disk ends the command with a message',
  async (command) => {
    const line = `parlance ${command} >/dev/full; echo "exit code $?"`;
    const { out, err } = await cli.shell(line, { cwd: await cli.folder() }).result;
    expect(out).toBe('exit code 1\n');
    expect(err).toBe('parlance: the output cannot be written: ENOSPC: no space left on device, write\n');
  },
);

describe('on a terminal', () => {
  test('results are colored, unless NO_COLOR or --no-color is set', async () => {
    const run = async (line: string, env: Record<string, string> = {}): Promise<string> =>
      (await cli.shell(line, { terminal: true, cwd: await cli.folder(), env }).result).out;
    expect(await run('parlance doctor')).toMatch(COLOR);
    expect(await run('parlance doctor --no-color')).not.toContain(ESCAPE);
    expect(await run('parlance doctor', { NO_COLOR: '1' })).not.toContain(ESCAPE);
    expect(await run('parlance doctor', { NO_COLOR: '' })).toMatch(COLOR);
    expect(await run('parlance doctor | cat')).not.toContain(ESCAPE);
    expect(await run('parlance doctor --json')).not.toContain(ESCAPE);
  });

  test('progress is a bar on standard error, which is removed at the end', async () => {
    const place = await setUp('bar');
    const { code, out } = await cli.shell('parlance export run >status.txt', { terminal: true, ...place })
      .result;
    expect(code).toBe(0);
    expect(out).toMatch(BAR);
    expect(out).toMatch(/\d+% {2}\d+\/\d+ windows, \d+\/2 partitions, [\d,]+ records/);
    const afterTheBar = out.slice(Math.max(out.lastIndexOf('█'), out.lastIndexOf('░')));
    expect(afterTheBar).toContain(`${ESCAPE}1G${ESCAPE}0K`);
    const again = await cli.shell('parlance export run --no-color', { terminal: true, ...place }).result;
    expect(again.out).toContain('Starting run 2');
    expect(again.out).not.toMatch(COLOR);
  });

  test.each([
    ['standard error is a file', 'parlance export run 2>messages.txt', {}],
    ['--json is set', 'parlance export run --json', {}],
    ['the terminal cannot move its cursor', 'parlance export run', { TERM: 'dumb' }],
  ])('there is no bar if %s', async (name, line, env) => {
    const place = await setUp(name.replaceAll(/[^a-z]+/g, ''));
    const { code, out } = await cli.shell(line, {
      terminal: true,
      cwd: place.cwd,
      env: { ...place.env, ...env },
    }).result;
    expect(code).toBe(0);
    expect(out).not.toMatch(BAR);
    expect(out).not.toContain(ESCAPE);
  });

  test('the key Ctrl-C stops it, and the line is free again', async () => {
    const place = await setUp('key');
    fake.setFaults([{ match: { operation: 'chats.messages' }, delay_ms: 1000 }], 'key');
    const running = cli.shell('parlance export run', { terminal: true, ...place });
    await running.printed('partitions');
    running.child.stdin?.write('\u0003');
    const { code, out } = await running.result;
    expect(code).toBe(130);
    expect(out).toContain('Stopping. Press Ctrl-C again to end at once.');
    // Nothing follows but the cursor, which is shown again.
    const rest = stripVTControlCharacters(out.slice(out.lastIndexOf('Stopped.')));
    expect(rest.trim()).toBe('Stopped. Run the same command again to continue.');
  });

  test.each([
    ['y', 0, '"archived_at"'],
    ['', 4, 'Nothing was changed.'],
    ['\u0003', 130, 'Stopped.'],
  ])('what cannot be undone is confirmed: %j ends with %i', async (answer, code, text) => {
    const place = await setUp('confirm');
    const env = { ...place.env, PARLANCE_API_KEY: 'api-confirm' };
    await writeFile(path.join(place.cwd, 'vault.json'), '{"display_name":"keys"}');
    const created = await cli.run(['api', 'vaults.create', '--body', 'vault.json'], { cwd: place.cwd, env });
    const { id } = JSON.parse(created.out) as { id: string };
    const line = `parlance api vaults.archive vault_id=${id}`;
    const running = cli.shell(line, { terminal: true, cwd: place.cwd, env });
    await running.printed('vaults.archive cannot be undone. Continue? [y/N]');
    running.child.stdin?.write(answer === '\u0003' ? answer : `${answer}\n`);
    const result = await running.result;
    expect([result.code, result.out]).toEqual([code, expect.stringContaining(text)]);
  });
});
