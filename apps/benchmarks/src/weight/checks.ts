/** Sizes that the repository's checks also enforce, compared with other libraries. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from '../report/row.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const peersFolder = fileURLToPath(new URL('../../peers/', import.meta.url));

/** The size of a bundle. */
export interface Size {
  readonly name: string;
  /** Minified and gzipped, as one file. */
  readonly bytes: number;
  readonly maxGzipBytes: number;
}

/** Returns bundle sizes: those of Parlance first, then those of the installed peers. */
export async function bundleSizes(): Promise<Size[]> {
  return [...(await check<Size[]>('size-budgets.ts', root)), ...(await peerSizes())];
}

async function peerSizes(): Promise<Size[]> {
  return existsSync(`${peersFolder}node_modules`) ? check<Size[]>('size-budgets.ts', peersFolder) : [];
}

/** Measures bundles, minified and gzipped, as one file each. */
export async function bundleRows(): Promise<Row[]> {
  const sizes = await check<Size[]>('size-budgets.ts', root);
  const peers = await peerSizes();
  const others = peers.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', ');
  return sizes.map(({ name, bytes, maxGzipBytes }) => ({
    id: `weight-bundle ${name}`,
    title: `bundle, min + gzip: ${name}`,
    budget: `<= ${kilobytes(maxGzipBytes)}`,
    figure: kilobytes(bytes),
    passed: bytes <= maxGzipBytes,
    exact: true,
    note: name.startsWith('InferenceClient') ? others : '',
  }));
}

/** Measures what one slice installs into an empty project. */
export async function installRows(): Promise<Row[]> {
  await run(['scripts/check/pack.ts']);
  const { installed } = JSON.parse(readFileSync(`${root}budgets.json`, 'utf8')) as {
    readonly installed: { readonly packages: number; readonly megabytes: number };
  };
  const { packages, bytes } = await check<{ packages: string[]; bytes: number }>('slice-weight.ts', root);
  return [
    {
      id: 'weight-install',
      title: 'packages installed by one slice / bytes on disk',
      budget: `<= ${installed.packages} / ${installed.megabytes.toFixed(1)} MB`,
      figure: `${packages.length} / ${(bytes / 1_000_000).toFixed(1)} MB`,
      passed: packages.length <= installed.packages && bytes <= installed.megabytes * 1_000_000,
      exact: true,
    },
  ];
}

/** Counts the types that tsc creates for a program of 30 lines. */
export async function typeRows(): Promise<Row[]> {
  const counts = await check<{ name: string; types: number; maxTypes: number; errors: string[] }[]>(
    'type-budgets.ts',
    root,
  );
  return counts.map(({ name, types, maxTypes, errors }) => ({
    id: `weight-types ${name}`,
    title: `types created by tsc: ${name}`,
    budget: `<= ${maxTypes}`,
    figure: String(types),
    passed: types <= maxTypes && errors.length === 0,
    exact: true,
  }));
}

/** Runs a check for its figures. Ignores its exit code, because the rows have their own results. */
async function check<T>(name: string, cwd: string): Promise<T> {
  return JSON.parse(await run([`${root}scripts/check/${name}`, '--json'], cwd)) as T;
}

function run(args: readonly string[], cwd = root): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => {
      if (error && stdout === '') reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
