/** Runs the built command as a process. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running server. */
export interface Serving {
  readonly process: ChildProcess;
  readonly url: string;
}

/**
 * Starts a program that runs the command's `serve`, and waits until it is ready.
 *
 * @param program - Executable and arguments.
 * @throws {Error} When the process exits first. The message contains its error output.
 */
export async function serve(
  [executable, ...args]: readonly [string, ...string[]],
  options: SpawnOptions = {},
): Promise<Serving> {
  const child = spawn(executable, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The server exited before it was ready, with code ${code}: ${errors}`);
  });
  if (child.stdout === null) throw new Error('The server has no output.');
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [first] = await Promise.race([line, ended]);
  return { process: child, url: (JSON.parse(first) as { url: string }).url };
}
