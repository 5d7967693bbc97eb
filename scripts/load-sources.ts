/** Loads TypeScript sources of the workspace in Node, without a build and although they may not type-check. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/sources');

/**
 * Bundles a module with the workspace packages that it imports, from their sources, and imports the bundle.
 *
 * @param file - The module, relative to the root. It cannot use `import.meta` for the place of its source.
 */
export async function loadSources(file: string): Promise<unknown> {
  mkdirSync(CACHE, { recursive: true });
  // Processes may do the same at the same time.
  const bundle = path.join(CACHE, `${path.basename(file, '.ts')}-${process.pid}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [file],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['typescript', 'prettier', 'esbuild', 'zod'],
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}
