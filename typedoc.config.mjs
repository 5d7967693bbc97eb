import { globSync, readFileSync } from 'node:fs';
import { OptionDefaults } from 'typedoc';

/** The guides, in the order of their list. */
const guides = readFileSync('docs/guides/README.md', 'utf8').matchAll(/\]\((?<file>[\w-]+\.md)\)/g);

/** The site: the reference of every package, and the guides. A warning is an error, so every export is documented. */
export default {
  name: 'Parlance',
  entryPointStrategy: 'packages',
  entryPoints: ['packages/*', 'apps/console'],
  // Each package lists its entries in its own typedoc.json.
  packageOptions: {
    tsconfig: 'tsconfig.json',
    includeVersion: true,
    // Without a public repository, the plugin `site-links` links the pages that `main.ts` writes.
    disableGit: true,
    sourceLinkTemplate: '{path}',
    excludeInternal: true,
    excludePrivate: true,
    // `pnpm typecheck` reports the errors of all sources.
    skipErrorChecking: true,
    blockTags: [...OptionDefaults.blockTags, '@source'],
  },
  plugin: [
    './tooling/site/src/one-page-per-symbol.ts',
    './tooling/site/src/contract-links.ts',
    './tooling/site/src/documents.ts',
    './tooling/site/src/documented-members.ts',
    './tooling/site/src/site-links.ts',
    './tooling/site/src/search-index.ts',
  ],
  projectDocuments: [
    'docs/guides/README.md',
    ...new Set(Array.from(guides, ({ groups }) => `docs/guides/${groups.file}`)),
    'docs/*.md',
    'examples/README.md',
    'examples/*/README.md',
    'docs/benchmarks/*.md',
    '{CONTRIBUTING,ROADMAP,SECURITY,CODE_OF_CONDUCT}.md',
  ],
  // The plugin `categories` puts the documents in categories. What is left are the packages.
  categorizeByGroup: false,
  defaultCategory: 'Packages',
  categoryOrder: ['Guides', 'Concepts', 'Packages', 'Examples', 'Benchmarks', 'Project'],
  navigation: { includeCategories: true },
  highlightLanguages: [...OptionDefaults.highlightLanguages, 'python'],
  groupReferencesByType: true,
  out: 'docs/api',
  customCss: 'tooling/site/src/site.css',
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
