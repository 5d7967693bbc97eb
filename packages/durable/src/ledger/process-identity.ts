/** Which process holds a lease, so that its leases are free at once when it was killed and restarted on the same machine. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { storedJson } from '../database/json-value.js';

/** Identifies where process ids are comparable: the machine since it was started and, on Linux, the container. */
function machineIdentity(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Describes this process, for the column `process` of a lease. */
export function processIdentity(): string {
  return JSON.stringify({ machine: machineIdentity(), pid: process.pid });
}

/**
 * Returns whether a lease belongs to a process of this machine that no longer runs.
 *
 * @throws {StoreError} When the column `process` was spoiled.
 */
export function hasEnded(identity: string | null, location: string): boolean {
  if (identity === null) return false;
  const { machine, pid } = storedJson<{ machine: string; pid: number }>(
    location,
    'process',
    identity,
    // Process id 0 would mean the own group of processes, and a negative one a group.
    (value) => Number.isSafeInteger(value.pid) && value.pid > 0,
  );
  if (machine !== machineIdentity()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
