/**
 * Holds the sizes of `size-budgets.json` in the current folder: each entry is a piece of user code that is bundled with
 * the built packages, minified and compressed. Two figures: what loads with the code (`maxGzipBytes`), and that together
 * with what is imported when it is needed (`import()`) and lies in files of its own (`maxWholeGzipBytes`).
 * `--json` prints the sizes for the benchmarks.
 *
 * Fields of an entry: `name`, `code`, `platform` (`node`, `browser` or `neutral`), `external?` (packages left out),
 * `forbidden?` (packages that must not be inside), `maxGzipBytes`, `maxWholeGzipBytes`, and `goalGzipBytes?` where the goal
 * is not reached yet: it is printed, and the maximum is lowered with every step towards it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Nothing is written; the files need names. */
const OUT = 'bundle';

const results = [];
for (const budget of JSON.parse(readFileSync('size-budgets.json', 'utf8'))) {
  const { bytes, laterBytes, intruders } = await measure(budget);
  const { name, maxGzipBytes, maxWholeGzipBytes, goalGzipBytes = maxGzipBytes } = budget;
  const over = bytes > maxGzipBytes || bytes + laterBytes > maxWholeGzipBytes;
  results.push({ name, bytes, laterBytes, goalGzipBytes, over, intruders });
}
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else for (const result of results) print(result);
process.exitCode = results.some(({ over, intruders }) => over || intruders.length > 0) ? 1 : 0;

function print({ name, bytes, laterBytes, goalGzipBytes, over, intruders }) {
  const verdict = over ? 'OVER' : 'ok  ';
  console.log(
    `${verdict} ${String(bytes).padStart(7)} bytes load first, ${bytes + laterBytes} in all; goal ${goalGzipBytes}: ${name}`,
  );
  for (const file of intruders) console.log(`     must not be inside: ${file}`);
}

async function measure({ code, platform, external = [], forbidden = [] }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    splitting: true,
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
  const inside = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  const first = loadedFirst(metafile.outputs);
  const sizes = outputFiles.map((file) => [
    relative(file.path),
    gzipSync(file.contents, { level: 9 }).length,
  ]);
  const sum = (some) => some.reduce((total, [, size]) => total + size, 0);
  return {
    bytes: sum(sizes.filter(([file]) => first.has(file))),
    laterBytes: sum(sizes.filter(([file]) => !first.has(file))),
    intruders: inside.filter((file) => forbidden.some((name) => file.includes(`/node_modules/${name}/`))),
  };
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
  return found;
}

function relative(file) {
  return path.relative(process.cwd(), file);
}
