/** `parlance-fakes serve --record`: records the exchanges of a real service. */
import { operations } from '@parlance/schemas';
import { listen } from '../adapters/listen.js';
import { createRecorder } from '../exchanges/recorder.js';
import { RecordingFile } from '../exchanges/recording-file.js';
import { show, UsageError } from './arguments.js';
import type { RecordArguments } from './record-arguments.js';
import type { Terminal } from './terminal.js';

/**
 * Forwards requests to a service and records them until the process receives SIGINT or SIGTERM.
 *
 * @param options - Validated arguments.
 * @param terminal - See {@link Terminal}.
 * @returns Exit code.
 * @throws {UsageError} When the file cannot be written, or is not a recording.
 */
export async function record(options: RecordArguments, terminal: Terminal): Promise<number> {
  const { path, upstream, content, port, host } = options;
  const file = openFile(path);
  const engine = createRecorder({
    operations: Object.values(operations),
    upstream,
    content,
    onExchange: (exchange) => file.add(exchange),
  });
  const { url, close } = await listen(engine, { port, host });
  const stopped = new Promise<void>((resolve) => terminal.onSignal(resolve));
  terminal.out(`${JSON.stringify({ url, upstream: upstream.href, recording: path })}\n`);
  await stopped;
  await close();
  file.flush();
  return 0;
}

function openFile(path: string): RecordingFile {
  try {
    return new RecordingFile(path);
  } catch (error) {
    const isContent = error instanceof TypeError;
    throw new UsageError(`--record ${show(path)}: ${isContent ? error.message : 'cannot write the file'}`);
  }
}
