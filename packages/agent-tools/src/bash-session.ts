/** A shell that runs one command after the other and keeps its state: working directory, variables, functions. */
// cspell:ignore lsaxz
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { systemClock } from '@parlance/core-transport/internal';
import { LimitedOutput } from './limited-output.js';

/** Settings of a session. */
export interface BashSettings {
  /** Folder in which the shell starts. */
  readonly folder: string;
  /** Environment of the shell. */
  readonly env: Readonly<Record<string, string>>;
  /** Maximum number of output bytes of a command. */
  readonly maxOutputBytes: number;
}

/** How a command ended. */
export interface CommandEnd {
  /** Standard output and standard error, as they were written. */
  readonly output: string;
  /** Exit status of the command; null when the shell was killed. */
  readonly exitCode: number | null;
  /** Whether the shell itself ended, so that its state is lost. */
  readonly shellEnded: boolean;
}

/** Milliseconds to wait for remaining output once the shell has ended and its processes are killed. */
const DRAIN_MS = 1000;

/** A running shell. Commands must not overlap. */
export class BashSession {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Undefined when the shell could not be started. */
  readonly #watcher: ChildProcess | undefined;
  readonly #watcherEnded: Promise<unknown> | undefined;
  readonly #settings: BashSettings;
  /** Settles when the shell and its output have ended; rejects when the shell cannot be started. */
  readonly #ended: Promise<number | null>;
  #onOutput: (bytes: Buffer) => void = () => undefined;

  /** @param settings - See {@link BashSettings}. */
  constructor(settings: BashSettings) {
    this.#settings = settings;
    const mark = randomUUID();
    // The shell leads its own process group, so that everything it started can be killed with it.
    this.#child = spawn('bash', ['--noprofile', '--norc'], {
      cwd: settings.folder,
      env: { ...settings.env, [SHELL_MARK]: mark },
      detached: true,
      stdio: 'pipe',
    });
    const { pid } = this.#child;
    this.#watcher = pid === undefined ? undefined : watchShell(pid, mark);
    this.#watcherEnded = this.#watcher && once(this.#watcher, 'close').catch(() => undefined);
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    this.#ended = promise;
    promise.catch(() => undefined);
    this.#child.once('error', reject);
    this.#child.once('exit', (code) => {
      this.kill();
      // A process that left the group can keep the pipe open.
      const timer = systemClock.setTimer(() => resolve(code), DRAIN_MS);
      this.#child.once('close', () => {
        systemClock.clearTimer(timer);
        resolve(code);
      });
    });
    // A shell that has ended cannot read its input; `exit` reports it.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.on('data', (bytes: Buffer) => this.#onOutput(bytes));
    this.#child.stdin.write('exec 2>&1 9>&1\n');
    this.#keepAlive(false);
  }

  /**
   * Runs a command. Its standard input is empty.
   *
   * @param command - Shell code, without null bytes.
   * @param signal - Kills the shell when aborted; the promise then resolves with the output so far.
   * @throws {Error} When the shell cannot be started.
   */
  async run(command: string, signal: AbortSignal): Promise<CommandEnd> {
    const output = new LimitedOutput(this.#settings.maxOutputBytes);
    const marker = Buffer.from(`${randomUUID()}:`);
    const { promise: finished, resolve: finish } = Promise.withResolvers<number>();
    let pending: Buffer = Buffer.alloc(0);
    this.#onOutput = (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      const at = pending.indexOf(marker);
      const status = at === -1 ? null : /^(\d+);/.exec(pending.toString('latin1', at + marker.length));
      // The last bytes may be the beginning of the marker.
      const safe = at === -1 ? Math.max(0, pending.length - marker.length) : at;
      output.add(pending.subarray(0, safe));
      pending = pending.subarray(safe);
      if (status !== null) finish(Number(status[1]));
    };
    const kill = (): void => this.kill();
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    this.#keepAlive(true);
    try {
      this.#child.stdin.write(
        `eval ${quote(command)} </dev/null 9>&-; printf '%s%s;' '${marker.toString()}' "$?" >&9\n`,
      );
      const ended = this.#ended.then((exitCode) => ({ exitCode, shellEnded: true }));
      const end = await Promise.race([finished.then((exitCode) => ({ exitCode, shellEnded: false })), ended]);
      if (end.shellEnded) output.add(pending);
      return { ...end, output: output.toString() };
    } finally {
      this.#onOutput = () => undefined;
      signal.removeEventListener('abort', kill);
      this.#keepAlive(false);
    }
  }

  /** Kills the shell and everything that it started. */
  kill(): void {
    this.#watcher?.stdin?.end();
  }

  /** Kills the shell and everything that it started, and waits for their end. */
  async close(): Promise<void> {
    this.#keepAlive(true);
    this.kill();
    await this.#ended.catch(() => undefined);
    await this.#watcherEnded;
  }

  /** Whether the shell keeps this process alive: only while a command runs, or until it has been closed. */
  #keepAlive(isOn: boolean): void {
    for (const child of [this.#child, this.#watcher])
      for (const part of [child, ...((child?.stdio ?? []) as unknown[] as (Socket | null)[])])
        if (isOn) part?.ref();
        else part?.unref();
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Name of the environment variable by which the processes of a shell are found. */
const SHELL_MARK = 'PARLANCE_SHELL';

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
function watchShell(group: number, mark: string): ChildProcess {
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
