import { exec, execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How a command of a shell ended. */
export interface ShellResult {
  /** Exit code, the name of the signal that ended it, or `timeout`. */
  readonly code: number | string;
  /** What it printed. */
  readonly stdout: string;
}

/** Runs a command in a shell. If it takes too long, it is killed with all processes that it has started, as far as `ps` knows them. */
export function runShell(
  command: string,
  { cwd, timeoutMs }: { readonly cwd: string; readonly timeoutMs: number },
): Promise<ShellResult> {
  return new Promise((resolve) => {
    let isLate = false;
    const child = exec(command, { cwd }, (error, stdout) => {
      clearTimeout(timer);
      resolve({ code: isLate ? 'timeout' : (error?.code ?? error?.signal ?? 0), stdout });
    });
    const timer = setTimeout(() => {
      isLate = true;
      void endAll(child.pid ?? 0);
    }, timeoutMs);
  });
}

async function endAll(root: number): Promise<void> {
  const started = await descendantsOf(root);
  for (const pid of [root, ...started]) kill(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since.
  }
}

/** The processes that a process has started, and those that they have. */
async function descendantsOf(root: number): Promise<readonly number[]> {
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
  const pairs = listed.stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found)
    for (const [pid = 0, of] of pairs) if (of === parent && pid > 0) found.push(pid);
  return found.slice(1);
}
