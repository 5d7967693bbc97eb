/** The page of `npm run bench -- --archive`. */
import { cpus, loadavg } from 'node:os';
import { summarize } from '../measure/statistics.ts';
import type { ByHandReport } from './by-hand.ts';
import type { ExportReport } from './export-worker.ts';
import type { Size } from './run-archive.ts';

/** The time after a kill until something was sealed again. */
export interface Recovery {
  readonly seconds: number;
}

/** What was measured. */
export interface ArchiveResults {
  readonly sizes: readonly Size[];
  /** One process, by size: as Node.js starts it, and with a limited heap. */
  readonly one: readonly { readonly usual: ExportReport; readonly limited: ExportReport }[];
  /** Four processes, with the first size. */
  readonly four: { readonly reports: readonly ExportReport[]; readonly recovery: Recovery };
  readonly restart: Recovery;
  readonly compared: Size;
  readonly rounds: readonly { readonly export: ExportReport; readonly byHand: ByHandReport }[];
}

const MAX_RSS = 250_000_000;
const MAX_RECOVERY_SECONDS = 15;
const MAX_CPU = 1.3;

interface Line {
  readonly what: string;
  readonly figure: string;
  readonly budget?: string;
  readonly passed?: boolean;
}

/** Returns the page. */
export function pageOf(results: ArchiveResults): string {
  const lines = [...sizeLines(results), ...processLines(results), cpuLine(results)];
  const rows = lines.map(({ what, figure, budget = '', passed }) => {
    const result = passed === undefined ? 'recorded' : passed ? 'pass' : '**over**';
    return `| ${what} | ${figure} | ${budget} | ${result} |`;
  });
  const [load = 0] = loadavg();
  return `# Exports

Written by \`npm run bench -- --archive\`. Do not edit.

\`defineExport()\` reads an organization from an emulator in another process and writes NDJSON. Every third chat has files. V8 lets the
heap grow far beyond what is in use; with a limited heap, an export needs less memory and more time. Measured on
${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} cores, load average ${load.toFixed(1)} at the end, ${results.rounds.length} rounds of the comparison. The emulator shares the
machine: a load well above 2 makes times less reliable, and CPU and memory less so.

| What | Result | Budget | |
| --- | --- | --- | --- |
${rows.join('\n')}
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
      {
        what: `${size}: records per second, one process`,
        figure: `${number(records / seconds)} (${number(records)} in ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of CPU)`,
      },
      {
        what: `${size}: requests per chat`,
        figure: `${(requests / chats).toFixed(2)} (${number(requests)})`,
      },
    ];
  });
}

function memoryLine(what: string, peakRss: number): Line {
  return { what, figure: megabytes(peakRss), budget: '<= 250 MB', passed: peakRss <= MAX_RSS };
}

function processLines({ sizes, four: { reports, recovery }, restart }: ArchiveResults): readonly Line[] {
  const records = Math.max(...reports.map((report) => report.records));
  const seconds = Math.max(...reports.map((report) => report.seconds));
  const size = `${number(sizes[0]?.chats ?? 0)} chats, four processes over pg-boss`;
  return [
    {
      what: `${size}: records per second, one of them killed and replaced`,
      figure: number(records / seconds),
    },
    {
      what: `${size}: largest resident set`,
      figure: megabytes(Math.max(...reports.map(({ peakRss }) => peakRss))),
    },
    recoveryLine('`kill -9` of the coordinating process until another one seals', recovery),
    recoveryLine('`kill -9` of the only process until it is started again and seals', restart),
  ];
}

function recoveryLine(what: string, { seconds }: Recovery): Line {
  const passed = seconds <= MAX_RECOVERY_SECONDS;
  return { what, figure: `${seconds.toFixed(1)} s`, budget: `<= ${MAX_RECOVERY_SECONDS} s`, passed };
}

function cpuLine({ compared, rounds }: ArchiveResults): Line {
  const { median } = summarize(rounds.map((round) => round.export.cpuSeconds / round.byHand.cpuSeconds));
  const requests = rounds.at(0);
  return {
    what: `${number(compared.chats)} chats without activities and files: CPU over a hand-written loop`,
    figure: `${median.toFixed(2)}x (${number(requests?.export.requests ?? 0)} requests; the loop ${number(requests?.byHand.requests ?? 0)})`,
    budget: `<= ${MAX_CPU.toFixed(2)}x`,
    passed: median <= MAX_CPU,
  };
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${number(bytes / 1e6)} MB`;
}
