/** Checks what would be published: packs every package, then lets publint and attw look at the tarballs. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import { inParallel, runTool } from './run-tool.mjs';

const folder = path.resolve('.parlance/tarballs');
rmSync(folder, { recursive: true, force: true });

const results = await inParallel(readdirSync('packages'), 2, async (name) => {
  const target = path.join(folder, name);
  mkdirSync(target, { recursive: true });
  const packed = await runCaptured('pnpm', ['pack', '--pack-destination', target], {
    cwd: path.resolve('packages', name),
    env: process.env,
  });
  if (packed.code !== 0) return [failure(name, 'pnpm pack', packed)];
  const tarball = path.join(target, readdirSync(target)[0]);
  const publint = await runTool('publint', ['run', tarball, '--strict']);
  const attw = await runTool('attw', [tarball, '--profile', 'esm-only', '--no-emoji', '--format', 'ascii']);
  return [failure(name, 'publint', publint), failure(name, 'attw', attw)];
});

const failures = results.flat().filter(Boolean);
for (const text of failures) console.error(text);
process.exitCode = failures.length > 0 ? 1 : 0;

function failure(name, tool, { code, output }) {
  return code === 0 ? undefined : `packages/${name}: ${tool} found:\n${output.trim()}\n`;
}
