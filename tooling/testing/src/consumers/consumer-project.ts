/** Creates an empty project outside the repository and installs the packages by name, like a user would. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNpm } from '../../../../scripts/bootstrap/fetch-package.mjs';
import type { LocalRegistry } from '../../../../scripts/release/local-registry.ts';

const SOURCES = path.join(import.meta.dirname, '../../consumers');
const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--prefer-offline'];

/** Dependencies of the project. */
export interface ConsumerOptions {
  /** Registry that has the packages. */
  readonly registry: LocalRegistry;
  /** Folders of `packages`. */
  readonly packages: readonly string[];
  /** Other packages: version by name. */
  readonly others?: Readonly<Record<string, string>>;
}

/** An installed project. */
export interface Consumer {
  readonly folder: string;
  readonly remove: () => void;
}

/** Creates the project outside the repository, so that imports cannot resolve to the repository's modules. */
export async function makeConsumer({ registry, packages, others = {} }: ConsumerOptions): Promise<Consumer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-consumer-'));
  const manifest = {
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries(packages.map((name) => [`@parlance/${name}`, 'latest'])),
      ...others,
    },
  };
  writeFileSync(path.join(folder, '.npmrc'), registry.npmrc);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(SOURCES, folder, { recursive: true });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const { code, output } = await runNpm(['install', ...QUIET], { cwd: folder, env: process.env });
  if (code !== 0) {
    remove();
    throw new Error(`npm install failed:\n${output}`);
  }
  return { folder, remove };
}

/** Lists what one package of a project installs, itself included, and its size on disk, in bytes. */
export function installedWeight(
  folder: string,
  name: string,
): { readonly packages: readonly string[]; readonly bytes: number } {
  const lockfile = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
  };
  // A set that grows while it is walked. npm hoists all of them.
  const packages = new Set([name]);
  for (const one of packages)
    for (const dependency of Object.keys(lockfile.packages[`node_modules/${one}`]?.dependencies ?? {}))
      packages.add(dependency);
  const bytes = [...packages].reduce((sum, one) => sum + bytesIn(path.join(folder, 'node_modules', one)), 0);
  return { packages: [...packages].sort(), bytes };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
