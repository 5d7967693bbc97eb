/** Builds and packs the packages and serves them on this machine until it is stopped. `--port` defaults to 4873. */
import { parseArgs } from 'node:util';
import { runCaptured } from '../bootstrap/child.mjs';
import { publishTarballs, startRegistry } from './local-registry.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4873' } } });
const checks = ['scripts/check/main.ts', 'build', 'pack'];
const { code, output } = await runCaptured(process.execPath, checks, {
  cwd: process.cwd(),
  env: process.env,
});
if (code !== 0) throw new Error(`the packages could not be built:\n${output}`);
const registry = await startRegistry(Number(values.port));
await publishTarballs(registry);
console.log(`The packages are at ${registry.url}. Folders that install them need this line in .npmrc:`);
console.log(`@parlance:registry=${registry.url}`);
