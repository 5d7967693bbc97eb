import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REGISTRY } from '../release/published.ts';
import { BY_NAME, writeInstallLines } from './install-lines.ts';

const URL = 'http://127.0.0.1:1';
const NOTE = '# Until the packages are on npm, run "npm run registry" in this repository first.\n';
const OPTION = ` --@parlance:registry=${URL}`;

test.each([
  [
    '```sh\nnpm install zod @parlance/a\n```',
    `\`\`\`sh\n${NOTE}npm install${OPTION} zod @parlance/a\n\`\`\``,
  ],
  ['```sh\nnpm install\nnode a\n```', `\`\`\`sh\n${NOTE}npm install${OPTION}\nnode a\n\`\`\``],
  ['use `npm install --save-dev @parlance/a`', `use \`npm install${OPTION} --save-dev @parlance/a\``],
  ['`npx @parlance/a serve`', `\`npx${OPTION} @parlance/a serve\``],
])('%j names the registry until the packages are on npm', (plain, written) => {
  expect(writeInstallLines(plain, URL)).toBe(written);
  expect(writeInstallLines(written, URL)).toBe(written);
  expect(writeInstallLines(written, 'http://127.0.0.1:1')).toBe(written);
  expect(writeInstallLines(written, undefined)).toBe(plain);
});

test('nothing is installed without a question, and a registry in a variable is kept', () => {
  expect(writeInstallLines('npx --yes @parlance/a', undefined)).toBe('npx @parlance/a');
  const ci = 'npx --@parlance:registry=${REGISTRY:?} @parlance/a';
  expect(writeInstallLines(ci, URL)).toBe(ci);
  expect(writeInstallLines(ci, undefined)).toBe('npx @parlance/a');
});

test.each([
  'npm install zod',
  '`npx parlance-fakes` of @parlance/a',
  'npx tool node_modules/@parlance/a',
  'pnpm install',
])('%j is left as it is', (text) => {
  expect(writeInstallLines(text, URL)).toBe(text);
});

test.runIf(REGISTRY !== undefined)('no command for readers installs a package that is not on npm', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '*.md', '*.ts', '*.tsx', '*.mjs', '*.yml', '*.yaml', '*.html'],
    {
      encoding: 'utf8',
    },
  );
  const unsafe = files
    .split('\0')
    .filter((file) => file !== '' && !/^(scripts|tooling)\/|CHANGELOG|pnpm-lock/.test(file))
    .flatMap((file) =>
      findUnsafeInstalls(readFileSync(file, 'utf8')).map((command) => `${file}: ${command}`),
    );
  expect(unsafe).toEqual([]);
});

/** Returns the commands of a text that install our packages from npm, where nobody owns their name. */
function findUnsafeInstalls(text: string): readonly string[] {
  return Array.from(text.matchAll(BY_NAME))
    .filter(({ groups }) => groups?.['own'] === undefined)
    .map(([command]) => command);
}
