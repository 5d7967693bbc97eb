import { globSync, readFileSync } from 'node:fs';
import { OptionDefaults } from 'typedoc';

/** The site: the reference of every package, and the guides. A warning is an error, so every export is documented. */
export default {
  name: 'Parlance',
  entryPointStrategy: 'packages',
  entryPoints: ['packages/*', 'apps/console'],
  // Each package lists its entries in its own typedoc.json.
  packageOptions: {
    tsconfig: 'tsconfig.json',
    includeVersion: true,
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    // `pnpm typecheck` reports the errors of all sources.
    skipErrorChecking: true,
    blockTags: [...OptionDefaults.blockTags, '@source'],
  },
  plugin: [
    './scripts/docs/titles.ts',
    './scripts/docs/documented-members.ts',
    './scripts/docs/site-links.ts',
  ],
  projectDocuments: ['docs/guides/!(README).md', 'docs/*.md'],
  highlightLanguages: [...OptionDefaults.highlightLanguages, 'python'],
  searchInDocuments: true,
  out: 'docs/api',
  favicon: 'apps/console/web/icon.svg',
  readme: 'README.md',
  // Members of interfaces and classes are checked by `documented-members`.
  requiredToBeDocumented: ['Enum', 'Variable', 'Function', 'Class', 'Interface', 'Accessor', 'TypeAlias'],
  packagesRequiringDocumentation: globSync('{packages/*,apps/console}/package.json').map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).name,
  ),
  validation: {
    // Checked for each package, whose typedoc.json lists the exceptions.
    notExported: false,
    invalidLink: true,
    invalidPath: true,
    notDocumented: true,
    rewrittenLink: false,
  },
  treatWarningsAsErrors: true,
  logLevel: 'Warn',
};
