import { bundleProgram } from '@parlance/build-config/program';
import { build } from 'vite';

await bundleProgram({
  entry: { main: 'src/main.ts' },
  minify: false,
  splitting: true,
  commonJs: true,
  clean: true,
});
await build({ configFile: new URL('vite.config.ts', import.meta.url).pathname, logLevel: 'warn' });
