/** Bundles our worker for tests: Node.js does not run the sources of packages. */
import path from 'node:path';
import { build } from 'esbuild';

/** Writes the program to a folder, and returns its path. */
export async function bundleWorker(folder: string): Promise<string> {
  const outfile = path.join(folder, 'worker.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'parlance.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['parlance-source'],
    external: ['pg', 'pg-native', 'pg-boss'],
    // For undici, which is CommonJS.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}
