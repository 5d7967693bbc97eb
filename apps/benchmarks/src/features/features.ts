/** Runs every probe with every library and writes `docs/benchmarks/features.md`. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { factRows } from './facts.ts';
import { COLUMNS, featuresText, type Row } from './report.ts';
import { probes } from '@parlance/testing/probes/probes';
import type { Report } from './run.ts';
import { versionsOf } from '../peers.ts';
import { nameOf } from '../report/markdown.ts';
import { writePage } from '../report/publish.ts';

const peersFolder = new URL('../../peers/', import.meta.url);
/** Modules of the libraries that are not peers. */
const OWN: Readonly<Record<string, string>> = {
  parlance: import.meta.resolve('@parlance/testing/probes/parlance'),
  'raw-fetch': new URL('raw-fetch.ts', import.meta.url).href,
};
const PACKAGES = ['@anthropic-ai/sdk', 'openai', 'ai', '@ai-sdk/anthropic'];

/** Options for {@link features}. */
export interface FeatureOptions {
  /** How long a probe waits for a deadline, in milliseconds. */
  readonly patienceMs: number;
  /** Prefixes of probe IDs. If set, only these run and nothing is written. */
  readonly only: readonly string[];
}

/** Runs the probes, prints each observation, and writes the page. */
export async function features({ patienceMs, only }: FeatureOptions): Promise<void> {
  const reports = await Promise.all(
    COLUMNS.map(async (name) => [name, await observe(name, patienceMs, only)] as const),
  );
  if (only.length > 0) return;
  const rows: Row[] = probes.map(({ id, title, method }) => ({
    id,
    title,
    method,
    cells: Object.fromEntries(reports.map(([name, cells]) => [name, cells.get(id) ?? null])),
  }));
  const head = { versions: versionsOf(PACKAGES), patienceMs };
  const text = featuresText(head, [...rows, ...(await factRows())]);
  writePage('features.md', text);
}

/** Probes one library in its own process. */
function observe(
  name: string,
  patienceMs: number,
  only: readonly string[],
): Promise<ReadonlyMap<string, Report['observation']>> {
  const module = OWN[name] ?? new URL(`features/${name}.ts`, peersFolder).href;
  const child = fork(
    fileURLToPath(new URL('run.ts', import.meta.url)),
    [module, String(patienceMs), only.join()],
    { env: { ...process.env, NODE_ENV: 'production' }, silent: true },
  );
  const cells = new Map<string, Report['observation']>();
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => (stderr = (stderr + bytes.toString()).slice(-4_000)));
  child.on('message', ({ probe, observation }: Report) => {
    cells.set(probe, observation);
    const { good, says } = observation ?? { good: true, says: '-' };
    console.log(`${nameOf(name).padEnd(18)} ${probe.padEnd(22)} ${good ? '+' : ' '} ${says}`);
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(cells);
      else reject(new Error(`${name} exited with ${code}:\n${stderr}`));
    });
  });
}
