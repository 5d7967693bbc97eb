/** Runs the browser console as a program. */
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '@parlance/schemas/validation';
import { connect } from './connect.js';
import { createDemoSessions } from './demo-sessions.js';
import { openBrowser } from './open-browser.js';
import { serveConsole, type RunningConsole } from './serve-console.js';
import { DEFAULT_PORT, readSettings } from './settings.js';

/** Process environment of the console, injectable for tests. */
export interface ConsoleContext {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  /** Aborts to shut the console down. */
  readonly interrupt: AbortSignal;
}

/**
 * Runs the console until it is interrupted.
 *
 * @returns Exit code: 0 on success, 1 if the port is unavailable, 2 for invalid settings.
 */
export async function runConsole(context: ConsoleContext): Promise<number> {
  const { interrupt, stderr } = context;
  try {
    const running = await openConsole(context);
    if (!interrupt.aborted) await once(interrupt, 'abort');
    await running.close();
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isBadSetting = error instanceof InputError;
    if (!isBadSetting && !('code' in error)) throw error;
    stderr.write(`${isBadSetting ? error.message : explainListenError(error)}\n`);
    return isBadSetting ? 2 : 1;
  }
}

/** Explains why the console cannot listen on the port. */
function explainListenError(error: Error & { readonly code?: unknown; readonly port?: unknown }): string {
  const port = String(error.port);
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is already in use. Choose another one with --port, or omit --port to use a free one.`;
  if (error.code === 'EACCES')
    return `Port ${port} requires elevated privileges. Choose 1024 or higher with --port, or omit --port.`;
  return error.message;
}

async function openConsole({
  argv,
  environment,
  stdout,
  interrupt,
}: ConsoleContext): Promise<RunningConsole> {
  const settings = readSettings(argv, environment);
  const backend = await connect(settings.service, settings.emulator);
  const running = await serveConsole({
    backend,
    ports: settings.port === undefined ? [DEFAULT_PORT, 0] : [settings.port],
    // The build puts the pages next to this file.
    pages: fileURLToPath(new URL('web', import.meta.url)),
    exports: path.resolve(settings.exports),
  });
  if (backend.emulator !== undefined) {
    const { emulator, parlance } = backend;
    const demo = { client: parlance.managedAgents, emulator, signal: interrupt };
    // In the background. An injected fault, or the end of the console, may interrupt it.
    void createDemoSessions(demo).catch(() => undefined);
  }
  const { host, emulator } = backend.about;
  const url = running.urlOf('/');
  stdout.write(`Console running at ${url}\n`);
  if (settings.port === undefined && new URL(url).port !== String(DEFAULT_PORT))
    stdout.write(
      `Port ${DEFAULT_PORT} is in use. Chats and drafts of the console on that port are not here.\n`,
    );
  stdout.write(
    `Connected to ${emulator ? `an emulator with a demo organization (${host})` : host}. Press Ctrl-C to stop.\n`,
  );
  if (!settings.open) return running;
  const cleanUp = await openBrowser(url, environment);
  return { ...running, close: () => Promise.all([running.close(), cleanUp()]).then(() => undefined) };
}
