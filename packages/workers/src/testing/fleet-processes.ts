/** A fleet of worker processes, whose members are replaced when they end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';

/** How a fleet is started. */
export interface FleetProgram {
  /** Folder for the bundled program, inside a package with the dependencies of the worker. */
  readonly root: string;
  readonly members: number;
  /** Arguments of `fleet-worker.ts`, but the last one. */
  readonly args: readonly string[];
}

/** When a member was disturbed, by the clock of the machine. */
export interface Disturbance {
  readonly process: number;
  readonly at: number;
  /** When it ran again; missing after a kill. */
  until?: number;
}

/** The running members. */
export class FleetProcesses {
  readonly #program: string;
  readonly #args: readonly string[];
  readonly #members: ChildProcess[] = [];
  /** The members and those that they have replaced, which may still drain. */
  readonly #started: ChildProcess[] = [];
  #isOver = false;
  /** Kills and pauses, in order. */
  readonly disturbances: Disturbance[] = [];

  private constructor(program: string, args: readonly string[]) {
    this.#program = program;
    this.#args = args;
  }

  /** Bundles the program and starts the members. */
  static async start({ root, members, args }: FleetProgram): Promise<FleetProcesses> {
    const program = path.join(root, 'worker.mjs');
    await build({
      entryPoints: [path.join(import.meta.dirname, 'fleet-worker.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['parlance-source'],
      external: ['kysely', 'kysely/*', 'pg-native', 'pg-boss'],
      // For undici, which is CommonJS.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'error',
    });
    const fleet = new FleetProcesses(program, args);
    for (let index = 0; index < members; index += 1) fleet.#start(index, 0);
    return fleet;
  }

  /** Number of members. */
  get size(): number {
    return this.#members.length;
  }

  /** Number of processes that have not ended. Those that were asked to stop end by themselves. */
  get running(): number {
    return this.#running().length;
  }

  #running(): ChildProcess[] {
    return this.#started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  }

  /** Kills a member or asks it to stop. Another one takes its place. */
  end(index: number, signal: 'SIGKILL' | 'SIGTERM', shiftMs = 0): void {
    const member = this.#members[index];
    if (member === undefined) return;
    if (signal === 'SIGKILL') this.#note(member);
    member.kill(signal);
    this.#start(index, shiftMs);
  }

  /** Pauses a member. */
  pause(index: number): () => void {
    const member = this.#members[index];
    if (member === undefined) return () => undefined;
    const pause = this.#note(member);
    member.kill('SIGSTOP');
    return () => {
      pause.until = Date.now();
      member.kill('SIGCONT');
    };
  }

  /** Kills all processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    const running = this.#running();
    const ended = running.map((member) => once(member, 'exit'));
    for (const member of running) member.kill('SIGKILL');
    await Promise.all(ended);
  }

  #note({ pid = 0 }: ChildProcess): Disturbance {
    const disturbance: Disturbance = { process: pid, at: Date.now() };
    this.disturbances.push(disturbance);
    return disturbance;
  }

  #start(index: number, shiftMs: number): void {
    const args = [this.#program, ...this.#args, String(shiftMs)];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    this.#members[index] = child;
    this.#started.push(child);
    child.once('exit', (code) => {
      // As a supervisor does: a process cannot start while the store is away. It may have been replaced by then.
      const restart = (): void => {
        if (!this.#isOver && this.#members[index] === child) this.#start(index, shiftMs);
      };
      if (code === 1) setTimeout(restart, 500);
    });
  }
}
