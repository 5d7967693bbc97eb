/** Starts workers in processes of their own, on the sources. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { WorkOptions } from './kill-worker.js';

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Resolves to the exit code; null when it was killed. */
  readonly exit: Promise<number | null>;
  /** Resolves when it has printed a number of lines, or has exited. */
  printed(lines: number): Promise<void>;
}

/** Builds the program; returns a function that starts it. */
export async function workerProgram(options: Omit<WorkOptions, 'print'>): Promise<() => WorkerProcess> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { work } from './kill-worker.ts'; await work({ ...${JSON.stringify(options)}, print: (line) => console.log(line) });`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['parlance-source'],
    external: ['kysely', 'kysely/*', 'pg', 'pg-boss'],
  });
  const program = outputFiles[0]?.text ?? '';
  return () => start(program);
}

function start(program: string): WorkerProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(program);
  const exited = once(child, 'exit');
  let lines = 0;
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', () => {
    lines += 1;
    for (const check of waiting) check();
  });
  return {
    child,
    exit: exited.then(([code]) => code as number | null),
    printed: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (lines >= count) resolve();
      };
      waiting.add(check);
      check();
      return Promise.race([promise, exited]).then(() => undefined);
    },
  };
}
