// cspell:ignore docter
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { emptyProgram, leavesOf } from './testing/empty-program.js';
import { setUpCliAlone } from './testing/set-up-cli.js';

const cli = await setUpCliAlone();

const commands = leavesOf(emptyProgram()).map((words) => words.join(' '));

describe('help', () => {
  test.each(commands)('parlance %s --help describes the command and has an example', async (command) => {
    const { code, out, err } = await cli.run([...command.split(' '), '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: parlance ${command} `));
    expect(out).toContain(`\nExamples:\n  # `);
    expect(out).toContain(`  $ parlance ${command}`);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect((await cli.run(['help', ...command.split(' ')])).out).toBe(out);
  });

  test('of the program lists the exit codes', async () => {
    const { code, out } = await cli.run(['--help']);
    expect(code).toBe(0);
    for (const exitCode of [0, 1, 2, 3, 4, 130]) expect(out).toMatch(new RegExp(`^  ${exitCode} `, 'm'));
  });

  test('is printed to standard error, with exit code 2, without a command', async () => {
    const { code, out, err } = await cli.run([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^Usage: parlance/);
  });

  test('the README has every command', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    for (const command of commands) expect(readme).toContain(`\`parlance ${command}`);
  });
});

test('prints the version of the package', async () => {
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect((await cli.run(['--version'])).out).toBe(`${manifest.version}\n`);
});

describe('invalid arguments', () => {
  test.each([
    [['docter'], "parlance: unknown command 'docter' (Did you mean doctor?)"],
    [['doctor', '--jsn'], "parlance: unknown option '--jsn' (Did you mean --json?)"],
    [['doctor', 'now'], "parlance: too many arguments for 'doctor'. Expected 0 arguments but got 1.\n"],
    [['--no-color', 'doctor'], 'Options come after the command'],
    [['doctor', '--store'], "parlance: option '--store <url>' argument missing"],
  ])('%j are rejected with exit code 2', async (argv, message) => {
    const { code, out, err } = await cli.run(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  test.each([
    [['export', 'run', '--archive', ''], '--archive must not be empty.'],
    [['export', 'verify', ''], 'DIR must not be empty.'],
    [['export', 'verify', 'a', '--archive', 'b'], 'DIR and --archive cannot be combined.'],
    [['export', 'run', '--archive', '--json'], '--archive requires a value; received the option --json.'],
    [['search', 'falcon', '--user', '--json'], '--user requires a value; received the option --json.'],
    [['hold', 'list', '--store', '--all'], '--store requires a value; received the option --all.'],
    [['doctor', '--key-file', ''], 'must start with its kind'],
    [['export', 'verify', '--known-head', '9f2c'], 'It must have 64 hexadecimal digits in lower case.'],
    [['retention', 'report', '--plan', '9f2c'], 'It must have 64 hexadecimal digits in lower case.'],
  ])('%j are rejected before anything is created', async (argv, message) => {
    const cwd = await cli.folder();
    const { code, out, err } = await cli.run(argv, { cwd });
    expect(code).toBe(2);
    expect(out + err).toContain(message);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('are an object with --json', async () => {
    const { code, lines, err } = await cli.run(['doctor', '--json', '--color']);
    expect([code, err]).toEqual([2, '']);
    expect(lines()).toEqual([
      {
        type: 'error',
        code: 'invalid_arguments',
        message: expect.stringContaining("unknown option '--color'"),
        hint: expect.any(String),
        exit_code: 2,
      },
    ]);
  });

  test('an unexpected argument is not repeated, because it may be a key', async () => {
    const { out, err } = await cli.run(['doctor', 'canary-key']);
    expect(out + err).not.toContain('canary-key');
  });

  test.each([[['doctor', '--api-key=canary-key']], [['doctor', '--api-key', 'canary-key']]])(
    'a key in an option is not repeated: %j',
    async (argv) => {
      const { code, out, err } = await cli.run(argv);
      expect(code).toBe(2);
      expect(err).toContain('Keys are not options.');
      expect(out + err).not.toContain('canary-key');
    },
  );

  test.each([
    'postgres://me:canary-pass@localhost/x',
    'postgres://me@localhost/x?application_name=me&password=canary-pass',
    'postgres://localhost/x?Password=canary-pass',
  ])('a password in --store is refused, and not repeated: %#', async (store) => {
    const { code, out, err } = await cli.run(['doctor', '--store', store]);
    expect(code).toBe(3);
    expect(out).toContain('Set PARLANCE_STORE instead.');
    expect(out + err).not.toContain('canary-pass');
  });
});
