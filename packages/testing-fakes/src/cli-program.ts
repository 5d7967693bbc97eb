/** The program behind `parlance-fakes`: gives the command its arguments, output and signals. */
import { dropWhenClosed } from './command/closed-pipe.js';
import { main } from './command/main.js';

dropWhenClosed(process.stdout);
dropWhenClosed(process.stderr);
process.exitCode = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  onSignal: (stop) => {
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  },
});
