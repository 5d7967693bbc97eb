/** Entry of the sample program: `npm start`. */
import { runProgram } from './program.js';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
// A reader that has gone, as in `npm start | head`, ends the program and is no fault of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const { env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram({
  argv: process.argv.slice(2),
  environment: env,
  stdin,
  stdout,
  stderr,
  interrupt: interrupted.signal,
});
