/** What remains of a shell's commands when the process that uses it has ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '@parlance/testing/temporary-folder';
import { afterAll, expect, test } from 'vitest';
import { buildWorker } from './testing/build-worker.js';

const built = await buildWorker('bash-worker.ts');
afterAll(() => built[Symbol.asyncDispose]());

/** Whether a process runs. One that has ended stays in the table until its parent asks for its exit code. */
function runs(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test.each(['close', 'exit', 'throw', 'SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'no command outlives a process that ends by %s',
  async (ending) => {
    await using folder = await temporaryFolder();
    const child = spawn(process.execPath, [built.program, folder.path, ending], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const closed = once(child, 'exit');
    let output = '';
    const started = Promise.withResolvers<void>();
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('started')) started.resolve();
    });
    await started.promise;
    const ids = output.match(/\d+/g)?.map(Number) ?? [];
    expect(ids).toHaveLength(4);
    if (ending.startsWith('SIG')) {
      expect(ids.filter(runs)).toEqual(ids);
      child.kill(ending as NodeJS.Signals);
    }
    await closed;
    await expect.poll(() => ids.filter(runs), { timeout: 20_000 }).toEqual([]);
  },
);
