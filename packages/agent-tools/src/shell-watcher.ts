/** A process beside a shell that kills what the shell has started as soon as this process ends, however it ends. */
// cspell:ignore lsaxz
import { spawn, type ChildProcess } from 'node:child_process';

/** Name of the environment variable by which the processes of a shell are found. */
export const SHELL_MARK = 'PARLANCE_SHELL';

/**
 * Waits for the end of its input, which the operating system closes when the process at the other end dies. Then kills the group
 * `$1`, and, where there is a `/proc`, what has left the group: the processes whose environment has the line `$2`. Looks
 * again for what these have started before they ended.
 */
const SCRIPT = `
read -r _
kill -KILL -- "-$1"
for _ in 1 2 3 4 5; do
  files=$(grep -lsaxzF -- "$2" /proc/[0-9]*/environ)
  [ -n "$files" ] || break
  for file in $files; do
    file=\${file#/proc/}
    kill -KILL "\${file%/environ}"
  done
done
`;

/**
 * Starts a watcher. Once its input is closed, it kills the processes of the shell and exits. Like the shell, it does not keep this
 * process alive.
 *
 * @param group - Process group of the shell.
 * @param mark - Value of {@link SHELL_MARK} in the environment of the shell.
 */
export function watchShell(group: number, mark: string): ChildProcess {
  const { PATH } = process.env;
  const watcher = spawn(
    'bash',
    ['--noprofile', '--norc', '-c', SCRIPT, 'bash', String(group), `${SHELL_MARK}=${mark}`],
    // Its own group, because a terminal sends signals to all processes of a group.
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: PATH === undefined ? {} : { PATH } },
  );
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  return watcher;
}
