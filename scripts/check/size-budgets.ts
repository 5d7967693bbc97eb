/**
 * Checks the sizes in `size-budgets.json` of the current folder. Each entry is user code that is bundled with the built
 * packages into one file, minified and compressed. `--json` prints the sizes for the benchmarks.
 *
 * Fields of an entry: `name`, `code`, `platform` (`node`, `browser` or `neutral`), `external?` (packages left out),
 * `forbiddenPackages?` (packages that must not be in the bundle), `maxGzipBytes`.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, type Platform } from 'esbuild';

interface Budget {
  readonly name: string;
  readonly code: string;
  readonly platform: Platform;
  readonly external?: string[];
  readonly forbiddenPackages?: readonly string[];
  readonly maxGzipBytes: number;
}

interface Result extends Pick<Budget, 'name' | 'maxGzipBytes'> {
  readonly bytes: number;
  readonly intruders: readonly string[];
}

const results: Result[] = [];
for (const budget of JSON.parse(readFileSync('size-budgets.json', 'utf8')) as readonly Budget[])
  results.push(await measure(budget));
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else for (const result of results) print(result);
const failed = ({ bytes, maxGzipBytes, intruders }: Result): boolean =>
  bytes > maxGzipBytes || intruders.length > 0;
process.exitCode = results.some(failed) ? 1 : 0;

function print({ name, bytes, maxGzipBytes, intruders }: Result): void {
  console.log(`${bytes > maxGzipBytes ? 'OVER' : 'ok  '} ${bytes} of ${maxGzipBytes} bytes: ${name}`);
  for (const intruder of intruders) console.log(`     must not be in the bundle: ${intruder}`);
}

async function measure(budget: Budget): Promise<Result> {
  const { name, code, platform, external = [], forbiddenPackages = [], maxGzipBytes } = budget;
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
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error(`${name}: no bundle was written`);
  const inside = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  return {
    name,
    maxGzipBytes,
    bytes: gzipSync(bundle.contents, { level: 9 }).length,
    intruders: inside.filter((file) =>
      forbiddenPackages.some((name) => file.includes(`/node_modules/${name}/`)),
    ),
  };
}
