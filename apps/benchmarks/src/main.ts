/**
 * `npm run bench`: measures every budget and writes `docs/benchmarks/`. Options:
 *
 * - `--short`: for CI. Weights only gate; times are printed after few rounds, and nothing is written.
 * - `--rounds N`: rounds of each comparison, default 15.
 * - `--features`: what each library does when things go wrong, instead; writes `docs/benchmarks/features.md`. It waits
 *   for deadlines, up to `--patience` seconds, default 960.
 * - `--only a,b`: only rows whose id begins so, or a whole section (`client`, `weight`, `emulator`). Writes nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clientSection } from './client/client.ts';
import { own, peers } from './contenders/index.ts';
import { emulatorSection } from './emulator/emulator.ts';
import { features } from './features/features.ts';
import { installPeers } from './peers.ts';
import { sectionText, verdict, type Section } from './report/markdown.ts';
import { plot } from './report/plot.ts';
import type { Row } from './report/row.ts';
import { weightSection } from './weight/weight.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    features: { type: 'boolean', default: false },
    patience: { type: 'string', default: '960' },
  },
});
const rounds = Number(values.rounds ?? (values.short ? 3 : 15));
const only = values.only?.split(',') ?? [];
const folder = new URL('../../../docs/benchmarks/', import.meta.url);

if (!values.short) await installPeers();
if (values.features) {
  await features({ patienceMs: Number(values.patience) * 1000, only });
} else {
  const sections = await measure();
  if (!values.short && only.length === 0) publish(sections);
  process.exitCode = sections.some(fails) ? 1 : 0;
}

/** In the short run, which shares its machine, only what is exact decides. */
function fails({ rows }: Section): boolean {
  return rows.some(({ passed, exact }) => passed === false && (exact || !values.short));
}

async function measure(): Promise<Section[]> {
  const contenders = values.short ? own : [...own, ...peers()];
  const parts = [
    {
      name: 'client',
      measure: () => clientSection({ contenders, rounds, wanted: wantedIn('client'), onRow: say }),
    },
    { name: 'weight', measure: () => weightSection(rounds, say) },
    { name: 'emulator', measure: () => emulatorSection(rounds, say) },
  ];
  const done: Section[] = [];
  for (const part of parts) if (takesPart(part.name)) done.push(await part.measure());
  return done;
}

/** A section takes part when it is named, or when nothing is, or, the client's, when a row of it may be named. */
function takesPart(section: string): boolean {
  return only.length === 0 || only.includes(section) || (section === 'client' && !only.some(isSection));
}

function wantedIn(section: string): (id: string) => boolean {
  return (id) => only.length === 0 || only.includes(section) || only.some((start) => id.startsWith(start));
}

function isSection(name: string): boolean {
  return ['client', 'weight', 'emulator'].includes(name);
}

function say(row: Row): void {
  console.log(`${verdict(row).padEnd(8)} ${row.figure.padEnd(14)} ${row.budget.padEnd(10)} ${row.title}`);
}

function publish(sections: readonly Section[]): void {
  const rows = sections.flatMap((section) => section.rows);
  const head =
    '# Benchmarks\n\nWritten by `npm run bench`. Do not edit.\n\n' +
    `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${rounds} rounds. ` +
    'Differences below 15 % within a run, or 25 % between runs, are noise.\n\n![Cost over raw undici](client.svg)\n';
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('README.md', folder), [head, ...sections.map(sectionText)].join('\n'));
  writeFileSync(new URL('client.svg', folder), plot(rows));
  // The claims of the README cite some of them.
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  spawnSync(process.execPath, ['scripts/readme/main.ts'], { cwd, stdio: 'inherit' });
}
