/** Prints what one slice installs into an empty project, as JSON, for the benchmarks. The check `consumers` has the limits. */
import { publishTarballs, startRegistry } from '../../../../scripts/release/local-registry.ts';
import { installedWeight, makeConsumer } from './consumer-project.ts';

const registry = await startRegistry();
await publishTarballs(registry);
const { folder, remove } = await makeConsumer({ registry, packages: ['inference'] });
console.log(JSON.stringify(installedWeight(folder, '@parlance/inference')));
remove();
await registry.stop();
