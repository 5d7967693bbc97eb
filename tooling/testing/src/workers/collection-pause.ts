/** How long a garbage collection stops a process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const OBJECTS = 8_000_000;

/** Returns the time of a full garbage collection of a heap of about a gigabyte, in milliseconds. */
export async function collectionPause(): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), {
    execArgv: ['--expose-gc', '--max-old-space-size=4096'],
  });
  const [pause] = (await once(child, 'message')) as [number];
  return pause;
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const heap = Array.from({ length: OBJECTS }, (_, index) => ({ index, text: `object ${index}` }));
  const start = performance.now();
  globalThis.gc?.();
  process.send(performance.now() - start);
  // Uses the objects, so that they were not collected.
  process.exit(heap.length === OBJECTS ? 0 : 1);
}
