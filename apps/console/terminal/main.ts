/** Entry point of the sample app: `npm start`. */
import { chooseInterface, standardInput } from './choose-interface.js';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
// A closed reader, as in `npm start | head`, ends the program without an error.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output cannot be written: ${message}\n`);
  process.exit(1);
});
const { env: environment, stdin, stdout, stderr } = process;
const argv = process.argv.slice(2);
const interrupt = interrupted.signal;

if (chooseInterface(argv, standardInput()) === 'browser') {
  process.once('SIGTERM', () => interrupted.abort());
  const { runConsole } = await import('../server/run-console.js');
  process.exitCode = await runConsole({ argv, environment, stdout, stderr, interrupt });
} else {
  const { runProgram } = await import('./program.js');
  process.exitCode = await runProgram({ argv, environment, stdin, stdout, stderr, interrupt });
}
