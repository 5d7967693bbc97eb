/** Handling of closed output pipes. */
import type { EventEmitter } from 'node:events';

/**
 * Ignores a closed pipe, as in `parlance-fakes rules | head`: the rest of the output is dropped and the command continues.
 * Every other write error is thrown.
 *
 * @param stream - Standard output or standard error.
 */
export function dropWhenClosed(stream: EventEmitter): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
