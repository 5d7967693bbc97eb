/** The program behind `parlance-fakes`: gives the command its arguments, output and signals. */
import { dropWhenClosed } from './command/closed-pipe.js';
import { main } from './command/main.js';

/** Version of the package: put here by the build. */
declare const VERSION: string;

/**
 * Runs the command.
 *
 * @param onServed - Called once when the emulator has answered requests, and has served for a while or is about to end.
 */
export async function run(onServed: () => void): Promise<void> {
  dropWhenClosed(process.stdout);
  dropWhenClosed(process.stderr);
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    onSignal: (stop) => {
      process.once('SIGTERM', stop);
      process.once('SIGINT', stop);
    },
    onServed,
    version: VERSION,
  });
}
