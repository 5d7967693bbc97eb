/** Handling of output that cannot be written. */
import type { EventEmitter } from 'node:events';

/**
 * Ignores a closed pipe, as in `parlance-fakes rules | head`: the rest of the output is dropped and the command continues.
 * Every other write error ends the process, for example when the output goes to a file on a full disk.
 *
 * @param stream - Standard output or standard error.
 */
export function handleWriteErrors(stream: EventEmitter): void {
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`parlance-fakes: the output cannot be written: ${message}\n`);
    process.exit(1);
  });
}
