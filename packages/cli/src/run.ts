/** Connects the command to the process: arguments, output, signals and threads. */
import type { CommandProcess } from './command-line.js';
import { runInThread, type ThreadOptions } from './thread/run-in-thread.js';
import { EXIT_CODES } from './exit-codes.js';

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

/**
 * Ignores a closed pipe, as in `parlance search … | head`: the rest of the output is dropped. Every other write error ends the process, for
 * example when the output goes to a file on a full disk.
 *
 * @param stream - Standard output or standard error.
 */
function handleWriteErrors(stream: NodeJS.WriteStream): void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`parlance: the output cannot be written: ${message}\n`);
    process.exit(EXIT_CODES.failed);
  });
}
