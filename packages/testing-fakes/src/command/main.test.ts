import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from './main.js';

/** Runs a command. A server is sent some requests once it is ready, then a signal to stop. */
async function run(...argv: string[]) {
  let out = '';
  let err = '';
  const seen: unknown[] = [];
  let stop: () => void = () => {};
  const code = await main(argv, {
    version: '1.2.3',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    onSignal: (callback) => {
      stop = callback;
      // The line that announces the server is printed next.
      queueMicrotask(() => void visit(out, seen).then(stop, stop));
    },
  });
  return { code, out, err, seen };
}

async function visit(line: string, seen: unknown[]): Promise<void> {
  const { url, keys } = JSON.parse(line) as { url: string; keys: { api: string } };
  const headers = { 'x-api-key': keys.api, 'vendor-version': '2023-06-01' };
  seen.push(await (await fetch(`${url}/_fake/health`)).json());
  seen.push((await fetch(`${url}/v1/models/assistant-opus-4-7`, { headers })).status);
  seen.push((await fetch(`${url}/v1/models/none`, { headers })).headers.get('x-parlance-rule'));
}

describe('serve', () => {
  test('prints one line when ready, serves, and stops on a signal', async () => {
    const { code, out, err, seen } = await run('serve', '--port', '0');
    expect(JSON.parse(out)).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      world: 'default',
      keys: { api: 'api-default', admin: 'admin-default', compliance: 'compliance-default' },
    });
    expect(out.endsWith('}\n')).toBe(true);
    expect(seen).toEqual([{ status: 'ok' }, 200, 'GEN-007']);
    expect([code, err]).toEqual([0, '']);
  });

  test('prints the control token with --control-token', async () => {
    const { out, seen } = await run('serve', '--control-token');
    expect(JSON.parse(out)).toMatchObject({ control_token: expect.stringMatching(/^[\w-]{32}$/) });
    expect(seen[0]).toMatchObject({ error: { message: expect.stringContaining('token is required') } });
  });

  test('reads a scenario from a YAML file, and names the place of a problem', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-scenario-'));
    const path = join(folder, 'scenario.yaml');
    await writeFile(path, 'faults:\n  - match: { operation: models.retrieve }\n    status: 503\n');
    const { code, seen } = await run('serve', '--scenario', path);
    expect([code, seen[1]]).toEqual([0, 503]);
    await writeFile(path, 'faults:\n  - match: { operation: model.retrieve }\n');
    expect((await run('serve', '--scenario', path)).err).toContain(
      'scenario.yaml": line 2, column 14: faults.0.match.operation: must be the id of an operation (did you mean "models.retrieve"?)',
    );
    await rm(folder, { recursive: true });
  });

  test('prints each request with --verbose', async () => {
    const { err } = await run('serve', '--verbose');
    const lines = err.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'default GET /v1/models/assistant-opus-4-7 models.retrieve 200',
      'default GET /v1/models/none models.retrieve 404 GEN-007',
    ]);
  });

  test.each([
    [['serve', '--port', '65536'], '--port: must be a whole number from 0 to 65535, not "65536"'],
    [['serve', '--port', '-1'], '--port: must be a whole number from 0 to 65535, not "-1"'],
    [['serve', '--port'], '--port: needs a value'],
    [['serve', '--port', '1', '--port=2'], '--port: must not be repeated'],
    [['serve', '--host', 'example.com'], '--host: must be an IP address or localhost'],
    [['serve', '--host', '0.0.0.0'], '--host: must be a loopback address, not "0.0.0.0"; add --allow-remote'],
    [['serve', '--seed', 'full'], '--seed: must be demo or empty'],
    [['serve', '--betas', 'none'], '--betas: must be strict or lenient'],
    [['serve', '--models', 'all'], '--models: must be any or known'],
    [['serve', '--nulls', 'kept'], '--nulls: must be sent or omitted'],
    [['serve', '--verbose=yes'], '--verbose: takes no value'],
    [['serve', '--faults', '/nonexistent'], '--faults "/nonexistent": file not found'],
    [['serve', '--faults', '/'], '--faults "/": is a directory'],
    [['serve', '--naming', 'x'], '--naming: must have the form vendor=X'],
    [['serve', '--naming', 'vendor=a,maker=b'], '--naming: maker: unknown name; allowed: vendor'],
    [['serve', '--data', '/no-such-folder/x'], 'cannot be created: its directory does not exist'],
    [['serve', '--sed', 'demo'], 'unknown option "--sed" (did you mean "--seed"?); allowed: --port'],
    [['serve', 'demo'], 'unexpected argument "demo"'],
    [['rules', '--run'], '--run: needs a value'],
    [['rules', '--json', '--run', 'x'], '--json: cannot be combined with --run'],
    [['serve', '--users', '5'], '--users: requires --seed demo'],
    [
      ['serve', '--pace-ms', '1s', '--data='],
      '--pace-ms: must be a whole number from 0 to 60000, not "1s"\n  --data: needs a value',
    ],
    [
      ['start'],
      'unknown command "start"; commands: serve, verify, open, export, import, check, rules, reliance, help, version',
    ],
    [['sevre'], 'unknown command "sevre" (did you mean serve?)'],
    [[], 'a command is required'],
  ])('rejects %j with exit code 2', async (argv, message) => {
    const { code, out, err } = await run(...argv);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(out).toBe('');
  });

  test('no command accepts an option twice', async () => {
    const { out } = await run('help');
    const [commands = '', options = ''] = out.split('\nOptions of serve and open:\n');
    const usages = [...commands.matchAll(/^ {2}parlance-fakes (\w+)(.*)$/gm), ['', 'serve', options]];
    const cases = usages.flatMap(([, command = '', text = '']) =>
      (text.match(/(?<!requires )--[a-z-]+/g) ?? []).map((option) => [command, option] as const),
    );
    expect(cases.length).toBeGreaterThan(30);
    for (const [command, option] of cases) {
      const file = command === 'check' ? ['data.db'] : [];
      const { code, err } = await run(command, ...file, `${option}=1`, `${option}=1`);
      expect([code, err]).toEqual([2, expect.stringContaining(`: ${option}: must not be repeated\n`)]);
    }
  });

  test('--faults reads a file, and rejects an invalid one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-'));
    const file = join(folder, 'faults.json');
    await writeFile(file, '[{"match":{"path":"/v1/models/none"},"status":503}]');
    expect((await run('serve', '--verbose', '--faults', file)).err).toContain(' models.retrieve 503\n');
    await writeFile(file, '[{"state":503}]');
    const { code, err, out } = await run('serve', '--faults', file);
    await rm(folder, { recursive: true });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('faults.0: unknown key "state" (did you mean "status"?); allowed: match');
  });

  test('--data rejects a directory', async () => {
    const { code, out, err } = await run('serve', '--data', tmpdir());
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`parlance-fakes: The data file ${JSON.stringify(tmpdir())} is not a regular file.\n`);
  });

  test('--help prints the usage instead of serving', async () => {
    const help = await run('help');
    expect(await run('serve', '--port', '1', '--help')).toEqual(help);
    expect(await run('open', '-h')).toEqual(help);
    expect(await run('-h')).toEqual(help);
    expect(await run('--version')).toMatchObject({ code: 0, out: '1.2.3\n' });
  });

  test('reports that the port is in use', async () => {
    const { createServer } = await import('node:http');
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const { code, err } = await run('serve', `--port=${port}`);
    taken.close();
    expect([code, err]).toEqual([
      1,
      `parlance-fakes: cannot listen on 127.0.0.1, port ${port}: the port is already in use.\n`,
    ]);
  });
});

describe('rules', () => {
  test('prints the rules as a table or as JSON', async () => {
    const text = await run('rules');
    expect(text.out.split('\n')[0]).toBe('id\tsource\trule');
    const json = JSON.parse((await run('rules', '--json')).out) as { id: string }[];
    expect(json.map(({ id }) => id)).toContain('GEN-007');
    expect(text.out.trimEnd().split('\n')).toHaveLength(json.length + 1);
  });
});
