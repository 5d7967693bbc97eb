import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { TARGET } from './target.js';

/** Where the files for runtimes are, beside the modules for bundlers. */
const FOLDER = 'dist/run';

/**
 * Joins the modules of a package into one file per entry, and what entries share into files of its own. A runtime needs
 * about half a millisecond for each module that it loads, so this is what `default` of each entry names; bundlers, which
 * understand the condition `module`, get the modules, of which they can leave out what is not used.
 */
export async function bundleForRuntimes() {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const targets = [manifest.exports, manifest.imports ?? {}].flatMap(leaves);
  const entries = targets.filter((target) => target.default?.startsWith(`./${FOLDER}/`));
  await build({
    entryPoints: Object.fromEntries(entries.map(toEntryPoint)),
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    packages: 'external',
    external: ['#*'],
    format: 'esm',
    platform: 'neutral',
    target: TARGET,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/** What an entry comes to under each set of conditions. */
function leaves(targets) {
  return Object.values(targets).flatMap((target) => {
    if (typeof target !== 'object') return [];
    return 'parlance-source' in target ? [target] : leaves(target);
  });
}

function toEntryPoint(target) {
  const name = path.relative(FOLDER, target.default).replace(/\.js$/, '');
  return [name, target['parlance-source']];
}
