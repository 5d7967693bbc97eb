import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli({});

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

test('writes each result once, and says so again when it is complete', async () => {
  const { cwd, env, idsIn } = await setUp('complete');
  const argv = ['batch', 'run', 'requests.jsonl', '--max-requests', '15'];
  const first = await cli.run(argv, { cwd, env });
  expect([first.code, first.out]).toEqual([
    0,
    `40 results in ${cwd}/requests.results.jsonl: 40 succeeded, 0 errored, 0 canceled, 0 expired\n`,
  ]);
  expect((await idsIn('requests.results.jsonl')).sort()).toEqual(ids);
  expect(createdIn('complete')).toBe(3);
  const second = await cli.run([...argv, '--json'], { cwd, env });
  expect(second.code).toBe(0);
  expect(second.lines()).toEqual([
    {
      type: 'batch_estimate',
      requests: 40,
      input_tokens: expect.any(Number),
      max_output_tokens: 400,
      max_cost: null,
    },
    {
      type: 'summary',
      output: `${cwd}/requests.results.jsonl`,
      results: 40,
      succeeded: 40,
      errored: 0,
      canceled: 0,
      expired: 0,
      exit_code: 0,
    },
  ]);
  expect(createdIn('complete')).toBe(3);
});

test('prints progress as JSON lines, and exits with 3 if a request failed', async () => {
  const { cwd, env } = await setUp('failed', [lineOf(1), lineOf(2, 'unknown-model')]);
  const { code, lines, err } = await cli.run(
    ['batch', 'run', 'requests.jsonl', '--json', '-o', 'out.jsonl'],
    { cwd, env },
  );
  expect([code, err]).toEqual([3, '']);
  expect(lines()[0]).toMatchObject({ type: 'batch_estimate', requests: 2 });
  expect(lines().slice(1, -1)).not.toEqual([]);
  for (const line of lines().slice(1, -1))
    expect(line).toEqual({
      type: 'progress',
      results: expect.any(Number),
      total: 2,
      submitted: 2,
      batches: 1,
      batch: expect.stringMatching(/^msgbatch_/),
      processing_status: expect.stringMatching(/^(in_progress|ended)$/),
      request_counts: expect.objectContaining({ processing: expect.any(Number) }),
    });
  expect(lines().at(-1)).toMatchObject({ type: 'summary', results: 2, succeeded: 1, errored: 1 });
});

describe('a request that failed with an error of the service', () => {
  /** Two requests, of which the second one fails twice. */
  async function failing(world: string) {
    const match = { content_equals: 'canary-prompt 2' };
    const step = { match, error: { status: 529, type: 'overloaded_error' as const }, times: 2 };
    fake.applyScenario({ replies: [{ match, steps: [step] }, { steps: 'default' }] }, world);
    return setUp(world, [lineOf(1), lineOf(2)]);
  }

  test('is sent again, twice by default', async () => {
    const { code, out } = await cli.run(['batch', 'run', 'requests.jsonl'], await failing('retried'));
    expect([code, out]).toEqual([0, expect.stringContaining('2 results in ')]);
    expect(createdIn('retried')).toBe(3);
  });

  test('is not sent again with --max-retries 0', async () => {
    const argv = ['batch', 'run', 'requests.jsonl', '--max-retries', '0'];
    const { code, out } = await cli.run(argv, await failing('once'));
    expect([code, out]).toEqual([3, expect.stringContaining('1 succeeded, 1 errored')]);
    expect(createdIn('once')).toBe(1);
  });
});

describe('rejects', () => {
  test.each([
    ['a line that is not JSON', [lineOf(1), '{'], 'requests.jsonl:2: expected a JSON object'],
    ['a request without an id', ['', '{"params":{}}'], 'requests.jsonl:2: custom_id must be a string'],
    ['a request without parameters', ['{"custom_id":"a"}'], 'requests.jsonl:1: params must be an object'],
  ])('%s before anything is sent', async (_, lines, message) => {
    const { cwd, env } = await setUp('invalid', lines);
    const { code, err, out } = await cli.run(['batch', 'run', 'requests.jsonl'], { cwd, env });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(fake.journal('invalid')).toEqual([]);
  });

  test('a missing file, a missing key and an invalid number', async () => {
    const { cwd, env } = await setUp('missing');
    const file = await cli.run(['batch', 'run', 'none.jsonl'], { cwd, env });
    expect([file.code, file.err]).toEqual([2, `parlance: ${cwd}/none.jsonl does not exist\n`]);
    const key = await cli.run(['batch', 'run', 'requests.jsonl'], {
      cwd,
      env: { ...env, PARLANCE_API_KEY: '' },
    });
    expect([key.code, key.err]).toEqual([
      2,
      'parlance: This command requires the api key.\n  Set PARLANCE_API_KEY, or use --key-file FILE or --key-command COMMAND.\n',
    ]);
    const number = await cli.run(['batch', 'run', 'requests.jsonl', '--max-batches', '11'], { cwd, env });
    expect(number.code).toBe(2);
    expect(number.err).toContain('It must be a whole number from 1 to 10.');
  });

  test('an output that belongs to something else, unless --restart replaces it', async () => {
    const { cwd, env, idsIn } = await setUp('foreign');
    await writeFile(path.join(cwd, 'notes.txt'), 'notes');
    const argv = ['batch', 'run', 'requests.jsonl', '-o', 'notes.txt'];
    const { code, err } = await cli.run(argv, { cwd, env });
    expect(code).toBe(4);
    expect(err).toContain('is not the output of a run in this store');
    expect(await readFile(path.join(cwd, 'notes.txt'), 'utf8')).toBe('notes');
    expect((await cli.run([...argv, '--restart'], { cwd, env })).code).toBe(0);
    expect((await idsIn('notes.txt')).sort()).toEqual(ids);
  });

  test.each([
    'requests.jsonl',
    './a/../requests.jsonl',
    'hard.jsonl',
    'symbolic.jsonl',
    'parlance.db',
    'a',
    'fifo',
  ])('the output %s, which is not a file of results, also with --restart', async (output) => {
    const { cwd, env } = await setUp('same-file');
    const inside = (file: string) => path.join(cwd, file);
    await mkdir(inside('a'));
    await link(inside('requests.jsonl'), inside('hard.jsonl'));
    await symlink('hard.jsonl', inside('symbolic.jsonl'));
    execFileSync('mkfifo', [inside('fifo')]);
    await writeFile(inside('parlance.db'), '');
    const before = await readFile(inside('requests.jsonl'), 'utf8');
    const { code, err } = await cli.run(['batch', 'run', 'requests.jsonl', '-o', output, '--restart'], {
      cwd,
      env,
    });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/is the file of the (requests|store)|is not a file/),
    ]);
    expect(await readFile(inside('requests.jsonl'), 'utf8')).toBe(before);
    expect(fake.journal('same-file')).toEqual([]);
  });

  test('requests that become fewer after they were checked', async () => {
    const { cwd, env } = await setUp('fewer');
    // The key is read after the check.
    const cut = 'head -n 10 requests.jsonl > short; cat short > requests.jsonl; echo api-fewer';
    const argv = ['batch', 'run', 'requests.jsonl'];
    const { code, err } = await cli.run([...argv, '--key-command', cut], { cwd, env });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('requests.jsonl changed while it was read: 10 requests instead of 40'),
    ]);
    expect(existsSync(path.join(cwd, 'requests.results.jsonl'))).toBe(false);
  });

  test('a store that cannot be written', async () => {
    const { cwd, env } = await setUp('unwritable');
    const { code, err } = await cli.run(['batch', 'run', 'requests.jsonl', '--store', 'sqlite:none/x.db'], {
      cwd,
      env,
    });
    expect(code).toBe(1);
    expect(err).toContain('none/x.db');
    expect(err).toContain('Check the folder and its permissions');
    await expect(stat(path.join(cwd, 'requests.results.jsonl'))).rejects.toThrow('ENOENT');
  });

  test('a revoked key, without repeating it', async () => {
    const { cwd, env } = await setUp('revoked');
    const revoked = { ...env, PARLANCE_API_KEY: 'canary-key' };
    const { code, out, err } = await cli.run(['batch', 'run', 'requests.jsonl'], { cwd, env: revoked });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/\(request req_\w+\)\n {2}Check the key\. It may be revoked/);
    expect(err).not.toContain('canary');
  });
});
