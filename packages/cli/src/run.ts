/** Connects the command to the process: arguments, output, signals and threads. */
import type { CommandProcess } from './command-line.js';
import { handleWriteErrors } from './terminal/write-errors.js';
import { runInThread, type ThreadOptions } from './thread/run-in-thread.js';

/** Runs the command and sets the exit code of the process. */
export async function run(): Promise<void> {
  const { stdout, stderr, env } = process;
  handleWriteErrors(stdout);
  handleWriteErrors(stderr);
  const streams = { stdout, stderr, env, cwd: process.cwd(), signals: process };
  process.exitCode = await runArguments(process.argv.slice(2), streams);
}

/**
 * Runs the command: what reads or writes an archive in a thread with a bounded heap, because V8 sizes that of a process by the memory of the
 * machine.
 *
 * @param argv - The arguments.
 * @param streams - Where it runs and prints.
 * @param options - See {@link ThreadOptions}.
 * @returns The exit code.
 */
export async function runArguments(
  argv: readonly string[],
  streams: CommandProcess,
  options: ThreadOptions = {},
): Promise<number> {
  if (!needsThread(argv)) {
    const { runCommandLine } = await import('./command-line.js');
    return runCommandLine(argv, streams);
  }
  try {
    return await runInThread(argv, streams, options);
  } catch (error) {
    // Loaded late: with it comes the whole program, which the thread has loaded too.
    const { reportError } = await import('./command-line.js');
    return reportError(streams, error, argv);
  }
}

function needsThread([first = '', second = '']: readonly string[]): boolean {
  return first === 'search' || (first === 'export' && ['run', 'verify'].includes(second));
}
