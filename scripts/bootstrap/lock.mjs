import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Lets only one process at a time set up the project, because two commands started together would install into the
 * same folder. Takes over the lock of a process that no longer runs.
 */
export async function withLock({ folder, onWait, pollMs = 200 }, work) {
  const lock = path.join(folder, 'lock');
  let waited = false;
  while (!acquire(lock)) {
    if (!waited) onWait();
    waited = true;
    await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock) {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (ownerIsAlive(lock)) return false;
    rmSync(lock, { force: true });
    return acquire(lock);
  }
}

function ownerIsAlive(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Just created, not written yet: the owner is alive.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
