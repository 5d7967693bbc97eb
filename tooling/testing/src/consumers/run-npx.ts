/** Runs the command with `npx` in an empty folder, where nothing is installed, as a person who tries it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from '../../../../scripts/bootstrap/fetch-package.mjs';
import type { LocalRegistry } from '../../../../scripts/release/local-registry.ts';
import type { ToolResult } from '../../../../scripts/check/run-tool.ts';

/** Arguments, exit code, and a text of the output. */
const RUNS = [
  [['export', 'explain', '--users', '1000'], 0, 'First run: '],
  // The emulator is installed by those who want it.
  [['fakes', 'serve'], 2, 'Install the package @parlance/testing-fakes'],
] as const;

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
    for (const [argv, code, text] of RUNS) {
      const command = ['@parlance/cli', ...argv];
      const result = await runNpm(['exec', '--yes', '--no-update-notifier', '--', ...command], {
        cwd: folder,
        env: { ...env, NODE_OPTIONS: '', NO_COLOR: '1' },
      });
      const works = result.code === code && result.output.includes(text);
      report(`npx ${command.join(' ')}`, { ...result, code: works ? 0 : 1 });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
