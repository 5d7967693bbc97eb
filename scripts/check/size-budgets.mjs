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

let failed = false;
for (const budget of JSON.parse(readFileSync('size-budgets.json', 'utf8'))) {
  const { bytes, intruders } = await measure(budget);
  const over = bytes > budget.maxGzipBytes;
  failed ||= over || intruders.length > 0;
  console.log(
    `${over ? 'OVER' : 'ok  '} ${String(bytes).padStart(7)} of ${budget.maxGzipBytes} bytes  ${budget.name}`,
  );
  if (bytes > budget.goalGzipBytes) console.log(`     the goal is ${budget.goalGzipBytes} bytes`);
  for (const file of intruders) console.log(`     must not be inside: ${file}`);
}
process.exitCode = failed ? 1 : 0;

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
    legalComments: 'none',
    logLevel: 'error',
  });
  const inside = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  return {
    bytes: gzipSync(outputFiles[0].contents, { level: 9 }).length,
    intruders: inside.filter((file) => forbidden.some((name) => file.includes(`/node_modules/${name}/`))),
  };
}
