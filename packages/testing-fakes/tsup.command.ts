import { TARGET } from '@parlance/build-config';
import type { Options } from 'tsup';

/** The command: `cli.js` and the program that it starts, with the dependencies inside, because one file loads faster than many. */
const config: Options = {
  entry: ['src/cli.ts'],
  format: ['esm'],
  target: TARGET,
  noExternal: [/./],
  removeNodeProtocol: false,
  esbuildOptions: (options) => {
    // The sources of the workspace, so that the order of builds does not matter.
    options.conditions = ['parlance-source', 'node'];
  },
};

export default config;
