/** Handling of closed output pipes. */
import type { EventEmitter } from 'node:events';

/**
 * Ignores a closed pipe, as in `parlance search … | head`: the rest of the output is dropped. Every other write error is thrown.
 *
 * @param stream - Standard output or standard error.
 * @param onClosed - Called once when the pipe was closed.
 */
export function dropWhenClosed(stream: EventEmitter, onClosed: () => void = () => undefined): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    onClosed();
  });
}
