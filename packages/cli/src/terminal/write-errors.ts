/** Handling of output that cannot be written. */
import { EXIT_CODES } from '../exit-codes.js';

/** A stream of the process. */
interface ProcessStream {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Ignores a closed pipe, as in `parlance search … | head`: the rest of the output is dropped. Every other write error ends the process, for
 * example when the output goes to a file on a full disk.
 *
 * @param stream - Standard output or standard error.
 */
export function handleWriteErrors(stream: ProcessStream): void {
  stream.on('error', ({ code, message }) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`parlance: the output cannot be written: ${message}\n`);
    process.exit(EXIT_CODES.failed);
  });
}
