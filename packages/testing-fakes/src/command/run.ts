/** Connects the command to the process: arguments, output and signals. */
import { createInterface } from 'node:readline/promises';
import manifest from '../../package.json' with { type: 'json' };
import { main } from './main.js';
import { handleWriteErrors } from './write-errors.js';

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
    confirm: process.stdin.isTTY ? confirm : undefined,
    version: manifest.version,
  });
}

async function confirm(question: string): Promise<boolean> {
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  return /^y(?:es)?$/i.test(await terminal.question(`${question} [y/N] `));
}
