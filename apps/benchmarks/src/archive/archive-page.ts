/** The page of `npm run bench -- --archive`. */
import { cpus, loadavg } from 'node:os';
import { summarize } from '../measure/statistics.ts';
import { table, verdict } from '../report/markdown.ts';
import type { ByHandReport } from './by-hand.ts';
import type { ExportReport } from './export-worker.ts';
import type { Size } from './run-archive.ts';

/** What was measured. */
export interface ArchiveResults {
  readonly sizes: readonly Size[];
  /** One process, by size: as Node.js starts it, and with a limited heap. */
  readonly one: readonly { readonly usual: ExportReport; readonly limited: ExportReport }[];
  readonly compared: Size;
  readonly rounds: readonly { readonly export: ExportReport; readonly byHand: ByHandReport }[];
}

const MAX_RSS = 250_000_000;
const MAX_CPU = 1.3;

/** A row: what, the result, the budget and whether it is met. */
type Line = readonly [what: string, figure: string, budget?: string, passed?: boolean];

/** Returns the page. */
export function pageOf(results: ArchiveResults): string {
  const lines = [...sizeLines(results), cpuLine(results)].map(
    ([what, figure, budget = '', passed = null]) => [what, figure, budget, verdict({ passed })],
  );
  const [load = 0] = loadavg();
  return `# Exports

Written by \`npm run bench -- --archive\`. Do not edit.

\`defineExport()\` reads an organization from an emulator in another process and writes NDJSON. Every third chat has files. V8 lets the
heap grow far beyond what is in use; with a limited heap, an export needs less memory and more time. Measured on
${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} cores, load average ${load.toFixed(1)} at the end, ${results.rounds.length} rounds of the comparison. The emulator shares the
machine: a load well above 2 makes times less reliable, and CPU and memory less so.

${table(['What', 'Result', 'Budget', ''], lines)}
`;
}

function sizeLines({ sizes, one }: ArchiveResults): readonly Line[] {
  return one.flatMap(({ usual, limited }, index): Line[] => {
    const { chats = 0, activities = 0 } = sizes[index] ?? {};
    const size = `${number(chats)} chats, ${number(activities)} activities`;
    const { records, requests, seconds, cpuSeconds, peakRss } = usual;
    return [
      memoryLine(`${size}: peak resident set`, peakRss),
      memoryLine(
        `the same with \`--max-old-space-size=128 --max-semi-space-size=8\`, ${limited.seconds.toFixed(0)} s`,
        limited.peakRss,
      ),
      [
        `${size}: records per second, one process`,
        `${number(records / seconds)} (${number(records)} in ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of CPU)`,
      ],
      [`${size}: requests per chat`, `${(requests / chats).toFixed(2)} (${number(requests)})`],
    ];
  });
}

function memoryLine(what: string, peakRss: number): Line {
  return [what, megabytes(peakRss), '<= 250 MB', peakRss <= MAX_RSS];
}

function cpuLine({ compared, rounds }: ArchiveResults): Line {
  const { median } = summarize(rounds.map((round) => round.export.cpuSeconds / round.byHand.cpuSeconds));
  const requests = rounds.at(0);
  return [
    `${number(compared.chats)} chats without activities and files: CPU over a hand-written loop`,
    `${median.toFixed(2)}x (${number(requests?.export.requests ?? 0)} requests; the loop ${number(requests?.byHand.requests ?? 0)})`,
    `<= ${MAX_CPU.toFixed(2)}x`,
    median <= MAX_CPU,
  ];
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${number(bytes / 1e6)} MB`;
}
