/** `npm run bench -- --archive`: exports organizations and writes `docs/benchmarks/archive.md`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { EMULATOR, start } from '../emulator/command.ts';
import { runProgram } from '../measure/processes.ts';
import { writePage } from '../report/publish.ts';
import type { ByHandReport } from './by-hand.ts';
import { pageOf, type ArchiveResults } from './archive-page.ts';
import type { ExportReport, ExportTask } from './export-worker.ts';

/** Without it, V8 collects garbage only once the heap is far larger than what is in use. */
const LIMITED_HEAP = ['--max-old-space-size=128', '--max-semi-space-size=8'];

/** An organization in an emulator of its own. */
export interface Size {
  readonly chats: number;
  readonly activities: number;
}

/** What `archive` measures. */
export interface ArchiveOptions {
  /** Chats of the largest organization. It has ten times as many activities. */
  readonly chats: number;
  /** Rounds of the comparison with the loop. */
  readonly rounds: number;
}

/** Measures exports, and prints the page. It is written for 100,000 chats only. */
export async function archive({ chats, rounds }: ArchiveOptions): Promise<void> {
  const sizes = [chats / 10, chats].map((count) => ({ chats: count, activities: count * 10 }));
  const one: ArchiveResults['one'][number][] = [];
  for (const size of sizes) one.push(await inOrganization(size, exportTwice));
  const compared = { chats: chats / 5, activities: 0 };
  const comparison = await inOrganization(compared, (context) => compare(context, rounds));
  const text = pageOf({ sizes, one, compared, rounds: comparison });
  console.log(text);
  if (chats === 100_000) writePage('archive.md', text);
}

interface Context {
  readonly baseUrl: string;
  /** A folder that is removed at the end. */
  readonly folder: string;
}

async function inOrganization<Result>(
  { chats, activities }: Size,
  measure: (context: Context) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(`${tmpdir()}/parlance-bench-`);
  const sizes = { users: Math.ceil(chats / 25), chats, activities };
  const flags = Object.entries(sizes).flatMap(([name, count]) => [`--${name}`, String(count)]);
  const { child, url: baseUrl } = await start([...EMULATOR, '--seed', 'demo', ...flags]);
  try {
    return await measure({ baseUrl, folder });
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
}

async function exportTwice(context: Context): Promise<ArchiveResults['one'][number]> {
  const usual = await runExport(context, { name: 'usual', isComplete: true });
  const limited = await runExport(context, { name: 'limited', isComplete: true }, LIMITED_HEAP);
  return { usual, limited };
}

function runExport(
  { baseUrl, folder }: Context,
  { name, isComplete }: { readonly name: string; readonly isComplete: boolean },
  execArgv: readonly string[] = [],
): Promise<ExportReport> {
  const task: ExportTask = {
    baseUrl,
    store: `sqlite:${folder}/${name}.db`,
    dir: `${folder}/${name}`,
    isComplete,
  };
  return runProgram(new URL('export-worker.ts', import.meta.url), [JSON.stringify(task)], execArgv);
}

async function compare(context: Context, rounds: number): Promise<ArchiveResults['rounds']> {
  const results: ArchiveResults['rounds'][number][] = [];
  const loop = new URL('by-hand.ts', import.meta.url);
  for (let round = 0; round < rounds; round++) {
    const args = [context.baseUrl, `${context.folder}/by-hand-${round}`];
    const byHand = await runProgram<ByHandReport>(loop, args);
    const report = await runExport(context, { name: `round-${round}`, isComplete: false });
    results.push({ byHand, export: report });
  }
  return results;
}
