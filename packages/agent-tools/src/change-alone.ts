/** Changes of a folder, one process after the other. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@parlance/core-transport/internal';
import { ToolResultError } from '@parlance/inference';

/** Name of the lock file in a folder. It is empty, and stays there. */
export const LOCK_FILE = '.lock';

/** How long to wait for other processes. A change takes milliseconds. */
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 10;
const SQLITE_BUSY = 5;

/**
 * Runs a change of a folder while no other process changes it. SQLite takes the lock, because it is a lock of the operating
 * system: it ends with the process that holds it, so that a lock that was left behind cannot exist. No rule that guesses
 * from its age or process id whether a lock file is still in use can be safe.
 *
 * @param folder - Path of an existing folder.
 * @param signal - Ends the wait for other processes.
 * @param change - The change.
 * @throws {ToolResultError} When another process holds the lock for more than 10 seconds.
 */
export async function changeAlone<T>(
  folder: string,
  signal: AbortSignal,
  change: () => Promise<T>,
): Promise<T> {
  const path = join(folder, LOCK_FILE);
  await createFile(path);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    const end = systemClock.now() + MAX_WAIT_MS;
    while (!tryLock(database)) {
      signal.throwIfAborted();
      if (systemClock.now() > end)
        throw new ToolResultError('The memory is being changed by another process. Try again later.');
      await new Promise<void>((resolve) => systemClock.setTimer(resolve, RETRY_MS * Math.random()));
    }
    return await change();
  } finally {
    // Closing the database ends the lock.
    database.close();
  }
}

/**
 * Creates the file if it does not exist. Only its owner may open it: a process that can open a file can hold its lock. An
 * existing one is not opened, because closing it would end the locks that this process has on it.
 */
async function createFile(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
