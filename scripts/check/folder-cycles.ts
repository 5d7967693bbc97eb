/** Folders must not import each other in cycles, neither values nor types. Part of `pnpm lint`. */
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import config from '../../dependency-cruiser.config.mjs';

/** Folders that are still part of a cycle. This list only shrinks: a folder that has left its cycle must be removed. */
const KNOWN: readonly string[] = [
  'apps/console/web/chat',
  'apps/console/web/shell',
  'packages/archive/src/certificates',
  'packages/archive/src/reader',
  'packages/archive/src/records',
  'packages/archive/src/sinks',
];

const TESTS = String.raw`\.(test|test-d|examples)\.ts$|/testing/|^packages/sdk/scenarios/`;

const { output } = await cruise(['packages', 'apps'], {
  ...config.options,
  moduleSystems: ['es6'],
  exclude: { path: [config.options.exclude.path, TESTS] },
  validate: true,
  ruleSet: {
    forbidden: [
      { name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    ],
  },
});
const { violations } = (output as ICruiseResult).summary;
const cyclic = new Set(violations.map(({ from }) => from));

const problems = [
  ...violations
    .filter(({ from }) => !KNOWN.includes(from))
    .map(
      ({ from, cycle = [] }) => `cycle of folders: ${[from, ...cycle.map(({ name }) => name)].join(' -> ')}`,
    ),
  ...KNOWN.filter((folder) => !cyclic.has(folder)).map(
    (folder) => `${folder} is in no cycle anymore: remove it from scripts/check/folder-cycles.ts`,
  ),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
