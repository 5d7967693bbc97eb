/** What a command does when nobody reads its output any more. */
import type { EventEmitter } from 'node:events';

/**
 * Lets a reader that has seen enough, such as `head`, close the pipe: the rest of the output is dropped, and the command
 * goes on. Every other failure to write is thrown as before.
 *
 * @param stream - Standard output or standard error.
 */
export function dropWhenClosed(stream: EventEmitter): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
