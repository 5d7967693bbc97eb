/** The console in the browser: settings, connection, server. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connect } from './connect.js';
import { serveConsole, type RunningConsole } from './serve-console.js';
import { readSettings } from './settings.js';

/** What {@link openConsole} is told. */
export interface OpenOptions {
  /** Command line without the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says a line to whoever started it. */
  readonly say: (line: string) => void;
}

/**
 * Starts the console and opens it in the browser.
 *
 * @throws {SettingsError} When a setting is missing or wrong; nothing has been started then.
 */
export async function openConsole({ args, env, say }: OpenOptions): Promise<RunningConsole> {
  const settings = readSettings(args, env);
  const backend = await connect(settings.service);
  const running = await serveConsole({
    backend,
    port: settings.port,
    // Beside this file when it is built; the exports go where the repository keeps what it makes.
    pages: fileURLToPath(new URL('web', import.meta.url)),
    exports: fileURLToPath(new URL('../../../.parlance/exports', import.meta.url)),
  });
  say(`The console is at ${running.url}`);
  say(
    backend.about.emulator
      ? `It speaks to an emulator, ${backend.about.host}`
      : `It speaks to ${backend.about.host}`,
  );
  if (settings.open) openBrowser(running.url, env);
  return running;
}

/** Asks the machine to open the page. A machine without a browser is no failure: the address has been said. */
function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): void {
  if (env['CI'] || env['SSH_CONNECTION']) return;
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
