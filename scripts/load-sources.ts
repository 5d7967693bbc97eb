/** Loads TypeScript sources of the workspace in Node, without a build and although they may not type-check. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const CACHE = path.resolve(import.meta.dirname, '../node_modules/.cache/sources');

/**
 * Bundles a module with the workspace packages that it imports, from their sources, and imports the bundle.
 *
 * @param code - The module, for example `export * from './document.ts'`. What it imports cannot use `import.meta`.
 * @param folder - Folder that its imports are relative to.
 */
export async function loadSources(code: string, folder: string): Promise<unknown> {
  mkdirSync(CACHE, { recursive: true });
  const bundle = path.join(CACHE, `${randomUUID()}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: path.resolve(folder), loader: 'ts' },
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
