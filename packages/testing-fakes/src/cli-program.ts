/** The program behind `parlance-fakes`: gives the command its arguments, output and signals. */
import { main } from './command/main.js';

process.exitCode = await main(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  onSignal: (stop) => {
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  },
});
