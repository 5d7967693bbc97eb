/** Checks everything that people read, in the files that cspell checks, for phrases to avoid. See phrases.ts. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPhrases } from './phrases.ts';

const FILES = [
  '*.md',
  '.changeset/*.md',
  '.github/**/*.md',
  'docs/**/*.md',
  'packages/*/*.md',
  'packages/*/{src,scenarios}/**/*.{ts,md}',
  'apps/*/README.md',
  'apps/*/*/**/*.{ts,tsx,css,html}',
  'scripts/**/*.{ts,mjs,cjs}',
  'tooling/**/*.ts',
];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'api']);
const IGNORED_FILES = /api-report\.md$|CHANGELOG\.md$|phrases(?:\.test)?\.ts$/;

const files = globSync(FILES, { exclude: (file) => IGNORED_FOLDERS.has(path.basename(file)) })
  .filter((file) => !IGNORED_FILES.test(file))
  .sort();
if (!files.includes('README.md')) throw new Error('run this in the root of the repository');
for (const file of files) {
  for (const { line, phrase, suggestion } of findPhrases(readFileSync(file, 'utf8'))) {
    console.error(`${file}:${line}: avoid "${phrase}" (${suggestion})`);
    process.exitCode = 1;
  }
}
