import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { setUpBuiltCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpBuiltCli({});

const COUNT = 40;
const lineOf = (number: number, model = 'assistant-haiku-4-5'): string =>
  JSON.stringify({
    custom_id: `request-${number}`,
    params: { model, max_tokens: 10, messages: [{ role: 'user', content: `canary-prompt ${number}` }] },
  });

/** A folder with requests, and a world of its own. */
async function setUp(
  world: string,
  lines: readonly string[] = Array.from({ length: COUNT }, (_, number) => lineOf(number)),
) {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'requests.jsonl'), `${lines.join('\n')}\n`);
  const env = { PARLANCE_BASE_URL: url, PARLANCE_API_KEY: `api-${world}` };
  const idsIn = async (file: string): Promise<string[]> =>
    (await readFile(path.join(cwd, file), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id);
  return { cwd, env, idsIn };
}
const ids = Array.from({ length: COUNT }, (_, number) => `request-${number}`).sort();
const createdIn = (world: string): number =>
  fake.journal(world).filter(({ operation }) => operation === 'messages.batches.create').length;

test('results are for their owner, and appear once they are complete', async () => {
  const place = await setUp('aside');
  const modeOf = async (file: string) => ((await stat(path.join(place.cwd, file))).mode & 0o777).toString(8);
  fake.applyScenario({ clock: { mode: 'manual' } }, 'aside');
  await writeFile(path.join(place.cwd, 'old.jsonl'), 'earlier results');
  const argv = ['batch', 'run', 'requests.jsonl', '-o', 'old.jsonl'];
  const running = cli.start([...argv, '--restart', '--poll-interval', '1', '--json'], place);
  await running.printed('"batches":1');
  running.child.kill('SIGKILL');
  await running.result;
  expect(await readFile(path.join(place.cwd, 'old.jsonl'), 'utf8')).toBe('earlier results');
  expect(await modeOf('old.jsonl.partial')).toBe('600');
  fake.applyScenario({ clock: { mode: 'skip' } }, 'aside');
  expect((await cli.run(argv, place)).code).toBe(0);
  expect((await place.idsIn('old.jsonl')).sort()).toEqual(ids);
  expect([await modeOf('old.jsonl'), existsSync(path.join(place.cwd, 'old.jsonl.partial'))]).toEqual([
    '600',
    false,
  ]);
  await rm(path.join(place.cwd, 'old.jsonl'));
  const again = await cli.run(argv, place);
  expect([again.code, again.err]).toEqual([
    4,
    expect.stringContaining('has fewer results than were written'),
  ]);
});

describe('after an interruption', () => {
  /** Starts a run whose second batch is still processed, so that it cannot end. */
  async function interrupted(world: string, signal: NodeJS.Signals) {
    const waiting = lineOf(COUNT).replace('canary-prompt 40', '/wait 60');
    const place = await setUp(world, [
      ...Array.from({ length: COUNT }, (_, number) => lineOf(number)),
      waiting,
    ]);
    fake.applyScenario({ clock: { mode: 'manual' } }, world);
    const argv = ['batch', 'run', 'requests.jsonl', '--max-requests', '20', '--poll-interval', '1'];
    const running = cli.start([...argv, '--json'], place);
    await running.printed('"batches":3');
    running.child.kill(signal);
    return { ...place, argv, result: await running.result };
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s stops cleanly, and the same command continues', async (signal, exitCode) => {
    const { cwd, env, idsIn, argv, result } = await interrupted(signal, signal);
    expect(result.code).toBe(exitCode);
    expect(result.lines().at(-1)).toEqual({
      type: 'stopped',
      signal,
      hint: 'Run the same command again to continue.',
      exit_code: exitCode,
    });
    fake.applyScenario({ clock: { mode: 'skip' } }, signal);
    const { code, err } = await cli.run(argv, { cwd, env });
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect((await idsIn('requests.results.jsonl')).sort()).toEqual([...ids, `request-${COUNT}`].sort());
    expect(createdIn(signal)).toBe(3);
  });

  test('by kill -9, the same command continues', async () => {
    const { cwd, env, idsIn, argv, result } = await interrupted('killed', 'SIGKILL');
    expect(result.code).toBe(null);
    fake.applyScenario({ clock: { mode: 'skip' } }, 'killed');
    expect((await cli.run(argv, { cwd, env })).code).toBe(0);
    expect((await idsIn('requests.results.jsonl')).sort()).toEqual([...ids, `request-${COUNT}`].sort());
    expect(createdIn('killed')).toBe(3);
  });

  test('a second Ctrl-C ends it at once', async () => {
    const place = await setUp('twice-stopped');
    // The first signal waits for the command that prints the key.
    const running = cli.start(
      ['batch', 'run', 'requests.jsonl', '--key-command', 'touch started && sleep 20'],
      place,
    );
    await expect.poll(() => existsSync(path.join(place.cwd, 'started'))).toBe(true);
    running.child.kill('SIGINT');
    await running.printed('Stopping. Press Ctrl-C again to end at once.');
    running.child.kill('SIGINT');
    const { code, err } = await running.result;
    expect([code, err]).toEqual([130, 'Stopping. Press Ctrl-C again to end at once.\n']);
  });

  test('changed requests are refused', async () => {
    const { cwd, env, argv } = await interrupted('changed', 'SIGINT');
    await appendFile(path.join(cwd, 'requests.jsonl'), `${lineOf(99)}\n`);
    const { code, err } = await cli.run(argv, { cwd, env });
    expect(code).toBe(4);
    expect(err).toContain('are not those of the run');
    expect(err).toContain('--restart');
  });

  test('a second run of the same file is refused while the first one runs', async () => {
    const place = await setUp('twice');
    fake.applyScenario({ clock: { mode: 'manual' } }, 'twice');
    const argv = ['batch', 'run', 'requests.jsonl', '--poll-interval', '1', '--json'];
    const running = cli.start(argv, place);
    await running.printed('"progress"');
    const second = await cli.run(argv, place);
    expect(second.code).toBe(4);
    expect(second.lines()).toEqual([
      expect.objectContaining({ type: 'batch_estimate' }),
      expect.objectContaining({ type: 'error', code: 'already_running', exit_code: 4 }),
    ]);
    running.child.kill('SIGINT');
    expect((await running.result).code).toBe(130);
  });
});
