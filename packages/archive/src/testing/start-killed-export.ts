/** Starts the export that the tests kill in a process of its own, on the sources. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { KilledExportOptions } from './killed-export.js';

/** An export in a process of its own. */
export interface ExportProcess {
  readonly child: ChildProcess;
  /** Resolves to the exit code; null when it was killed. */
  readonly exit: Promise<number | null>;
  /** Resolves when it has printed a number of lines, or has exited. */
  printed(lines: number): Promise<void>;
}

/** Builds the program; returns a function that starts it. */
export async function exportProgram(options: KilledExportOptions): Promise<() => ExportProcess> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runExport } from './killed-export.ts'; await runExport(${JSON.stringify(options)}, (line) => console.log(line));`,
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
  return () => start(program);
}

function start(program: string): ExportProcess {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
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
