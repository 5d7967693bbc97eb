import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OptionDefaults } from 'typedoc';

/** The source of every entry of every package. */
const entryPoints = globSync('packages/*/package.json').flatMap((file) =>
  Object.values(JSON.parse(readFileSync(file, 'utf8')).exports)
    .map((entry) => entry['parlance-source'])
    .filter((source) => source !== undefined)
    .map((source) => path.join(path.dirname(file), source)),
);

/** The guides, and the reference of every package; a warning is an error, so nothing that is exported goes undocumented. */
export default {
  name: 'Parlance',
  plugin: ['./scripts/docs/titles.ts'],
  entryPoints: entryPoints.sort(),
  projectDocuments: ['docs/guides/!(README).md', 'docs/*.md'],
  searchInDocuments: true,
  tsconfig: 'tsconfig.json',
  out: 'docs/api',
  readme: 'README.md',
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  blockTags: [...OptionDefaults.blockTags, '@source'],
  requiredToBeDocumented: [
    'Enum',
    'Variable',
    'Function',
    'Class',
    'Interface',
    'Property',
    'Method',
    'Accessor',
    'TypeAlias',
  ],
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    notDocumented: true,
    rewrittenLink: false,
  },
  treatWarningsAsErrors: true,
  logLevel: 'Warn',
};
