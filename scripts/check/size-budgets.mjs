/**
 * Holds the sizes of `size-budgets.json`: each entry is a piece of user code that is bundled with the built packages,
 * minified and compressed.
 *
 * Fields of an entry: `name`, `code`, `platform` (`node`, `browser` or `neutral`), `external?` (packages left out),
 * `forbidden?` (packages that must not be inside), `maxGzipBytes`, and `goalGzipBytes?` where the goal
 * is not reached yet: it is printed, and the maximum is lowered with every step towards it.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const results = [];
for (const budget of JSON.parse(readFileSync('size-budgets.json', 'utf8'))) {
  const { bytes, intruders } = await measure(budget);
  const { name, maxGzipBytes, goalGzipBytes = maxGzipBytes } = budget;
  results.push({ name, bytes, goalGzipBytes, over: bytes > maxGzipBytes, intruders });
}
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else for (const result of results) print(result);
process.exitCode = results.some(({ over, intruders }) => over || intruders.length > 0) ? 1 : 0;

function print({ name, bytes, goalGzipBytes, over, intruders }) {
  console.log(
    `${over ? 'OVER' : 'ok  '} ${String(bytes).padStart(7)} bytes, budget ${goalGzipBytes}: ${name}`,
  );
  for (const file of intruders) console.log(`     must not be inside: ${file}`);
}

async function measure({ code, platform, external = [], forbidden = [] }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
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
  return {
    bytes: gzipSync(outputFiles[0].contents, { level: 9 }).length,
    intruders: inside.filter((file) => forbidden.some((name) => file.includes(`/node_modules/${name}/`))),
  };
}
