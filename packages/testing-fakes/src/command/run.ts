/** Connects the command to the process: arguments, output and signals. */
import type { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline/promises';
import manifest from '../../package.json' with { type: 'json' };
import { main } from './main.js';

/** Runs the command and sets the exit code of the process. */
export async function run(): Promise<void> {
  handleWriteErrors(process.stdout);
  handleWriteErrors(process.stderr);
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    onSignal: (stop) => {
      process.once('SIGTERM', stop);
      process.once('SIGINT', stop);
    },
    isInteractive: process.stderr.isTTY,
    confirm: process.stdin.isTTY ? confirm : undefined,
    version: manifest.version,
  });
}

async function confirm(question: string): Promise<boolean> {
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  return /^y(?:es)?$/i.test(await terminal.question(`${question} [y/N] `));
}

/**
 * Ignores a closed pipe, as in `parlance-fakes rules | head`: the rest of the output is dropped and the command continues.
 * Every other write error ends the process, for example when the output goes to a file on a full disk.
 *
 * @param stream - Standard output or standard error.
 */
function handleWriteErrors(stream: EventEmitter): void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`parlance-fakes: the output cannot be written: ${message}\n`);
    process.exit(1);
  });
}
