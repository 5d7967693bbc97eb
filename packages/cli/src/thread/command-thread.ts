/** The program of a thread: runs a command, which prints through the thread that has started it. */
import { parentPort, workerData } from 'node:worker_threads';
import { runCommandLine } from '../command-line.js';
import type { FromThread, StreamName, ThreadStart, ToThread } from './messages.js';
import { ThreadSignals } from './thread-signals.js';
import { ThreadStream } from './thread-stream.js';

const { argv, env, cwd, ...facts } = workerData as ThreadStart;
const signals = new ThreadSignals();
const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'signal') signals.receive(message.signal);
  else {
    streams[message.stream].printed();
    if (message.type === 'closed') streams[message.stream].emit('error');
  }
});
const exitCode = await runCommandLine(argv, { ...streams, env, cwd, signals });
for (const stream of Object.values(streams)) await new Promise<void>((resolve) => void stream.end(resolve));
send({ type: 'end', exitCode });
// Nothing but what the command has left open keeps the thread alive.
parentPort?.close();

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

function streamOf(stream: StreamName): ThreadStream {
  const printed = new ThreadStream(facts[stream], (text) => send({ type: 'print', stream, text }));
  // That its reader has closed it is not an error of the command.
  printed.on('error', () => undefined);
  return printed;
}
