import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writePrivateFile } from '@parlance/files';

/**
 * Opens a page in the default browser. Ignores failures, because the URL has been printed.
 *
 * @returns Cleans up when the console stops.
 */
export async function openBrowser(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> {
  if (!hasScreen(environment)) return async () => {};
  try {
    const folder = new URL(url).searchParams.has('token') ? await folderWithPage(url) : undefined;
    const [command, ...args] = opener(folder === undefined ? url : path.join(folder, PAGE));
    const child = spawn(command, args, { stdio: 'ignore', detached: true });
    child.on('error', () => {});
    child.unref();
    return async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    };
  } catch {
    return async () => {};
  }
}

const PAGE = 'console.html';

/** Creates a private folder with a page that leads to a URL with a token. The arguments of a program are not private. */
async function folderWithPage(url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-console-'));
  const text = `<!doctype html><meta http-equiv="refresh" content="0;url=${new URL(url).href}" />`;
  await writePrivateFile(path.join(folder, PAGE), text);
  return folder;
}

function hasScreen(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment['CI'] || environment['SSH_CONNECTION']) return false;
  // Without a display, xdg-open may start a text browser that nobody sees.
  return process.platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

function opener(target: string): [command: string, ...args: string[]] {
  if (process.platform === 'darwin') return ['open', target];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', target];
  return ['xdg-open', target];
}
