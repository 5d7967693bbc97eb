/** Runs a command in a thread with a bounded heap. This thread has the terminal and the signals of the process. */
import { once } from 'node:events';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { invalidArguments } from '../command-error.js';
import type { CommandProcess } from '../command-line.js';
import { Interrupt } from '../terminal/interrupt.js';
import type { PrintStream } from '../terminal/output.js';
import type { FromThread, StreamFacts, StreamName, ThreadStart, ToThread } from './messages.js';

/** What a test replaces. */
export interface ThreadOptions {
  /** Program of the thread. Default: the one beside this file. */
  readonly program?: URL | undefined;
}

/** An export of any size keeps less than half of it. With more, V8 collects garbage later. */
const HEAP_MB = 128;
const HEAP_VARIABLE = 'PARLANCE_HEAP_MB';

/** Removes what a bar of progress may have left, and shows the cursor. */
const FREE_LINE = '\r\u001B[K\u001B[?25h';

/**
 * Runs a command in a thread.
 *
 * @returns The exit code.
 * @throws {Error} With code `ERR_WORKER_OUT_OF_MEMORY` when the command needs more memory than the thread may use.
 */
export async function runInThread(
  argv: readonly string[],
  { stdout, stderr, env, cwd, signals }: CommandProcess,
  { program = new URL('command-thread.js', import.meta.url) }: ThreadOptions,
): Promise<number> {
  const workerData: ThreadStart = {
    argv,
    env: { ...env },
    cwd,
    stdout: factsOf(stdout),
    stderr: factsOf(stderr),
  };
  const streams = { stdout, stderr };
  const worker = new Worker(program, { workerData, resourceLimits: limitsOf(env) });
  const send = (message: ToThread): void => worker.postMessage(message);
  const freeLine = (): void => {
    if (stderr.isTTY === true) stderr.write(FREE_LINE);
  };
  const exit = (code: number): void => {
    freeLine();
    signals.exit(code);
  };
  const source = { on: signals.on.bind(signals), off: signals.off.bind(signals), exit };
  using interrupt = new Interrupt(source, (signal) => send({ type: 'signal', signal }));
  const closed = new Set<StreamName>();
  for (const [name, stream] of Object.entries(streams) as [StreamName, PrintStream][])
    stream.once('error', () => {
      closed.add(name);
      send({ type: 'closed', stream: name });
    });
  let ended: number | undefined;
  worker.on('message', (message: FromThread) => {
    if (message.type === 'end') ended = message.exitCode;
    else {
      const { stream: name, text } = message;
      const onPrinted = (): void => send({ type: 'printed', stream: name });
      if (closed.has(name) || streams[name].write(text)) onPrinted();
      else streams[name].once('drain', onPrinted);
    }
  });
  try {
    const [exitCode] = (await once(worker, 'exit')) as [number];
    return ended ?? interrupt.exitCode ?? exitCode;
  } catch (error) {
    freeLine();
    throw error;
  }
}

/** Very large pages may need more. */
function limitsOf(env: CommandProcess['env']): ResourceLimits {
  const text = env[HEAP_VARIABLE] || String(HEAP_MB);
  const megabytes = /^\d{2,6}$/.test(text) ? Number(text) : 0;
  if (megabytes >= 32) return { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 };
  throw invalidArguments(`${HEAP_VARIABLE} must be a whole number of megabytes from 32.`);
}

function factsOf(stream: PrintStream): StreamFacts {
  return { isTTY: stream.isTTY === true, columns: stream.columns, colorDepth: stream.getColorDepth?.() ?? 1 };
}
