/** Packs every package as it would be published, for the checks of the tarballs. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import { inParallel } from './run-tool.ts';
import { TARBALLS, packageNames, tarballOf } from './tarball-paths.ts';

rmSync(TARBALLS, { recursive: true, force: true });
const failures = await inParallel(packageNames(), 2, async (name) => {
  const staging = path.join(TARBALLS, name);
  mkdirSync(staging, { recursive: true });
  const { code, output } = await runCaptured('pnpm', ['pack', '--pack-destination', staging], {
    cwd: path.resolve('packages', name),
    env: process.env,
  });
  if (code !== 0) return `packages/${name}: pnpm pack failed:\n${output.trim()}\n`;
  const [tarball] = readdirSync(staging);
  if (tarball === undefined) return `packages/${name}: pnpm pack wrote nothing`;
  renameSync(path.join(staging, tarball), tarballOf(name));
  rmSync(staging, { recursive: true });
  return undefined;
});
for (const text of failures.filter(Boolean)) console.error(text);
process.exitCode = failures.some(Boolean) ? 1 : 0;
