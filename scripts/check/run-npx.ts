/** Runs the command with `npx` in an empty folder, where nothing is installed, as a person who tries it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from '../bootstrap/fetch-package.mjs';
import type { LocalRegistry } from '../release/local-registry.ts';
import type { ToolResult } from './run-tool.ts';

const COMMAND = ['@parlance/cli', 'export', 'explain', '--users', '1000'];

/** Options of {@link runNpx}. */
export interface NpxOptions {
  /** Registry that has the packages. */
  readonly registry: LocalRegistry;
  /** Called with the result. */
  readonly report: (name: string, result: ToolResult) => void;
}

/** Runs `npx @parlance/cli`. `npx` is `npm exec`. */
export async function runNpx({ registry, report }: NpxOptions): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-npx-'));
  // A cache of its own, because npx reuses what it has installed before, in the same version.
  writeFileSync(path.join(folder, '.npmrc'), `${registry.npmrc}cache=${path.join(folder, 'cache')}\n`);
  const { npm_config_cache: _cache, ...env } = process.env;
  try {
    const result = await runNpm(['exec', '--yes', '--no-update-notifier', '--', ...COMMAND], {
      cwd: folder,
      env: { ...env, NODE_OPTIONS: '', NO_COLOR: '1' },
    });
    const works = result.code === 0 && result.output.includes('First run: ');
    report(`npx ${COMMAND.join(' ')}`, { ...result, code: works ? 0 : 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
