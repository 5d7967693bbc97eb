/** Bundles the page for browsers, starts the proxy, and runs what the page runs. */
import { serve } from '@hono/node-server';
import { build } from 'esbuild';
import { ask } from './page.ts';
import { app } from './proxy.ts';

const { metafile } = await build({
  entryPoints: [`${import.meta.dirname}/page.ts`],
  bundle: true,
  minify: true,
  format: 'esm',
  metafile: true,
  write: false,
});
const inputs = Object.keys(metafile.inputs);
console.log('modules of Node.js in the bundle:', inputs.filter((input) => /undici/.test(input)).length);

const server = serve({ fetch: app.fetch, port: 0 }, async ({ port }) => {
  console.log(await ask(`http://127.0.0.1:${port}`, 'hello'));
  server.close();
});
