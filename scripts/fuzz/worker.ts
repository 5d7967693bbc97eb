/** Runs one target in a thread of its own, so that an input that blocks it can be stopped. */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// Sources that are not exported. They import each other as `.js`, which Node does not find.
const SOURCES = /\/(apps\/console|packages\/testing-fakes\/src)\//;
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && SOURCES.test(context.parentURL ?? '');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const { TARGETS } = await import('./targets.ts');
const port = parentPort;
const create = TARGETS[workerData as string];
if (port === null || create === undefined) throw new Error('worker.ts runs in a thread of main.ts only');
const target = create();
port.postMessage('ready');
port.on('message', (input: Uint8Array) => {
  target.run(Buffer.from(input)).then(
    (outcome) => port.postMessage({ outcome }),
    (error: unknown) =>
      port.postMessage({ defect: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
