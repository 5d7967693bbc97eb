/** Which process holds a lease, so that its leases are free at once when it was killed and restarted on the same machine. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { StoreError } from '../database/store-error.js';

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
  const { machine, pid } = parse(identity, location);
  if (machine !== machineIdentity()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function parse(identity: string, location: string): { readonly machine: unknown; readonly pid: number } {
  try {
    const { machine, pid } = JSON.parse(identity) as { machine?: unknown; pid?: unknown };
    // Process id 0 would mean the own group of processes, and a negative one a group.
    if (Number.isSafeInteger(pid) && (pid as number) > 0) return { machine, pid: pid as number };
  } catch {
    // Not JSON, or `null`.
  }
  throw new StoreError(
    'store_damaged',
    location,
    'is damaged: a column `process` does not describe a process. Restore it from a copy.',
  );
}
