/** The bash tool: a shell that starts in a folder. */
import {
  checkRecord,
  duration,
  isA,
  requireObject,
  requireText,
  systemClock,
} from '@parlance/core-transport/internal';
import type { BashTool } from '@parlance/schemas/inference';
import { defineTool, ToolResultError, type RunnableTool } from '@parlance/inference';
import { BashSession, type CommandEnd } from './bash-session.js';
import { sharedChecks } from './client-tool-checks.js';

/** Options for {@link bashTool}. */
export interface BashToolOptions {
  /** Existing folder in which the shell starts. Commands can leave it. */
  readonly folder: string;
  /** Time that a command may take in milliseconds, or `Infinity`. Afterwards the shell is killed and restarted. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum size of a command's output in bytes: the middle of longer output is omitted, with a note. Default 64 KiB. */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Environment of the shell. Defaults to `PATH`, `HOME`, `LANG` and `TMPDIR` of this process, so that API keys in other
   * variables are not passed to commands.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Other fields of the definition, for example `cache_control`. */
  readonly definition?: Partial<Omit<BashTool, 'type' | 'name'>> | undefined;
  /** Whether commands need the approval of the run's `approve`: all of them, or those for which it returns true. */
  readonly approval?: RunnableTool['approval'];
}

/** A bash tool. Close it to end its shell; a shell that runs no command does not keep the process alive. */
export interface RunnableBashTool extends RunnableTool<BashTool>, AsyncDisposable {
  /**
   * Kills the shell and everything it started, and waits for their end. The same happens when this process ends in any way, even
   * if it is killed. What has left the process group of the shell (`setsid`, job control) is found by its environment: on Linux,
   * as long as it keeps the variable `PARLANCE_SHELL`; elsewhere not at all.
   */
  close(): Promise<void>;
}

const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR'];

/**
 * Runs the bash tool of the service (`bash_20250124`) in a shell that starts in a folder. The shell keeps its state between
 * commands until it is restarted, by the model or after a timeout. Requires `bash` and a POSIX system.
 *
 * This is not a sandbox: commands have the permissions of this process, can leave the folder and use the network. Run
 * untrusted work in a container or a virtual machine, or require `approval`.
 *
 * @param options - See {@link BashToolOptions}.
 * @throws {ConfigError} When an option is invalid.
 */
export function bashTool(options: BashToolOptions): RunnableBashTool {
  requireObject('options', options);
  checkRecord('', options, {
    folder: isA('string'),
    timeoutMs: duration,
    env: isA('object'),
    ...sharedChecks,
  });
  requireText('folder', options.folder);
  const { definition, approval } = options;
  const shell = new Shell(options);
  const tool = defineTool({
    name: 'bash',
    description: '',
    input: {
      type: 'object',
      properties: { command: { type: 'string' }, restart: { type: 'boolean' } },
    },
    run: ({ command, restart }, { signal }) => {
      if (restart === true) return shell.restart();
      if (command === undefined) throw new ToolResultError('Parameter `command` is required.');
      return shell.run(command, signal);
    },
  });
  const close = (): Promise<void> => shell.close();
  return {
    definition: { ...definition, type: 'bash_20250124', name: 'bash' },
    call: tool.call,
    maxParallel: 1,
    // The shell has its own deadline, whose result includes the output so far.
    timeoutMs: Infinity,
    ...(approval !== undefined && { approval }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Starts a session on first use and replaces sessions that have ended. */
class Shell {
  readonly #options: BashToolOptions;
  #session: BashSession | undefined;
  /** The last command: commands of all runs with this tool wait for each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: BashToolOptions) {
    this.#options = options;
  }

  run(command: string, signal: AbortSignal): Promise<string> {
    if (command.includes('\0')) throw new ToolResultError('The command contains a null byte.');
    const result = this.#last.then(() => this.#runNow(command, signal));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async restart(): Promise<string> {
    await this.close();
    return 'The shell was restarted.';
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #runNow(command: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const { timeoutMs = 120_000 } = this.#options;
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
