import { readFile } from 'node:fs/promises';
import { library } from '@parlance/build-config';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Leaves out the operations of contract files: the schemas are listed without them, and the plain modules have the operations.
 */
const unusedOperations: Plugin = {
  name: 'unused-operations',
  setup: (build) => {
    build.onLoad({ filter: /\.contract\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(/= (?=operation(?:sOf)?\()/g, '= /* @__PURE__ */ ');
      return { contents, loader: 'ts' };
    });
  },
};

const config: Options = { ...library(), esbuildPlugins: [unusedOperations] };

export default config;
