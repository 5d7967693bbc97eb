/** Entry of the sample app: `npm start`. */
import { chooseFace, standardInput } from './choose-face.js';

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
// A reader that has gone, as in `npm start | head`, ends the program and is no fault of it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const { env: environment, stdin, stdout, stderr } = process;
const argv = process.argv.slice(2);
const interrupt = interrupted.signal;

if (chooseFace(argv, standardInput()) === 'browser') {
  process.once('SIGTERM', () => interrupted.abort());
  const { runConsole } = await import('../server/run-console.js');
  process.exitCode = await runConsole({ argv, environment, stdout, stderr, interrupt });
} else {
  const { runProgram } = await import('./program.js');
  const asked = argv.filter((argument) => argument !== '--terminal');
  process.exitCode = await runProgram({ argv: asked, environment, stdin, stdout, stderr, interrupt });
}
