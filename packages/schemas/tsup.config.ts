import { readFile } from 'node:fs/promises';
import { library } from '@parlance/build-config';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Leaves out what contract files say only for `pnpm contract`: their operations, which the plain modules have too, and the
 * names of types.
 */
const withoutMarks: Plugin = {
  name: 'without-marks',
  setup: (build) => {
    build.onLoad({ filter: /\.(?:contract|schema)\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll(/^(?:export )?const \w+(?:: OperationContract = \w+| = operationsOf)\([^]*?\}\);$/gm, '')
        .replaceAll(/(?<=\b(?:object|openObject)\()(?:\s*'[^']*',)+/g, '')
        .replaceAll(/\b(?:typed|aliasOf|unknownAs)\(\s*'[^']*',/g, 'Object(');
      return { contents, loader: 'ts' };
    });
  },
};

const config: Options = { ...library(), esbuildPlugins: [withoutMarks] };

export default config;
