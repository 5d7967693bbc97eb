/** The page of `npm run bench -- --archive`. */
import { cpus, loadavg } from 'node:os';
import { summarize } from '../measure/statistics.ts';
import { table, verdict } from '../report/markdown.ts';
import type { Result } from './run-archive.ts';

/** Largest resident set in bytes, and largest CPU time over that of the loop, by number of chats. */
const BUDGETS: Readonly<Record<number, { readonly rss?: number; readonly cpu?: number }>> = {
  1_000: { cpu: 2 },
  10_000: { rss: 250e6, cpu: 1.5 },
  100_000: { rss: 300e6 },
};

/** A row: what, the result, the budget and whether it is met. */
type Line = readonly [what: string, figure: string, budget?: string, passed?: boolean];

/** Returns the page. */
export function pageOf(results: readonly Result[]): string {
  const lines = results
    .flatMap(linesOf)
    .map(([what, figure, budget = '', passed = null]) => [what, figure, budget, verdict({ passed })]);
  const [load = 0] = loadavg();
  const rounds = Math.max(...results.map((result) => result.rounds.length));
  return `# Exports

Written by \`npm run bench -- --archive\`. Do not edit.

\`parlance export run\` reads an organization from an emulator in another process and writes NDJSON, with its default options. Every third
chat has files. The loop is [by-hand.ts](../../apps/benchmarks/src/archive/by-hand.ts): the same records and files, without certificates, state, syncs
and rate limit. CPU times are those of the whole process, including its start. A plain read parses each line of the archive. Measured on
${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${cpus().length} cores, load average ${load.toFixed(1)} at the end, ${rounds} rounds of the comparison. The emulator shares the
machine: with a load well above 2, other programs ran too, and times are less reliable than ratios and memory.

${table(['What', 'Result', 'Budget', ''], lines)}
`;
}

function linesOf(result: Result): readonly Line[] {
  const { size, export: first, verify, reader, plainRead, files, filesOfSecond, stateBytes } = result;
  const { records, requests, seconds, cpuSeconds, peakRss } = first;
  const what = (row: string): string =>
    `${number(size.chats)} chats, ${number(size.activities)} activities: ${row}`;
  return [
    memoryLine(what('peak resident set of the export'), peakRss, BUDGETS[size.chats]?.rss),
    [what('peak resident set of the verification'), megabytes(verify.peakRss)],
    ...cpuLines(result, what),
    [
      what('records per second, one process'),
      `${number(records / seconds)} (${number(records)} in ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of CPU)`,
    ],
    [what('requests per chat'), `${(requests / size.chats).toFixed(2)} (${number(requests)})`],
    [what('bytes of state per chat'), number(stateBytes / size.chats)],
    [what('files per 1,000 chats, without contents'), ((files / size.chats) * 1000).toFixed(1)],
    [what('files that a run adds when little has changed'), number(filesOfSecond)],
    [
      what('CPU of one pass of the reader over a plain read'),
      `${(reader.cpuSeconds / plainRead.cpuSeconds).toFixed(2)}x (${((reader.cpuSeconds / records) * 1e6).toFixed(0)} us per record)`,
    ],
    [
      what('start of the command to the first sealed unit'),
      `${result.firstSealed.toFixed(1)} s, after \`kill -9\` ${result.firstSealedAgain.toFixed(1)} s`,
    ],
  ];
}

function memoryLine(what: string, peakRss: number, budget?: number): Line {
  const figure = megabytes(peakRss);
  return budget === undefined ? [what, figure] : [what, figure, `<= ${megabytes(budget)}`, peakRss <= budget];
}

function cpuLines(
  { size, rounds, export: { requests } }: Result,
  what: (row: string) => string,
): readonly Line[] {
  if (rounds.length === 0) return [];
  const { median } = summarize(rounds.map((round) => round.export.cpuSeconds / round.loop.cpuSeconds));
  const { cpu = Infinity } = BUDGETS[size.chats] ?? {};
  const [round] = rounds;
  const figure = `${median.toFixed(2)}x (${number(requests)} requests of units; the loop ${number(round?.requests ?? 0)} in all, ${megabytes(round?.loop.peakRss ?? 0)})`;
  return [[what('CPU over the loop'), figure, `<= ${cpu.toFixed(2)}x`, median <= cpu]];
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${number(bytes / 1e6)} MB`;
}
