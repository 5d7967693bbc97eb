/** Checks that every link to a file of the repository, or to a heading in one, resolves. Needs no network. */
import { globSync } from 'node:fs';
import { brokenLinks } from './broken-links.ts';

const files = globSync([
  '*.md',
  '.github/**/*.md',
  'docs/**/*.md',
  'packages/*/*.md',
  'apps/*/*.md',
  'examples/**/*.md',
])
  .filter((file) => !/^docs\/api\/|api-report\.md$|CHANGELOG\.md$/.test(file))
  .sort();
const broken = files.flatMap((file) => brokenLinks(file).map((problem) => `${file}: ${problem}`));
for (const line of broken) console.error(line);
if (!files.includes('README.md')) throw new Error('run this in the root of the repository');
process.exitCode = broken.length > 0 ? 1 : 0;
