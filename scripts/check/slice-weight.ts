/** Measures what one slice installs into an empty project. `--json` prints only the result, for the benchmarks. */
import { publishTarballs, startRegistry } from '../release/local-registry.ts';
import { installedWeight, makeConsumer } from './consumer-project.ts';

/** Limits: number of packages, including itself, and bytes on disk. */
const MOST_PACKAGES = 6;
const MOST_BYTES = 9_000_000;

const registry = await startRegistry();
await publishTarballs(registry);
const consumer = await makeConsumer({ registry, packages: ['inference'] });
const { packages, bytes } = installedWeight(consumer.folder);
consumer.remove();
await registry.stop();

if (process.argv.includes('--json')) {
  const measured = { packages: packages.length, maxPackages: MOST_PACKAGES, bytes, maxBytes: MOST_BYTES };
  console.log(JSON.stringify(measured));
} else {
  console.log(`${packages.length} of ${MOST_PACKAGES} packages: ${packages.join(', ')}`);
  console.log(`${bytes} of ${MOST_BYTES} bytes`);
}
process.exitCode = packages.length > MOST_PACKAGES || bytes > MOST_BYTES ? 1 : 0;
