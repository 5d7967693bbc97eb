/** Processes that run one export together, and are killed at random moments. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { KilledExportOptions } from './killed-export.js';

/** The longest time between two kills, in milliseconds. */
const LONGEST_MS = 2_500;

/** A minute later, every window was read again for the last time. */
const LATER_MS = [120_000, 600_000];

/** A run that was completed. */
export interface CompletedRun {
  readonly boundMs: number;
  /** When it was completed, by the clock of the service. */
  readonly atMs: number;
}

/** Options of {@link KilledFleet}. */
export interface KilledFleetOptions extends Omit<KilledExportOptions, 'join'> {
  /** How far the clock of the service is ahead of that of this machine, in milliseconds. */
  readonly aheadMs: number;
  /** Number of processes. */
  readonly size: number;
}

interface ExportProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/** Processes that run one export. */
export class KilledFleet {
  /** Folder of the archive. */
  readonly dir: string;
  readonly completed: CompletedRun[] = [];
  /** Exit codes of processes that failed. */
  readonly failures: number[] = [];
  readonly #program: string;
  readonly #aheadMs: number;
  readonly #size: number;
  readonly #processes: Set<ChildProcess> = new Set();

  private constructor({ dir, aheadMs, size }: KilledFleetOptions, program: string) {
    this.dir = dir;
    this.#aheadMs = aheadMs;
    this.#size = size;
    this.#program = program;
    onTestFinished(() => {
      for (const child of this.#processes) child.kill('SIGKILL');
    });
  }

  /** Builds the program of the processes. */
  static async create(options: KilledFleetOptions): Promise<KilledFleet> {
    return new KilledFleet(options, await buildProgram({ ...options, join: options.size > 1 }));
  }

  /** Runs the export again and again, and kills the processes at random moments. */
  async kill(kills: number, random: () => number): Promise<void> {
    const processes = Array.from({ length: this.#size }, () => this.#start());
    for (let kill = 0; kill < kills;) {
      await delay(random() * LONGEST_MS);
      const index = Math.floor(random() * this.#size);
      const victim = processes[index];
      if (victim === undefined) continue;
      // One that has completed a run starts the next one.
      if (victim.child.kill('SIGKILL')) kill += 1;
      await victim.ended;
      processes[index] = this.#start();
    }
    await Promise.all(processes.map(({ ended }) => ended));
  }

  /** Runs the export to its end, at times when all windows were read again. */
  async finish(): Promise<void> {
    for (const laterMs of LATER_MS) {
      const processes = Array.from({ length: this.#size }, () => this.#start(laterMs));
      await Promise.all(processes.map(({ ended }) => ended));
    }
  }

  #start(laterMs = 0): ExportProcess {
    const child = spawn(process.execPath, [this.#program, String(laterMs)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#processes.add(child);
    const bounds: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => bounds.push(line));
    const exited = once(child, 'close') as Promise<[number | null]>;
    return { child, ended: this.#end(child, { exited, bounds }) };
  }

  async #end(
    child: ChildProcess,
    { exited, bounds }: { readonly exited: Promise<[number | null]>; readonly bounds: readonly string[] },
  ): Promise<void> {
    const [code] = await exited;
    this.#processes.delete(child);
    if (code !== null && code !== 0) this.failures.push(code);
    for (const bound of bounds)
      this.completed.push({ boundMs: Date.parse(bound), atMs: Date.now() + this.#aheadMs });
  }
}

async function buildProgram(options: KilledExportOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { runExport } from './killed-export.ts';
        await runExport(${JSON.stringify(options)}, Number(process.argv[2]), (line) => console.log(line));
      `,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg', 'pg-boss'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  // In a folder that finds pg and pg-boss. A file, because a process that is killed while it reads its program from a pipe would break the pipe.
  const folder = path.join(import.meta.dirname, '../../../durable/node_modules/.cache');
  await mkdir(folder, { recursive: true });
  const program = path.join(folder, `killed-export-${randomUUID()}.mjs`);
  await writeFile(program, outputFiles[0]?.contents ?? '');
  onTestFinished(() => rm(program, { force: true }));
  return program;
}
