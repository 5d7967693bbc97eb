/** `parlance-fakes serve`. */
import { createFake, type Fake } from '../create-fake.js';
import type { JournalEntry } from '../world/journal.js';
import type { WorldKeeper } from '../world/world-keeper.js';
import type { Terminal } from './main.js';
import type { ServeArguments } from './serve-arguments.js';

/**
 * Serves until the process is asked to end.
 *
 * @param options - Arguments.
 * @param terminal - Where to write, and who asks to end.
 * @returns Exit code.
 */
export async function serve(options: ServeArguments, terminal: Terminal): Promise<number> {
  let store: WorldKeeper | undefined;
  try {
    store = options.data === undefined ? undefined : await openData(options.data);
  } catch (error) {
    terminal.err(`parlance-fakes: ${(error as Error).message}\n`);
    return 2;
  }
  const fake = createFake({
    store,
    seed: options.seed,
    demo: options.demo,
    clock: { mode: 'running' },
    paceMs: options.paceMs,
    faults: options.faults,
    rateLimits: options.rateLimits,
    naming: options.naming,
    onRequest: options.isVerbose ? (entry) => terminal.err(describe(entry)) : undefined,
  });
  if (options.run !== undefined) fake.openRun(options.run);
  try {
    const { url } = await fake.listen({ port: options.port, host: options.host });
    terminal.out(`${JSON.stringify({ url, world: 'default', keys: fake.keys })}\n`);
  } catch (error) {
    terminal.err(
      `parlance-fakes: cannot listen on ${options.host} port ${options.port}: ${reasonOf(error)}\n`,
    );
    await fake.close();
    return 1;
  }
  setTimeout(() => growNursery(SMALL), STARTED_AFTER_MS).unref();
  const settle = onceServed(fake, terminal);
  const settling = setInterval(settle, SETTLED_AFTER_MS).unref();
  await new Promise<void>((resolve) => terminal.onSignal(resolve));
  clearInterval(settling);
  settle();
  await fake.close();
  return 0;
}

/** How long the housekeeping waits, so that the first requests do not wait for it. */
const [STARTED_AFTER_MS, SETTLED_AFTER_MS] = [100, 2000];

/** Gives the housekeeping of a server that has served; it is done once. */
function onceServed(fake: Fake, { onServed }: Terminal): () => void {
  let isDone = false;
  return () => {
    if (isDone || fake.journal().length === 0) return;
    isDone = true;
    // Compiled code is only good under the flags under which it was put down, and a start has the engine's own.
    growNursery(AS_EVER);
    onServed?.();
    growNursery(SMALL);
  };
}

/** Factors by which the engine may let the nursery grow: its own, and none. */
const [AS_EVER, SMALL] = [2, 1];

/**
 * Left alone, the engine grows the nursery to a hundred megabytes under load and keeps it; a server of tests has little that
 * lives long and gains nothing from that. It is told after the start, because from then on it takes no code that Node keeps
 * in compiled form.
 */
function growNursery(factor: number): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

async function openData(path: string): Promise<WorldKeeper> {
  const { openWorldFile } = await import('../file-store/index.js');
  return openWorldFile(path);
}

function describe(entry: JournalEntry): string {
  const world = entry.world ?? '-';
  const rule = entry.rule === null ? '' : ` ${entry.rule}`;
  const path = entry.path.replaceAll(/[^\x21-\x7e]/g, '?');
  return `${entry.time ?? '-'} ${world} ${entry.method} ${path} ${entry.operation ?? '-'} ${entry.status ?? 'cut'}${rule}\n`;
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return 'the port is in use.';
    case 'EACCES':
      return 'permission is missing.';
    case 'EADDRNOTAVAIL':
      return 'this machine does not have the address.';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
