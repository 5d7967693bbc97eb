/** `npm run bench -- --archive`: exports organizations and writes `docs/benchmarks/archive.md`. */
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { EMULATOR, start } from '../emulator/command.ts';
import { writePage } from '../report/publish.ts';
import { pageOf } from './archive-page.ts';
import { COMMAND, runMeasured, type Measured, type Place } from './measured-program.ts';

/** An organization in an emulator of its own. */
export interface Size {
  readonly chats: number;
  readonly activities: number;
}

/** What was measured of one organization. */
export interface Result {
  readonly size: Size;
  /** The first run. */
  readonly export: Measured & { readonly records: number; readonly requests: number };
  /** The loop, in several rounds, each with another export. Empty for the largest organization. */
  readonly rounds: readonly {
    readonly loop: Measured;
    readonly requests: number;
    readonly export: Measured;
  }[];
  /** The other commands. */
  readonly verify: Measured;
  readonly reader: Measured;
  readonly plainRead: Measured;
  /** Files of the archive without contents: after the first run, and what a second one adds. */
  readonly files: number;
  readonly filesOfSecond: number;
  readonly stateBytes: number;
  /** Time from the start of the command to the first unit that is sealed: at first, and after `kill -9`. */
  readonly firstSealed: number;
  readonly firstSealedAgain: number;
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
  const results: Result[] = [];
  for (const count of [chats / 100, chats / 10, chats])
    results.push(
      await inOrganization({ chats: count, activities: count * 10 }, count === chats ? 0 : rounds),
    );
  const text = pageOf(results);
  console.log(text);
  if (chats === 100_000) writePage('archive.md', text);
}

async function inOrganization(size: Size, rounds: number): Promise<Result> {
  const cwd = mkdtempSync(`${tmpdir()}/parlance-bench-`);
  const flags = Object.entries({ users: Math.ceil(size.chats / 25), ...size }).flatMap(([name, count]) => [
    `--${name}`,
    String(count),
  ]);
  const { child, url: baseUrl } = await start([...EMULATOR, '--seed', 'demo', ...flags]);
  try {
    return await measure(size, rounds, { baseUrl, cwd });
  } finally {
    child.kill();
    rmSync(cwd, { recursive: true });
  }
}

async function measure(size: Size, rounds: number, place: Place): Promise<Result> {
  const first = await runMeasured(exportTo('archive'), place);
  const counted = countsIn(`${place.cwd}/archive.db`);
  const files = filesIn(place.cwd);
  const stateBytes = statSync(`${place.cwd}/archive.db`).size;
  const verify = await runMeasured([COMMAND, 'export', 'verify'], place);
  const reader = await runMeasured([programOf('read-archive.ts'), 'reader'], place);
  const plainRead = await runMeasured([programOf('read-archive.ts')], place);
  await runMeasured(exportTo('archive'), place);
  const filesOfSecond = filesIn(place.cwd) - files;
  const killed = [...exportTo('killed'), '--json'];
  const isSealed = (line: string): boolean => line.startsWith('{"type":"sealed"');
  const { seconds: firstSealed } = await runMeasured(killed, place, isSealed);
  const { seconds: firstSealedAgain } = await runMeasured(killed, place, isSealed);
  return {
    size,
    export: { ...first, ...counted },
    rounds: await compare(rounds, place),
    verify,
    reader,
    plainRead,
    files,
    filesOfSecond,
    stateBytes,
    firstSealed,
    firstSealedAgain,
  };
}

async function compare(rounds: number, place: Place): Promise<Result['rounds']> {
  const results: Result['rounds'][number][] = [];
  for (let round = 0; round < rounds; round++) {
    let requests = 0;
    const loop = await runMeasured([programOf('by-hand.ts')], place, (line) => {
      if (line !== '') ({ requests } = JSON.parse(line) as { requests: number });
      return false;
    });
    results.push({ loop, requests, export: await runMeasured(exportTo(`round-${round}`), place) });
  }
  return results;
}

/** Every option has its default, but that a local emulator has no rate limit. */
function exportTo(name: string): readonly string[] {
  const options = ['--archive', name, '--store', `sqlite:${name}.db`, '--requests-per-minute', '1000000'];
  return [COMMAND, 'export', 'run', ...options];
}

function programOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Without the contents of files, of which there is one each. */
function filesIn(cwd: string): number {
  const all = globSync('archive/**', { cwd, withFileTypes: true, exclude: ['archive/files'] });
  return all.filter((entry) => entry.isFile()).length;
}

function countsIn(store: string): { readonly records: number; readonly requests: number } {
  const database = new DatabaseSync(store, { readOnly: true });
  const sums = database.prepare(
    'SELECT sum(records) AS records, sum(requests) AS requests FROM archive_units',
  );
  const { records, requests } = sums.get() as { records: number; requests: number };
  database.close();
  return { records, requests };
}
