/**
 * Holds the sizes of `size-budgets.json` in the current folder: each entry is a piece of user code that is bundled with
 * the built packages, minified and compressed. The figure that counts is that of one file with everything in it, what is
 * imported when it is needed (`import()`) included; beside it stands what loads first where a bundler makes files of that.
 * `--json` prints the sizes for the benchmarks.
 *
 * Fields of an entry: `name`, `code`, `platform` (`node`, `browser` or `neutral`), `external?` (packages left out),
 * `forbidden?` (packages that must not be inside), `maxGzipBytes` (one file), `maxFirstGzipBytes`, and `goalGzipBytes?`
 * where the goal for one file is not reached yet: it is printed, and the maximum is lowered with every step towards it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Nothing is written; the files need names. */
const OUT = 'bundle';

const results = [];
for (const budget of JSON.parse(readFileSync('size-budgets.json', 'utf8'))) {
  const { name, maxGzipBytes, maxFirstGzipBytes = maxGzipBytes, goalGzipBytes = maxGzipBytes } = budget;
  const whole = await bundle(budget, false);
  const split = await bundle(budget, true);
  const bytes = sum(whole.sizes.values());
  const firstBytes = sum(loadedFirst(split.outputs).map((file) => split.sizes.get(file)));
  const splitBytes = sum(split.sizes.values());
  const over = bytes > maxGzipBytes || firstBytes > maxFirstGzipBytes;
  const intruders = intrudersIn(whole.outputs, budget);
  results.push({ name, bytes, firstBytes, splitBytes, goalGzipBytes, over, intruders });
}
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else for (const result of results) print(result);
process.exitCode = results.some(({ over, intruders }) => over || intruders.length > 0) ? 1 : 0;

function print({ name, bytes, firstBytes, splitBytes, goalGzipBytes, over, intruders }) {
  const verdict = over ? 'OVER' : 'ok  ';
  console.log(`${verdict} ${String(bytes).padStart(7)} bytes in one file, goal ${goalGzipBytes}: ${name}`);
  if (splitBytes > bytes)
    console.log(`             split: ${firstBytes} load first, ${splitBytes} are all files together`);
  for (const file of intruders) console.log(`     must not be inside: ${file}`);
}

/** Bundles user code, into one file or into several. */
async function bundle({ code, platform, external = [] }, splitting) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    splitting,
    outdir: OUT,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    platform,
    external,
    mainFields: ['module', 'main'],
    // As bundlers do by themselves for the other platforms.
    ...(platform === 'neutral' ? { conditions: ['module', 'import'] } : {}),
    legalComments: 'none',
    logLevel: 'error',
  });
  const sizes = outputFiles.map((file) => [
    path.relative(process.cwd(), file.path),
    gzipSync(file.contents, { level: 9 }).length,
  ]);
  return { sizes: new Map(sizes), outputs: metafile.outputs };
}

/** The entry, and what it imports at once. */
function loadedFirst(outputs) {
  const entry = Object.keys(outputs).find((file) => outputs[file].entryPoint === '<stdin>');
  const found = new Set([entry]);
  for (const file of found) {
    for (const { path: target, kind, external } of outputs[file].imports) {
      if (kind === 'import-statement' && !external) found.add(target);
    }
  }
  return [...found];
}

function intrudersIn(outputs, { forbidden = [] }) {
  const inside = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  return inside.filter((file) => forbidden.some((name) => file.includes(`/node_modules/${name}/`)));
}

function sum(sizes) {
  return [...sizes].reduce((total, size) => total + size, 0);
}
