/** Keys of the slices, from files, commands and the environment. */
import path from 'node:path';
import type { Credential } from '@parlance/core-transport';
import { FileError, readUntrustedFile } from '@parlance/files';
import { CommandError } from '../command-error.js';
import { runShell } from './run-shell.js';
import type { KeySource } from './config.js';

/** Kind of a key. */
export type KeyKind = 'api' | 'admin' | 'compliance';

/** All kinds of keys. */
export const KEY_KINDS: readonly KeyKind[] = ['api', 'admin', 'compliance'];

/** The environment variable of each kind of key. */
export const KEY_VARIABLES: Readonly<Record<KeyKind, string>> = {
  api: 'PARLANCE_API_KEY',
  admin: 'PARLANCE_ADMIN_KEY',
  compliance: 'PARLANCE_COMPLIANCE_KEY',
};

/** How long the key that a command printed is used. */
const COMMAND_KEY_MS = 300_000;
const COMMAND_TIMEOUT_MS = 30_000;

const MAX_KEY_FILE_BYTES = 65_536;

/** A key, and where it comes from, for people. */
export interface FoundKey {
  readonly credential: Credential;
  /** For example `PARLANCE_API_KEY` or `the file /run/secrets/key`. */
  readonly origin: string;
  /** The file, if it comes from one. */
  readonly file?: string | undefined;
}

/**
 * Reads a key for the first time, so that problems are reported before the first request.
 *
 * @param source - Where the key comes from.
 * @param folder - Folder that a relative file is in.
 * @throws {CommandError} When the file cannot be read, the command fails, or the key is empty.
 */
export async function readKey(source: KeySource, folder: string): Promise<FoundKey> {
  if ('file' in source) {
    const file = path.resolve(folder, source.file);
    await keyOfFile(file);
    return { credential: () => keyOfFile(file), origin: `the file ${file}`, file };
  }
  let printed = await keyOfCommand(source.command, folder);
  let printedAt = performance.now();
  const credential = async (): Promise<string> => {
    if (performance.now() - printedAt < COMMAND_KEY_MS) return printed;
    printed = await keyOfCommand(source.command, folder);
    printedAt = performance.now();
    return printed;
  };
  return { credential, origin: 'a key command' };
}

async function keyOfFile(file: string): Promise<string> {
  let text;
  try {
    // Secrets are often mounted as links.
    text = await readUntrustedFile(file, { maxBytes: MAX_KEY_FILE_BYTES, followLink: true });
  } catch (error) {
    throw error instanceof FileError ? unreadable(`The key file ${error.message}`) : error;
  }
  return firstLine(text) ?? fail(`The key file ${file} is empty`);
}

async function keyOfCommand(command: string, cwd: string): Promise<string> {
  // Neither the command nor its output is shown, because both may contain secrets.
  const { code, stdout } = await runShell(command, { cwd, timeoutMs: COMMAND_TIMEOUT_MS });
  if (code === 'timeout')
    throw unreadable(`The key command did not end within ${COMMAND_TIMEOUT_MS / 1000} seconds`);
  if (code !== 0) throw unreadable(`The key command failed with exit code ${code}`);
  return firstLine(stdout) ?? fail('The key command printed nothing');
}

function firstLine(text: string): string | undefined {
  return text.trim().split(/\r?\n/)[0] || undefined;
}

function fail(message: string): never {
  throw unreadable(message);
}

function unreadable(message: string): CommandError {
  return new CommandError('unreadable_key', message);
}
