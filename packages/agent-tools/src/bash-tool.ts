/** The bash tool: a shell that starts in a folder. */
import { checkRecord, duration, isA, requireObject, requireText } from '@parlance/core-transport/internal';
import type { BashTool } from '@parlance/schemas/inference';
import { defineTool, ToolResultError, type RunnableTool } from '@parlance/inference';
import { sharedChecks } from './client-tool-checks.js';
import { Shell } from './shell.js';

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
