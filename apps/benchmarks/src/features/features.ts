/** Runs every probe with every library and writes `docs/benchmarks/features.md`. */
import { fork, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { factRows, repository } from './facts.ts';
import { COLUMNS, featuresText, type Extras, type Row } from './report.ts';
import { probes, type Report } from './run.ts';
import { versionsOf } from '../peers.ts';
import { nameOf } from '../report/markdown.ts';

const own = new URL('subjects/', import.meta.url);
const peersFolder = new URL('../../peers/', import.meta.url);
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
    cells: Object.fromEntries(reports.map(([name, { cells }]) => [name, cells.get(id) ?? null])),
  }));
  const extras: Extras = Object.fromEntries(
    reports.flatMap(([name, { extras: has }]) => (has ? [[name, has]] : [])),
  );
  const head = { versions: versionsOf(PACKAGES), patienceMs };
  const text = featuresText(head, [...rows, ...(await factRows())], extras);
  writeFileSync(new URL('../../../../docs/benchmarks/features.md', import.meta.url), text);
  spawnSync(process.execPath, ['scripts/readme/main.ts'], { cwd: repository, stdio: 'inherit' });
}

interface Observed {
  readonly cells: ReadonlyMap<string, Report['observation']>;
  readonly extras?: Readonly<Record<string, boolean>>;
}

/** Probes one library in its own process. */
function observe(name: string, patienceMs: number, only: readonly string[]): Promise<Observed> {
  const module = new URL(`${name}.ts`, isOurs(name) ? own : new URL('features/', peersFolder)).href;
  const child = fork(
    fileURLToPath(new URL('run.ts', import.meta.url)),
    [module, String(patienceMs), only.join()],
    { env: { ...process.env, NODE_ENV: 'production' }, silent: true },
  );
  const cells = new Map<string, Report['observation']>();
  let extras: Observed['extras'];
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => (stderr = (stderr + bytes.toString()).slice(-4_000)));
  child.on('message', (report: Report | { readonly extras: Readonly<Record<string, boolean>> }) => {
    if ('extras' in report) extras = report.extras;
    else {
      cells.set(report.probe, report.observation);
      const { good, says } = report.observation ?? { good: true, says: '-' };
      console.log(`${nameOf(name).padEnd(18)} ${report.probe.padEnd(22)} ${good ? '+' : ' '} ${says}`);
    }
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve({ cells, ...(extras && { extras }) });
      else reject(new Error(`${name} exited with ${code}:\n${stderr}`));
    });
  });
}

function isOurs(name: string): boolean {
  return name === 'parlance' || name === 'raw-fetch';
}
