import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { setUpCliAlone } from '../testing/set-up-cli.js';
import type { CliResult } from '../testing/start-cli.js';

const cli = await setUpCliAlone();

/** Runs `doctor` in a folder with these files; returns the result and the folder. */
async function doctor(
  files: Readonly<Record<string, string>>,
  argv: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<CliResult & { readonly cwd: string }> {
  const cwd = await cli.folder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text);
  }
  return { ...(await cli.run(['doctor', ...argv], { cwd, env })), cwd };
}

const URL_1 = 'http://127.0.0.1:1/one';
const URL_2 = 'http://127.0.0.1:1/two';

describe('loads', () => {
  test.each([
    ['parlance.config.mts', `export default { baseUrl: '${URL_1}' as string };`],
    ['parlance.config.ts', `export default { baseUrl: '${URL_1}' as const };`],
    ['parlance.config.mjs', `export default { baseUrl: '${URL_1}' };`],
    ['parlance.config.json', `{ "baseUrl": "${URL_1}" }`],
  ])('%s', async (name, text) => {
    const { out, err, cwd } = await doctor({ [name]: text });
    expect(out).toContain(`ok       config                 ${path.join(cwd, name)}\n`);
    expect(out).toContain(`base_url               ${URL_1}\n`);
    expect(err).toBe('');
  });

  test('the file of --config, whose paths are relative to its folder', async () => {
    const files = {
      'ops/export.mjs': `export default { baseUrl: '${URL_1}', keys: { api: { file: 'key' } } };`,
      'ops/key': 'k',
    };
    const { out, cwd } = await doctor(files, ['--config', 'ops/export.mjs']);
    expect(out).toContain(`api.key                from the file ${path.join(cwd, 'ops/key')}`);
  });
});

test('options go before the environment, and the environment before the file', async () => {
  const files = { 'parlance.config.json': `{ "baseUrl": "${URL_1}", "store": "sqlite:./file.db" }` };
  const fromVariable = await doctor(files, [], {
    PARLANCE_BASE_URL: URL_2,
    PARLANCE_STORE: 'sqlite:./variable.db',
  });
  expect(fromVariable.out).toContain(URL_2);
  expect(fromVariable.out).toContain('/variable.db does not exist yet');
  const fromOption = await doctor(files, ['--store', 'sqlite:./option.db'], {
    PARLANCE_STORE: 'sqlite:./variable.db',
  });
  expect(fromOption.out).toContain(URL_1);
  expect(fromOption.out).toContain('/option.db does not exist yet');
});

describe('rejects, with the file and line and exit code 2,', () => {
  test.each([
    [
      'an unknown key',
      'parlance.config.ts',
      `export default {\n  baseURL: 'x',\n};`,
      ':2: unknown key "baseURL" (did you mean "baseUrl"?)',
    ],
    [
      'a wrong type',
      'parlance.config.mjs',
      `export default {\n  naming: {},\n  store: 5,\n};`,
      ':3: store: must be a string',
    ],
    [
      'a syntax error in TypeScript',
      'parlance.config.ts',
      `export default {\n  store: 'x'\n  keys: {},\n};`,
      ':3: ',
    ],
    [
      'a syntax error in JSON',
      'parlance.config.json',
      `{\n  "store": "x"\n  "keys": {}\n}`,
      ':3: invalid JSON',
    ],
    [
      'an error of the program',
      'parlance.config.ts',
      `const all = {};\nexport default all.none.store;`,
      ':2: Cannot read properties',
    ],
    ['a missing export', 'parlance.config.ts', `export const store = 'x';`, ': has no default export'],
    [
      'a missing module',
      'parlance.config.ts',
      `import 'nowhere';\nexport default {};`,
      "Cannot find package 'nowhere'",
    ],
  ])('%s', async (_, name, text, message) => {
    const { code, out, err, cwd } = await doctor({ [name]: text });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`parlance: ${path.join(cwd, name)}:`);
    expect(err).toContain(message);
  });

  test('a key in the configuration, without repeating it', async () => {
    const { code, err } = await doctor({
      'parlance.config.json': '{\n  "keys": {\n    "api": "canary-key"\n  }\n}',
    });
    expect(code).toBe(2);
    expect(err).toContain(
      ':3: keys.api: must be { file } or { command }; a key itself must not be in the configuration',
    );
    expect(err).not.toContain('canary-key');
  });

  test('a missing file, and two files', async () => {
    const missing = await doctor({}, ['--config', 'none.ts']);
    expect([missing.code, missing.err]).toEqual([
      2,
      `parlance: ${path.join(missing.cwd, 'none.ts')}: file not found\n`,
    ]);
    const two = await doctor({ 'parlance.config.ts': '', 'parlance.config.json': '{}' });
    expect(two.code).toBe(2);
    expect(two.err).toContain('parlance.config.ts and parlance.config.json are in the same folder');
  });
});

describe('commands that only read an archive, which may come from someone else,', () => {
  const COMMANDS = [
    ['export', 'verify', '.'],
    ['search', 'falcon', '--search-file', 'search.db'],
  ];
  const NAMES = ['ts', 'mts', 'mjs', 'js'].map((extension) => `parlance.config.${extension}`);
  const planted = `import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('ran', import.meta.url), '');\nexport default {};`;

  /** Runs a command in a folder with these files; returns the result, and whether a planted program has run. */
  async function read(files: Readonly<Record<string, string>>, argv: readonly string[]) {
    const cwd = await cli.folder();
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
    const result = await cli.run(argv, { cwd });
    return { ...result, hasRun: existsSync(path.join(cwd, 'ran')) };
  }

  test.each(COMMANDS)('%s %s: run no configuration that they find, and say so', async (...argv) => {
    for (const name of NAMES) {
      const { hasRun, err } = await read({ [name]: planted }, argv);
      expect([name, hasRun, err]).toEqual([
        name,
        false,
        expect.stringContaining(`Ignored ${name}, because this command runs no program that it finds.`),
      ]);
    }
    const json = await read({ [NAMES[0] ?? '']: planted }, [...argv, '--json']);
    expect([json.hasRun, json.lines()[0]]).toEqual([
      false,
      {
        type: 'warning',
        code: 'config_ignored',
        message: 'Ignored parlance.config.ts, because this command runs no program that it finds.',
        hint: 'To use it, add --config parlance.config.ts.',
      },
    ]);
  });

  test.each(COMMANDS)('%s %s: load the one of --config', async (...argv) => {
    const { hasRun, err } = await read({ 'parlance.config.mjs': planted }, [
      ...argv,
      '--config',
      'parlance.config.mjs',
    ]);
    expect([hasRun, err]).toEqual([true, expect.not.stringContaining('Ignored')]);
  });

  test('load JSON, also next to a program that they ignore', async () => {
    const config = JSON.stringify({ archive: 'of-json', export: { searchFile: 'of-json.db' } });
    const files = { 'parlance.config.json': config, 'parlance.config.mjs': planted };
    const verified = await read(files, ['export', 'verify']);
    expect([verified.hasRun, verified.err]).toEqual([false, expect.stringContaining('of-json')]);
    const searched = await read({ 'parlance.config.json': config }, ['search', 'falcon']);
    expect(searched.err).toMatch(/^parlance: .*of-json\.db does not exist/m);
  });
});
