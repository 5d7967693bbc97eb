import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runShell } from './run-shell.js';

const cwd = tmpdir();

test('returns the exit code and what was printed', async () => {
  expect(await runShell('echo one; exit 3', { cwd, timeoutMs: 60_000 })).toEqual({
    code: 3,
    stdout: 'one\n',
  });
  expect(await runShell('kill -9 $$', { cwd, timeoutMs: 60_000 })).toMatchObject({ code: 'SIGKILL' });
});

test('a command that hangs ends with the processes that it has started', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-shell-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const command = 'sleep 600 & echo $! > pid; (sleep 600; true)';
  expect(await runShell(command, { cwd: folder, timeoutMs: 3000 })).toMatchObject({ code: 'timeout' });
  const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
