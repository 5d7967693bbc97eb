import { bundleProgram } from '@parlance/build-config/program';
import { build } from 'vite';

// Vite takes what it finds here, and in a test run that means React's development build: twice the size, and slow.
process.env['NODE_ENV'] = 'production';

await bundleProgram({
  entry: { main: 'terminal/main.ts' },
  minify: false,
  splitting: true,
  commonJs: true,
  clean: true,
});
await build({ configFile: new URL('vite.config.ts', import.meta.url).pathname, logLevel: 'warn' });
