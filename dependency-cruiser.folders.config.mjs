/** Folders must not import each other in cycles, neither values nor types. Part of `pnpm lint`. */
import config from './dependency-cruiser.config.mjs';

const TESTS = String.raw`\.(test|test-d|examples)\.ts$|/testing/`;

export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...config.options, exclude: { path: [config.options.exclude.path, TESTS] } },
};
