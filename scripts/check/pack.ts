/** Packs every package as it would be published, for the checks of the tarballs. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { runCaptured } from '../bootstrap/child.mjs';
import { TARBALLS, packageNames, tarballOf } from './tarball-paths.ts';

rmSync(TARBALLS, { recursive: true, force: true });
const pack = async (name: string): Promise<void> => {
  const { code, output } = await runCaptured('pnpm', ['pack', '--out', tarballOf(name)], {
    cwd: path.resolve('packages', name),
    env: process.env,
  });
  if (code === 0) return;
  console.error(`packages/${name}: pnpm pack failed:\n${output.trim()}\n`);
  process.exitCode = 1;
};
await pMap(packageNames(), pack, { concurrency: 2 });
