/** The console in the browser, from its settings to its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@parlance/schemas/validation';
import { connect } from './connect.js';
import { serveConsole, type RunningConsole } from './serve-console.js';
import { readSettings } from './settings.js';

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
    const isBadSetting = error instanceof InputError;
    if (!isBadSetting && !('code' in error)) throw error;
    stderr.write(`${isBadSetting ? error.message : explainListening(error)}\n`);
    return isBadSetting ? 2 : 1;
  }
}

/** Says why the port cannot be listened on, in words where they are known. */
function explainListening(error: Error & { readonly code?: unknown; readonly port?: unknown }): string {
  const port = String(error.port);
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or leave --port out to take a free one.`;
  if (error.code === 'EACCES')
    return `Port ${port} is not for everyone to listen on. Choose one from 1024 with --port, or leave it out.`;
  return error.message;
}

async function openConsole({ argv, environment, stdout }: ConsoleSurroundings): Promise<RunningConsole> {
  const settings = readSettings(argv, environment);
  const backend = await connect(settings.service);
  const running = await serveConsole({
    backend,
    port: settings.port,
    // Beside this file when it is built.
    pages: fileURLToPath(new URL('web', import.meta.url)),
    exports: path.resolve(settings.exports),
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
  // Without a screen, the command would start a browser of the terminal, unseen.
  const hasScreen = environment['DISPLAY'] || environment['WAYLAND_DISPLAY'];
  if (process.platform === 'linux' && !hasScreen) return;
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
