/**
 * `npm run bench`: measures every budget and writes `docs/benchmarks/`. Options:
 *
 * - `--short`: for CI. Weights only gate; times are printed after few rounds, and nothing is written.
 * - `--rounds N`: rounds of each comparison, default 15.
 * - `--only a,b`: only rows whose id begins so, or a whole section (`client`, `weight`, `emulator`). Writes nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { clientSection } from './client/client.ts';
import { own, peers } from './contenders/index.ts';
import { installPeers } from './peers.ts';
import { sectionText, verdict, type Section } from './report/markdown.ts';
import { plot } from './report/plot.ts';
import type { Row } from './report/row.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? (values.short ? 3 : 15));
const only = values.only?.split(',') ?? [];
const folder = new URL('../../../docs/benchmarks/', import.meta.url);

if (!values.short) await installPeers();
const sections = await measure();
if (!values.short && only.length === 0) publish(sections);
process.exitCode = sections.some(({ rows }) => rows.some(({ passed }) => passed === false)) ? 1 : 0;

async function measure(): Promise<Section[]> {
  const contenders = values.short ? own : [...own, ...peers()];
  return [await clientSection({ contenders, rounds, wanted, onRow: say })];
}

function wanted(id: string): boolean {
  return only.length === 0 || only.some((start) => id.startsWith(start));
}

function say(row: Row): void {
  console.log(`${verdict(row).padEnd(8)} ${row.figure.padEnd(14)} ${row.budget.padEnd(10)} ${row.title}`);
}

function publish(sections: readonly Section[]): void {
  const rows = sections.flatMap((section) => section.rows);
  const head =
    '# Benchmarks\n\nWritten by `npm run bench`. Do not edit.\n\n' +
    `Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${rounds} rounds. ` +
    'Less than 15 % in one run, or 25 % between runs, is no difference.\n\n![Cost over raw undici](client.svg)\n';
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('README.md', folder), [head, ...sections.map(sectionText)].join('\n'));
  writeFileSync(new URL('client.svg', folder), plot(rows));
}
