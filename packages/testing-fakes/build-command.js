import { bundleProgram } from '@parlance/build-config/program';

// Minified, and in two files: the first is small and has Node keep the compiled form of the second, because the
// start-up time of the command counts.
await bundleProgram({
  entry: { cli: 'src/cli.ts', 'cli-program': 'src/cli-program.ts' },
  minify: true,
});
