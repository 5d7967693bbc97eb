/** Configurations that only Node.js itself loads as users have them: with imports of this package, CommonJS, its own errors. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildCli, type CliResult } from '../testing/start-cli.js';

const cli = await buildCli();
afterAll(() => cli[Symbol.asyncDispose]());

async function doctor(name: string, text: string, env: Record<string, string> = {}): Promise<CliResult> {
  const cwd = await cli.folder();
  await writeFile(path.join(cwd, name), text);
  return cli.run(['doctor'], { cwd, env });
}

const URL = 'http://127.0.0.1:1/one';

test.each([
  [
    'parlance.config.ts',
    `import { defineConfig, type ParlanceConfig } from '@parlance/cli';\nconst config: ParlanceConfig = { baseUrl: '${URL}' };\nexport default defineConfig(config);`,
  ],
  [
    'parlance.config.mjs',
    `import { defineConfig } from '@parlance/cli';\nexport default defineConfig({ baseUrl: '${URL}' });`,
  ],
  ['parlance.config.js', `module.exports = { baseUrl: '${URL}' };`],
])('loads %s', async (name, text) => {
  const { out, err } = await doctor(name, text);
  expect(out).toContain(`base_url               ${URL}\n`);
  expect(err).toBe('');
});

test.each([
  [
    'a syntax error in JavaScript',
    'parlance.config.mjs',
    `export default {\n  store: 'x'\n  keys: {},\n};`,
    ':3: Unexpected identifier',
  ],
  [
    'an enum',
    'parlance.config.ts',
    `enum A { B }\nexport default { a: A.B };`,
    ':1: TypeScript enum is not supported',
  ],
])('rejects %s', async (_, name, text, message) => {
  const { code, out, err } = await doctor(name, text);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(`/${name}${message}`);
});

test('loads the configuration of the README', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, config = ''] =
    /<!-- test: [^\n]*load-config\.process\.test\.ts -->\n\n```ts\n(.*?)```/s.exec(readme) ?? [];
  const { code, err, out } = await doctor('parlance.config.ts', config, {
    HTTPS_PROXY: 'http://127.0.0.1:1',
  });
  expect([code, err]).toEqual([3, '']);
  expect(out).toContain('base_url               https://api.example.com\n');
  expect(out).toContain('The key file /run/secrets/compliance-key does not exist');
});
