/** The console in the browser, from its settings to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@parlance/sdk';
import { connect } from './connect.js';
import { serveConsole, type RunningConsole } from './serve-console.js';
import { readSettings, SettingsError } from './settings.js';

/** What surrounds the program. */
export interface ConsoleSurroundings {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Fires when it is to end. */
  readonly interrupt: AbortSignal;
}

/**
 * Runs the console until it is interrupted.
 *
 * @returns Exit code: 0, 1 when the port cannot be listened on, 2 for bad settings, with nothing started.
 */
export async function runConsole(surroundings: ConsoleSurroundings): Promise<number> {
  const { interrupt, stderr } = surroundings;
  try {
    const running = await openConsole(surroundings);
    if (!interrupt.aborted) await once(interrupt, 'abort');
    await running.close();
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isBadSetting = error instanceof SettingsError || ConfigError.is(error);
    if (!isBadSetting && !('code' in error)) throw error;
    stderr.write(`${error.message}\n`);
    return isBadSetting ? 2 : 1;
  }
}

async function openConsole({ argv, environment, stdout }: ConsoleSurroundings): Promise<RunningConsole> {
  const settings = readSettings(argv, environment);
  const backend = await connect(settings.service);
  const running = await serveConsole({
    backend,
    port: settings.port,
    // Beside this file when it is built; the exports go where the repository keeps what it makes.
    pages: fileURLToPath(new URL('web', import.meta.url)),
    exports: path.resolve(
      settings.exports ?? fileURLToPath(new URL('../../../.parlance/exports', import.meta.url)),
    ),
  });
  const { host, emulator } = backend.about;
  stdout.write(`The console is at ${running.url}\n`);
  stdout.write(
    `It speaks to ${emulator ? `an emulator with a demo organization, ${host}` : host}. Ctrl-C ends it.\n`,
  );
  if (settings.open) openBrowser(running.url, environment);
  return running;
}

/** Asks the machine to open the page. A machine without a browser is no failure: the address has been said. */
function openBrowser(url: string, environment: ConsoleSurroundings['environment']): void {
  if (environment['CI'] || environment['SSH_CONNECTION']) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(command as string, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
