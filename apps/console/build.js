import { bundleProgram } from '@parlance/build-config/program';

await bundleProgram({
  entry: { main: 'src/main.ts' },
  minify: false,
  splitting: true,
  commonJs: true,
  clean: true,
});
