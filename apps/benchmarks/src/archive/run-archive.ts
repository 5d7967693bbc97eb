/** `npm run bench -- --archive`: exports organizations and writes `docs/benchmarks/archive.md`. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setup } from '@parlance/testing/start-postgres';
import { EMULATOR, start } from '../emulator/command.ts';
import type { ByHandReport } from './by-hand.ts';
import { pageOf, type ArchiveResults, type Recovery } from './archive-page.ts';
import type { ExportReport, ExportTask, SealedMessage } from './export-worker.ts';

/** Certificates before a process is killed. */
const SEALED_BEFORE_KILL = 20;

const PROCESSES = 4;

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
  const [small, large] = [chats / 10, chats].map((count) => ({ chats: count, activities: count * 10 }));
  if (small === undefined || large === undefined) return;
  const one = [await inOrganization(small, exportTwice), await inOrganization(large, exportTwice)];
  const restart = await inOrganization(small, recoverAlone);
  const stopPostgres = await setup();
  try {
    const store = process.env['PARLANCE_TEST_POSTGRES_SERVER'] ?? '';
    const four = await inOrganization(small, (context) => exportTogether({ ...context, store }));
    const compared = { chats: chats / 5, activities: 0 };
    const comparison = await inOrganization(compared, (context) => compare(context, rounds));
    const results: ArchiveResults = { sizes: [small, large], one, four, restart, compared, ...comparison };
    const text = pageOf(results);
    console.log(text);
    if (chats === 100_000)
      writeFileSync(new URL('../../../../docs/benchmarks/archive.md', import.meta.url), text);
  } finally {
    await stopPostgres();
  }
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
  const usual = await reportOf(startExport(taskOf(context, 'usual')));
  const limited = await reportOf(startExport(taskOf(context, 'limited'), LIMITED_HEAP));
  return { usual, limited };
}

function taskOf({ baseUrl, folder }: Context, name: string): ExportTask {
  return {
    baseUrl,
    store: `sqlite:${folder}/${name}.db`,
    dir: `${folder}/${name}`,
    isComplete: true,
    isShared: false,
  };
}

function startExport(task: ExportTask, execArgv: readonly string[] = []): ChildProcess {
  const worker = fileURLToPath(new URL('export-worker.ts', import.meta.url));
  return fork(worker, [JSON.stringify(task)], { execArgv: [...execArgv] });
}

/** Kills an export, starts it again, and measures the time until it has sealed something. */
async function recoverAlone(context: Context): Promise<Recovery> {
  const task = taskOf(context, 'killed');
  const first = startExport(task);
  await sealed(first, SEALED_BEFORE_KILL);
  const killedAt = performance.now();
  await kill(first);
  const second = startExport(task);
  await sealed(second, 1);
  const seconds = (performance.now() - killedAt) / 1000;
  await kill(second);
  return { seconds };
}

/** Runs an export in four processes; the one that coordinates them is killed, and replaced. */
async function exportTogether(
  context: Context & { readonly store: string },
): Promise<{ readonly reports: readonly ExportReport[]; readonly recovery: Recovery }> {
  const task = { ...taskOf(context, 'four'), store: context.store, isShared: true };
  const children = Array.from({ length: PROCESSES }, () => startExport(task));
  const first = await Promise.race(
    children.map(async (child, index) => {
      await sealed(child, SEALED_BEFORE_KILL);
      return index;
    }),
  );
  const killedAt = performance.now();
  const others = children.filter((_, index) => index !== first);
  const taken = Promise.race(others.map((child) => sealed(child, 1)));
  await kill(children[first] as ChildProcess);
  const reports = [...others, startExport(task)].map(reportOf);
  await taken;
  const recovery = { seconds: (performance.now() - killedAt) / 1000 };
  return { reports: await Promise.all(reports), recovery };
}

async function compare(context: Context, rounds: number): Promise<Pick<ArchiveResults, 'rounds'>> {
  const results: { readonly export: ExportReport; readonly byHand: ByHandReport }[] = [];
  const loop = fileURLToPath(new URL('by-hand.ts', import.meta.url));
  for (let round = 0; round < rounds; round++) {
    const byHand = fork(loop, [context.baseUrl, `${context.folder}/by-hand-${round}`]);
    const report = await reportOf<ByHandReport>(byHand);
    const task = { ...taskOf(context, `round-${round}`), isComplete: false };
    results.push({ byHand: report, export: await reportOf(startExport(task)) });
  }
  return { rounds: results };
}

/** Resolves when a process has published a number of certificates. */
function sealed(child: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve) => {
    let seen = 0;
    child.on('message', ({ type }: SealedMessage | ExportReport) => {
      seen += type === 'sealed' ? 1 : 0;
      if (seen >= count) resolve();
    });
  });
}

async function reportOf<Report extends ExportReport | ByHandReport = ExportReport>(
  child: ChildProcess,
): Promise<Report> {
  let report: Report | undefined;
  child.on('message', (message: SealedMessage | Report) => {
    if (message.type === 'report') report = message;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (report === undefined) throw new Error(`The export exited with ${code}.`);
  return report;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
