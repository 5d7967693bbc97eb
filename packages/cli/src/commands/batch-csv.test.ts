import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpCli } from '../testing/set-up-cli.js';

const { cli, fake, url } = await setUpCli({});

const TEMPLATE = ['--prompt', 'Summarize {text}', '--model', 'assistant-haiku-4-5', '--max-tokens', '10'];

/** A folder with a CSV file, and a world of its own. */
async function setUp(world: string, content = 'id,text\noslo,"Oslo, Norway"\nrome,Rome\n') {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'texts.csv'), content);
  const env = { PARLANCE_BASE_URL: url, PARLANCE_API_KEY: `api-${world}` };
  const run = (...argv: readonly string[]) => cli.run(['batch', 'run', 'texts.csv', ...argv], { cwd, env });
  return { cwd, run };
}

test('sends a request for each row, and writes the results as CSV', async () => {
  const { cwd, run } = await setUp('rows');
  const { code, out, err } = await run(...TEMPLATE, '--id-column', 'id');
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`2 results in ${cwd}/texts.results.csv: 2 succeeded`),
  ]);
  expect(err).toMatch(/^2 requests, about \d+ input tokens, at most 20 output tokens$/m);
  const lines = (await readFile(path.join(cwd, 'texts.results.csv'), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('custom_id,result,text,stop_reason,input_tokens,output_tokens,error');
  expect(lines.slice(1, 3).toSorted()).toEqual([
    expect.stringMatching(/^oslo,succeeded,.*\d+,\d+,$/),
    expect.stringMatching(/^rome,succeeded,.*\d+,\d+,$/),
  ]);
  expect(lines.slice(3)).toEqual(['']);
  expect(existsSync(path.join(cwd, 'texts.results.csv.partial'))).toBe(false);
  const again = await run(...TEMPLATE, '--id-column', 'id');
  expect(again.out).toContain('(already complete)');
});

test('writes JSON lines if the output has that name, and the error of a request', async () => {
  const { cwd, run } = await setUp('names');
  const { code } = await run('--prompt', '{text}', '--model', 'unknown-model', '-o', 'out.jsonl');
  expect(code).toBe(3);
  const [line = ''] = (await readFile(path.join(cwd, 'out.jsonl'), 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({
    custom_id: expect.stringMatching(/^row-[12]$/),
    result: { type: 'errored' },
  });
  await run('--prompt', '{text}', '--model', 'unknown-model', '-o', 'OUT.CSV');
  expect(await readFile(path.join(cwd, 'OUT.CSV'), 'utf8')).toMatch(/^row-1,errored,,,,,.+\r$/m);
});

test('cells of a .TSV file are separated by tabs', async () => {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, 'TEXTS.TSV'), 'id\ttext\noslo\tOslo, Norway\n');
  const env = { PARLANCE_BASE_URL: url, PARLANCE_API_KEY: 'api-tabs' };
  const { code, err } = await cli.run(['batch', 'run', 'TEXTS.TSV', ...TEMPLATE, '--id-column', 'id'], {
    cwd,
    env,
  });
  expect([code, err]).toEqual([0, expect.stringContaining('1 request')]);
});

test('--dry-run estimates the cost at half the price, and sends nothing', async () => {
  const { cwd, run } = await setUp('dry');
  const { code, lines } = await run(
    ...TEMPLATE,
    '--dry-run',
    '--input-price',
    '1',
    '--output-price',
    '5.5',
    '--json',
  );
  expect(code).toBe(0);
  const [estimate] = lines() as readonly { readonly input_tokens: number; readonly max_cost: number }[];
  expect(estimate).toMatchObject({ type: 'batch_estimate', requests: 2, max_output_tokens: 20 });
  expect(estimate?.max_cost).toBeCloseTo(((estimate?.input_tokens ?? 0) + 20 * 5.5) / 2_000_000, 12);
  expect(fake.journal('dry')).toEqual([]);
  expect(existsSync(path.join(cwd, 'texts.results.csv'))).toBe(false);
  const { err } = await run(...TEMPLATE, '--dry-run', '--input-price', '1', '--output-price', '5.5');
  expect(err).toMatch(/; costs at most about 0\.0+\d+$/m);
});

test('a changed template does not continue the run of another', async () => {
  const { run } = await setUp('changed');
  expect((await run(...TEMPLATE)).code).toBe(0);
  const { code, err } = await run('--prompt', 'Translate {text}', '--model', 'assistant-haiku-4-5');
  expect([code, err]).toEqual([4, expect.stringContaining('are not those of the run that wrote')]);
});

test.each<[string, readonly string[], string]>([
  ['without a template', [], 'CSV needs --prompt and --model.'],
  ['without a model', ['--prompt', '{text}'], 'CSV needs --prompt and --model.'],
  ['with a long delimiter', [...TEMPLATE, '--delimiter', ';;'], '--delimiter must be one character'],
  ['with one price', [...TEMPLATE, '--input-price', '1'], 'belong together'],
  ['with a negative price', [...TEMPLATE, '--input-price', '-1'], 'It must be a number from 0'],
  ['with max_tokens that the contract refuses', [...TEMPLATE, '--max-tokens', '0'], 'whole number from 1'],
])('refuses CSV %s', async (_, argv, message) => {
  const { run } = await setUp('refused');
  const { code, err } = await run(...argv);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(fake.journal('refused')).toEqual([]);
});

test('refuses a template for JSON lines', async () => {
  const { cwd } = await setUp('lines');
  await writeFile(path.join(cwd, 'a.jsonl'), '');
  const { code, err } = await cli.run(['batch', 'run', 'a.jsonl', '--prompt', '{text}'], { cwd });
  expect([code, err]).toEqual([2, expect.stringContaining('need a file that ends in .csv or .tsv')]);
});
