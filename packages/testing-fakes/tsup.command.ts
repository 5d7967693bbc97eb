import { TARGET } from '@parlance/build-config';
import type { Options } from 'tsup';

/** Bundles the command with its dependencies, because one file loads faster than many. */
const config: Options = {
  entry: ['src/cli.ts'],
  format: ['esm'],
  target: TARGET,
  noExternal: [/./],
  removeNodeProtocol: false,
  // The package `yaml` is CommonJS for Node and requires built-in modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  esbuildOptions: (options) => {
    // Resolves workspace packages to their sources, so that the build order does not matter.
    options.conditions = ['parlance-source', 'node'];
  },
};

export default config;
