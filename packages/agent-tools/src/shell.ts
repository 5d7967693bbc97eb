/** A shell that is started on first use, and again after it has ended. */
import { systemClock } from '@parlance/core-transport/internal';
import { ToolResultError } from '@parlance/inference';
import { BashSession, type CommandEnd } from './bash-session.js';

/** Settings of a {@link Shell}. */
export interface ShellOptions {
  readonly folder: string;
  readonly timeoutMs?: number | undefined;
  readonly maxOutputBytes?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/** Starts a session on first use and replaces sessions that have ended. */
export class Shell {
  readonly #options: ShellOptions;
  #session: BashSession | undefined;
  #running = 0;
  /** The last command: commands of all runs with this tool wait for each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ShellOptions) {
    this.#options = options;
  }

  /** Whether a command runs or waits. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /**
   * Runs a command.
   *
   * @param timeoutMs - Limit of this command, if it is shorter than that of the shell.
   */
  run(command: string, signal: AbortSignal, timeoutMs: number = Infinity): Promise<string> {
    if (command.includes('\0')) throw new ToolResultError('The command contains a null byte.');
    this.#running += 1;
    const result = this.#last
      .then(() => this.#runNow(command, signal, timeoutMs))
      .finally(() => (this.#running -= 1));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Ends the shell; the next command starts in a new one. */
  async restart(): Promise<string> {
    await this.close();
    return 'The shell was restarted.';
  }

  /** Kills the shell and everything that it started. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #runNow(command: string, signal: AbortSignal, limitMs: number): Promise<string> {
    signal.throwIfAborted();
    const timeoutMs = Math.min(limitMs, this.#options.timeoutMs ?? 120_000);
    const deadline = new AbortController();
    const timer = timeoutMs === Infinity ? null : systemClock.setTimer(() => deadline.abort(), timeoutMs);
    try {
      this.#session ??= this.#start();
      const end = await this.#session.run(command, AbortSignal.any([signal, deadline.signal]));
      if (end.shellEnded) this.#session = undefined;
      signal.throwIfAborted();
      if (deadline.signal.aborted && end.shellEnded)
        throw new ToolResultError(
          `${lines(end.output)}The command did not finish within ${timeoutMs} ms. The shell was killed; the next command starts in a new one.`,
        );
      return describe(end);
    } catch (error) {
      this.#session?.kill();
      this.#session = undefined;
      throw error;
    } finally {
      if (timer !== null) systemClock.clearTimer(timer);
    }
  }

  #start(): BashSession {
    const { folder, maxOutputBytes = 64 * 1024, env = inheritedEnv() } = this.#options;
    return new BashSession({ folder, env, maxOutputBytes });
  }
}

function describe({ output, exitCode, shellEnded }: CommandEnd): string {
  if (shellEnded)
    return `${lines(output)}[the shell ended with exit code ${exitCode}; the next command starts in a new one]`;
  return exitCode === 0 ? output : `${lines(output)}[exit code ${exitCode}]`;
}

/** Ends text with a line break, unless it is empty. */
function lines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function inheritedEnv(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
