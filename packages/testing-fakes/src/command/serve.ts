/** `parlance-fakes serve`: runs the emulator as an HTTP server. */
import { randomBytes } from 'node:crypto';
import { InProcessFake } from '../fake/in-process-fake.js';
import { services } from '../fake/services.js';
import { openWorldFile } from '../file-store/world-file.js';
import type { JournalEntry } from '../world/journal.js';
import type { WorldKeeper } from '../world/world-keeper.js';
import type { ServeArguments } from './serve-arguments.js';
import { programOf, type Terminal } from './terminal.js';

/**
 * Serves the emulator until the process receives SIGINT or SIGTERM.
 *
 * @param options - Validated arguments.
 * @param terminal - See {@link Terminal}.
 * @returns Exit code: 0 after a signal, 1 when the data file was found to be damaged, 2 when it could not be opened.
 */
export async function serve(options: ServeArguments, terminal: Terminal): Promise<number> {
  let store: WorldKeeper | undefined;
  try {
    store = options.data === undefined ? undefined : await openWorldFile(options.data);
  } catch (error) {
    terminal.err(`${programOf(terminal)}: ${(error as Error).message}\n`);
    return 2;
  }
  const fake = new InProcessFake(services, {
    ...options.fake,
    store,
    clock: { mode: 'running' },
    onRequest: options.isVerbose ? (entry) => terminal.err(describe(entry)) : undefined,
  });
  if (options.run !== undefined) {
    await fake.load();
    fake.openRun(options.run);
  }
  let stopped: Promise<void>;
  try {
    // Generated, because other users of the machine can read the arguments of a process.
    const controlToken = options.hasControlToken ? randomBytes(24).toString('base64url') : undefined;
    const { port, host, chunksPerWrite } = options;
    const { url } = await fake.listen({ port, host, controlToken, chunksPerWrite });
    // Registered before the line that announces the server, whose reader may send the signal at once.
    stopped = new Promise((resolve) => terminal.onSignal(resolve));
    terminal.out(
      `${JSON.stringify({ url, world: 'default', keys: fake.keys, control_token: controlToken })}\n`,
    );
  } catch (error) {
    terminal.err(
      `${programOf(terminal)}: cannot listen on ${options.host}, port ${options.port}: ${reasonOf(error)}\n`,
    );
    await fake.close();
    return 1;
  }
  await stopped;
  await fake.close();
  if (store?.problem === undefined) return 0;
  terminal.err(`${programOf(terminal)}: ${store.problem}\n`);
  return 1;
}

function describe(entry: JournalEntry): string {
  const world = entry.world ?? '-';
  const rule = entry.rule === null ? '' : ` ${entry.rule}`;
  const path = entry.path.replaceAll(/[^\x21-\x7e]/g, '?');
  return `${entry.time ?? '-'} ${world} ${entry.method} ${path} ${entry.operation ?? '-'} ${entry.status ?? 'cut'}${rule}\n`;
}

const REASONS: Readonly<Record<string, string | undefined>> = {
  EADDRINUSE: 'the port is already in use.',
  EACCES: 'permission denied.',
  EADDRNOTAVAIL: 'the address is not available on this machine.',
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}
