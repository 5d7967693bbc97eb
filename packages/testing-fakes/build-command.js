import { bundleProgram } from '@parlance/build-config/program';

// One minified file: the start-up time of the command counts.
await bundleProgram({ entry: { cli: 'src/cli.ts' }, minify: true });
