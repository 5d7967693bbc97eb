import { OptionDefaults } from 'typedoc';

/** The reference of every package; a warning is an error, so nothing that is exported goes undocumented. */
export default {
  name: 'Parlance',
  entryPoints: ['packages/*/src/index.ts', 'packages/schemas/src/validation.ts'],
  tsconfig: 'tsconfig.json',
  out: 'docs/api',
  readme: 'none',
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
  validation: { notExported: true, invalidLink: true, notDocumented: true, rewrittenLink: false },
  treatWarningsAsErrors: true,
  logLevel: 'Warn',
};
