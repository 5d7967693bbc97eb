import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { TARGET } from './target.js';

export async function bundleProgram({
  entry,
  minify,
  splitting = false,
  commonJs = false,
  format = 'esm',
  define = {},
  outdir = 'dist',
  clean = false,
}) {
  if (clean) rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: entry,
    outdir,
    format,
    // A real `import()` in a CommonJS program would start Node's loader of ES modules.
    ...(format === 'cjs' ? { outExtension: { '.js': '.cjs' }, supported: { 'dynamic-import': false } } : {}),
    define,
    platform: 'node',
    target: TARGET,
    bundle: true,
    splitting,
    minify,
    legalComments: 'none',
    logLevel: 'warning',
    // Bundled straight from the sources of the workspace, so that the order of builds does not matter.
    conditions: ['parlance-source', 'node'],
    // A program provides the peer dependencies of the packages it is made of.
    nodePaths: ['node_modules'],
    ...(commonJs ? { banner: { js: REQUIRE } } : {}),
  }).catch(() => {
    // The bundler has already printed what is wrong; its stack would only hide it.
    process.exitCode = 1;
  });
}

/** Bundled CommonJS modules ask for Node's own modules through `require`, which an ES module does not have. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
