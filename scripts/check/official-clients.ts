/**
 * Runs the first programs of the official TypeScript clients, in their oldest and newest supported releases, against the
 * emulator under the names of their service.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCaptured } from '../bootstrap/child.mjs';
import { runNpm } from '../bootstrap/fetch-package.mjs';
import { firstLine } from './first-line.ts';

/** Releases by the name under which they are installed. */
const CLIENTS = { 'client-0': '0.97.1', 'client-1': '1.11.0' };
const NAMING = 'vendor=anthropic,assistant=claude,githost=github';
const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--prefer-offline'];
const CLI = path.resolve(import.meta.dirname, '../../packages/testing-fakes/dist/cli.js');

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-official-'));
const emulator = spawn(process.execPath, [CLI, 'serve', '--seed', 'demo', '--naming', NAMING], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const dependencies = Object.fromEntries(
    Object.entries(CLIENTS).map(([name, version]) => [name, `npm:@anthropic-ai/sdk@${version}`]),
  );
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  cpSync(path.join(import.meta.dirname, 'official-clients'), folder, { recursive: true });
  const installed = await runNpm(['install', ...QUIET], { cwd: folder, env: process.env });
  if (installed.code !== 0) throw new Error(`npm install failed:\n${installed.output}`);
  const { url } = JSON.parse(await firstLine(emulator.stdout)) as { readonly url: string };
  for (const [name, version] of Object.entries(CLIENTS)) {
    const args = ['programs.mjs', name, url, 'api-default', 'admin-default'];
    const { code, output } = await runCaptured(process.execPath, args, { cwd: folder, env: process.env });
    if (code === 0 && output.trim() === 'works') continue;
    console.error(`The programs of release ${version} failed:\n${output}`);
    process.exitCode = 1;
  }
} finally {
  emulator.kill();
  rmSync(folder, { recursive: true, force: true });
}
