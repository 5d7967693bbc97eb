/**
 * Which part of the repository may import which. One direction:
 * `schemas <- core-transport <- {inference, managed-agents, compliance, admin} <- sdk <- apps`
 * and `files, schemas <- testing-fakes`. Tests and examples may import anything.
 */
const TESTS = String.raw`\.(test|test-d|examples)\.ts$|/testing/`;

/** Workspace packages that the sources of a package may import. */
const MAY_IMPORT = {
  files: [],
  schemas: [],
  'core-transport': ['schemas'],
  inference: ['schemas', 'core-transport'],
  'managed-agents': ['schemas', 'core-transport'],
  compliance: ['schemas', 'core-transport'],
  admin: ['schemas', 'core-transport'],
  'agent-tools': ['schemas', 'core-transport', 'inference'],
  'ai-sdk': ['schemas', 'core-transport', 'inference'],
  durable: ['schemas', 'core-transport'],
  archive: ['files', 'schemas', 'core-transport', 'compliance', 'durable'],
  workers: ['schemas', 'core-transport', 'managed-agents', 'durable'],
  reconcile: ['files', 'schemas', 'core-transport', 'admin', 'compliance', 'durable', 'archive'],
  'testing-fakes': ['files', 'schemas'],
  cli: [
    'files',
    'schemas',
    'core-transport',
    'inference',
    'managed-agents',
    'compliance',
    'admin',
    'ai-sdk',
    'durable',
    'archive',
    'workers',
    'reconcile',
    'testing-fakes',
    'sdk',
  ],
  sdk: ['schemas', 'core-transport', 'inference', 'managed-agents', 'compliance', 'admin'],
};

const directions = Object.entries(MAY_IMPORT).map(([name, allowed]) => ({
  name: `direction-${name}`,
  comment: `packages/${name} may import only: ${allowed.join(', ') || 'no other package'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: TESTS },
  to: {
    path: '^(packages|apps|tooling)/',
    pathNot: [`^packages/(${[name, ...allowed].join('|')})/src/`, `^packages/${name}/package\\.json$`],
  },
}));

/** Folders of the emulator, from the lowest. Each may import only those before it. */
const EMULATOR_LAYERS = [
  // The core. It knows a list of services, and none in particular.
  ['input', 'patterns', 'world', 'engine', 'records', 'scenario', 'faults', 'limits', 'exchanges'],
  ['rules', 'reliance', 'adapters', 'emulator', 'control', 'file-store'],
  // What several services share.
  ['samples', 'workspace', 'organization', 'webhooks', 'model', 'usage', 'tool-calls'],
  ['inference', 'managed-agents', 'compliance', 'admin', 'demo', 'services'],
  ['fake', 'verify', 'command', 'test-runners', 'mcp'],
].flat();

const layers = EMULATOR_LAYERS.map((folder, index) => ({
  name: `emulator-layer-${folder}`,
  comment: `${folder} may import only the folders before it in EMULATOR_LAYERS.`,
  severity: 'error',
  from: { path: `^packages/testing-fakes/src/${folder}/`, pathNot: TESTS },
  to: {
    path: '^packages/testing-fakes/src/',
    pathNot: `^packages/testing-fakes/src/(${EMULATOR_LAYERS.slice(0, index + 1).join('|')})/`,
  },
}));

export default {
  forbidden: [
    ...directions,
    ...layers,
    {
      name: 'no-cycles',
      comment: 'Imports must not form cycles, except for cycles of types only.',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'services-know-no-other',
      comment: 'What two services share is below both.',
      severity: 'error',
      from: {
        path: '^packages/testing-fakes/src/(inference|managed-agents|compliance|admin)/',
        pathNot: TESTS,
      },
      to: {
        path: '^packages/testing-fakes/src/(inference|managed-agents|compliance|admin)/',
        pathNot: '^packages/testing-fakes/src/$1/',
      },
    },
    {
      name: 'no-path-into-another-package',
      comment: 'Import another package by its name; test helpers that packages share are in tooling/testing.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: { path: '^(packages|apps|tooling)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'undici-only-in-its-adapter',
      comment: 'The undici adapter of the transport is the only importer of undici.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          TESTS,
          '^packages/core-transport/src/adapters/undici',
          '^apps/benchmarks/',
          String.raw`^apps/console/(browser/|vitest\.)`,
        ],
      },
      to: { path: '(^|/)node_modules/undici/|^undici$' },
    },
    {
      name: 'no-zod-in-clients',
      comment: 'Clients, the transport and the types of the contract load no validation library.',
      severity: 'error',
      from: {
        path: [
          '^packages/(core-transport|inference|managed-agents|compliance|admin|sdk)/src/',
          '^packages/schemas/src/(index|kit/index)\\.ts$',
          '^packages/schemas/src/[a-z-]+/index\\.ts$',
        ],
        pathNot: TESTS,
      },
      to: { reachable: true, path: '(^|/)node_modules/zod/|^zod$' },
    },
    {
      name: 'contract-files-for-validation',
      comment:
        'Only schemas import the values of contract files, which load zod. Everything else imports the plain modules.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: [TESTS, String.raw`\.(contract|schema)\.ts$`, '/schemas\\.ts$'],
      },
      to: { path: String.raw`\.contract\.ts$` },
    },
    {
      name: 'declared-dependencies',
      comment: 'What ships imports only what its package.json declares.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: [
          TESTS,
          '^packages/schemas/openapi/',
          String.raw`/tsup\.\w+\.ts$`,
          String.raw`^apps/console/(browser/|vitest\.)`,
        ],
      },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined', 'npm-dev'],
        // Packages of the workspace are links, which have no dependency type here: scripts/workspace.test.ts
        // compares them with the manifests.
        // pg and pg-boss are optional peers, which are development dependencies too.
        pathNot: '^node:|^zod$|/zod/|^packages/|^tooling/|/node_modules/pg(-boss)?/',
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The libraries that the benchmarks compare with are there only after `npm run bench`.
    exclude: { path: '(^|/)(dist|\\.turbo)/|^apps/benchmarks/peers/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      conditionNames: ['parlance-source', 'node', 'import', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
};
