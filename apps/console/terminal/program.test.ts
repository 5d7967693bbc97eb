import { createFake } from '@parlance/testing-fakes';
import { afterEach, describe, expect, test } from 'vitest';
import { HELP } from './arguments.js';
import { run } from './testing/run-program.js';

const fake = createFake();
afterEach(() => fake.close());

describe('the program', () => {
  test('prints only the reply to standard output', async () => {
    const { code, stdout, stderr } = await run(['--prompt', 'hello']);
    expect(code).toBe(0);
    expect(stdout).toBe('You said: hello\n');
    expect(stderr).toMatch(/^\[end_turn, \d+ input tokens, 5 output tokens\]\n$/);
  });

  test('reads the prompt from standard input', async () => {
    const { code, stdout } = await run([], { stdin: 'hello\nworld\n' });
    expect([code, stdout]).toEqual([0, 'You said: hello\nworld\n']);
  });

  test('attaches files', async () => {
    const { code, stderr } = await run(['--prompt', 'read it', '--attach', 'README.md']);
    expect([code, Number(/(\d+) input/.exec(stderr)?.[1]) > 500]).toEqual([0, true]);
  });

  test('connects to the service configured in the environment', async () => {
    const { url } = await fake.listen();
    const environment = { PARLANCE_BASE_URL: url, PARLANCE_API_KEY: fake.keys.api };
    const { stdout } = await run(['--prompt', 'hi'], { environment });
    expect(stdout).toBe('You said: hi\n');
    expect(fake.journal().map((entry) => entry.operation)).toContain('messages.create');
  });

  test('accepts the token of an emulator, which only the browser console needs', async () => {
    const { url } = await fake.listen();
    const keys = { PARLANCE_BASE_URL: url, PARLANCE_API_KEY: fake.keys.api };
    const environment = { ...keys, PARLANCE_CONTROL_TOKEN: 'token-of-the-emulator' };
    const { code, stdout, stderr } = await run(['--prompt', 'hi'], { environment });
    expect([code, stdout, stderr]).toEqual([0, 'You said: hi\n', expect.stringContaining('end_turn')]);
  });

  test('prints the error of the service and exits with 1', async () => {
    const { url } = await fake.listen();
    const environment = { PARLANCE_BASE_URL: url, PARLANCE_API_KEY: 'nobody' };
    const { code, stdout, stderr } = await run(['--prompt', 'hi'], { environment });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/invalid x-api-key/);
    expect(stderr).not.toMatch(/nobody/);
  });

  test('prints thinking to standard error', async () => {
    const { stdout, stderr } = await run(['--thinking', '1024', '--prompt', '/think hard']);
    expect(stdout).toBe('You said: /think hard\n');
    expect(stderr).toMatch(/^hard\n/);
  });

  test.each([
    [['--prompt', ''], '--prompt: must not be empty'],
    [['--frob'], 'unknown option "--frob"; allowed: --prompt, --attach, --model'],
    [['word'], 'unexpected argument "word"'],
    [
      ['--prompt', 'a', '--max-tokens', '0'],
      '--max-tokens: must be a whole number from 1 to 999999999, not "0"',
    ],
    [['--prompt', 'a', '--thinking', '5000'], '--thinking: must be less than --max-tokens'],
    [['--prompt', 'a', '--attach', 'none.png'], 'none.png does not exist'],
    [[], 'no prompt on standard input'],
    [['--prompt', 'a', '--no-open'], '--no-open: cannot be combined with terminal options'],
    [['--prompt', '--model', 'x'], '--prompt: needs a value'],
    [
      ['--promt', 'a', '--thinking'],
      '--thinking: needs a value\nunknown option "--promt" (did you mean "--prompt"?)',
    ],
  ])('rejects %j with exit code 2', async (argv, message) => {
    const { code, stdout, stderr } = await run(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('accepts no option twice, except files to attach', async () => {
    const options = HELP.match(/(?<=^ {2})--[a-z-]+/gm) ?? [];
    expect(options).toContain('--prompt');
    for (const option of options) {
      const { code, stderr } = await run([`${option}=README.md`, `${option}=README.md`]);
      const message = `${option}: must not be repeated\n`;
      expect([code, stderr]).toEqual([
        2,
        option === '--attach'
          ? expect.stringContaining('no prompt on standard input')
          : expect.stringContaining(message),
      ]);
    }
  });

  test.each([
    [{ PARLANCE_BASE_URL: 'http://127.0.0.1:9' }, 'no key is. Set PARLANCE_API_KEY'],
    [{ PARLANCE_BASE_URL: 'http://127.0.0.1:9', PARLANCE_ADMIN_KEY: 'k' }, 'PARLANCE_API_KEY is not'],
    [
      { PARLANCE_BASE_URL: 'nowhere', PARLANCE_API_KEY: 'k' },
      'PARLANCE_BASE_URL: must be an absolute URL, e.g. https://api.example.com',
    ],
    [
      { PARLANCE_BASE_URL: 'https://service.example', PARLANCE_API_KEY: 'a\nb' },
      'PARLANCE_API_KEY: apiKey must',
    ],
    [{ PARLANCE_API_KEY: 'k' }, 'PARLANCE_BASE_URL is not'],
  ])('rejects the environment %j with exit code 2', async (environment, message) => {
    const { code, stderr } = await run(['--prompt', 'a'], { environment });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('exits with 130 when the reply is interrupted', async () => {
    const { code, stderr } = await run(['--prompt', 'hi'], { interrupt: AbortSignal.abort() });
    expect(code).toBe(130);
    expect(stderr).toBe('[interrupted]\n');
  });
});
