import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Returns the first line that a program prints, for example the address of a server.
 *
 * @throws {Error} When the program ends without one.
 */
export async function firstLine(stdout: Readable): Promise<string> {
  const lines = createInterface(stdout);
  const ended = once(lines, 'close').then(() => {
    throw new Error('the program ended before it printed a line');
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  return line;
}
