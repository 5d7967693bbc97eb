/**
 * The work queues of self-hosted environments: items, claims and leases. All times are those of the world's clock.
 *
 * Rules: WRK-002, WRK-010, WRK-015.
 */
import type { Collection } from '../world/store.js';
import type { World } from '../world/world.js';
import { environments, environmentWork, type StoredWork } from './collections.js';
import type { StoredSession } from './run/session-state.js';

/** Duration of a lease if the heartbeat does not request one, and of the first one, which starts with the acknowledgment. */
export const DEFAULT_LEASE_SECONDS = 60;

const CLEARED = {
  acknowledged_at: null,
  latest_heartbeat_at: null,
  started_at: null,
  claimedAt: null,
  leaseUntil: null,
} satisfies Partial<StoredWork>;

/** Queues a session of a self-hosted environment, unless an item of it is open. */
export function queueSession(world: World, { id, environment_id }: StoredSession): void {
  if (world.store.of(environments).get(environment_id)?.config.type !== 'self_hosted') return;
  const records = settledWork(world, environment_id);
  if (records.entries().some(({ record }) => record.data['id'] === id && record.state !== 'stopped')) return;
  const workId = world.id('work_');
  records.put(workId, {
    id: workId,
    created_at: world.clock.iso(),
    data: { type: 'session', id },
    environment_id,
    metadata: {},
    state: 'queued',
    stop_requested_at: null,
    stopped_at: null,
    type: 'work',
    ...CLEARED,
  });
  wakePolls(world, environment_id);
}

/** Ends the work on a session that was terminated, archived or deleted. A worker learns it from its next heartbeat. */
export function endSessionWork(world: World, { id, environment_id }: StoredSession): void {
  const records = settledWork(world, environment_id);
  for (const { record } of records.entries())
    if (record.data['id'] === id && record.state !== 'stopped')
      records.put(record.id, stopped(world, record, record.state === 'queued'));
}

/** Returns a work item after a request to stop: stopped if it is forced, else stopping. */
export function stopped(world: World, work: StoredWork, isForced: boolean): StoredWork {
  const now = world.clock.iso();
  const requested = { ...work, stop_requested_at: work.stop_requested_at ?? now };
  return isForced
    ? { ...requested, state: 'stopped', stopped_at: now, leaseUntil: null }
    : { ...requested, state: 'stopping' };
}

/** Returns the items of an environment, with the effect of every lease that has expired. */
export function settledWork(world: World, environmentId: string): Collection<StoredWork> {
  const records = world.store.of(environmentWork, environmentId);
  const now = world.clock.now();
  const expired = records
    .entries()
    .map(({ record }) => record)
    .filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil <= now);
  for (const work of expired)
    records.put(
      work.id,
      work.state === 'stopping' ? stopped(world, work, true) : { ...work, ...CLEARED, state: 'queued' },
    );
  return records;
}

/**
 * Waits for the oldest item that no worker has received recently, and marks it as received.
 *
 * @param environmentId - The environment.
 * @param waits - How long to wait, and the age from which a received item is available again, in milliseconds.
 * @returns The item; undefined if there is none in time.
 */
export async function claimWork(
  world: World,
  environmentId: string,
  { blockMs, reclaimMs }: { readonly blockMs: number; readonly reclaimMs: number },
): Promise<StoredWork | undefined> {
  const until = world.clock.now() + blockMs;
  for (;;) {
    const now = world.clock.now();
    const records = settledWork(world, environmentId);
    const available = records
      .entries()
      .find(
        ({ record }) =>
          record.state === 'queued' && (record.claimedAt === null || record.claimedAt + reclaimMs <= now),
      );
    if (available !== undefined) return records.put(available.id, { ...available.record, claimedAt: now });
    if (now >= until || world.clock.isStopped) return undefined;
    await waitForWork(world, environmentId, until - now);
  }
}

/** Waits until an item is queued or returned to the queue, or the time is up. */
async function waitForWork(world: World, environmentId: string, ms: number): Promise<void> {
  const waiting = pollsOf(world, environmentId);
  const wake = new AbortController();
  waiting.add(wake);
  await world.clock.sleep(Math.min(ms, nextLapseMs(world, environmentId)), wake.signal);
  waiting.delete(wake);
}

function nextLapseMs(world: World, environmentId: string): number {
  const now = world.clock.now();
  const leases = world.store.of(environmentWork, environmentId).entries();
  return Math.min(...leases.map(({ record }) => (record.leaseUntil ?? Infinity) - now));
}

function wakePolls(world: World, environmentId: string): void {
  for (const wake of pollsOf(world, environmentId)) wake.abort();
}

function pollsOf(world: World, environmentId: string): Set<AbortController> {
  const polls = world.local('work-polls', () => new Map<string, Set<AbortController>>());
  const found = polls.get(environmentId) ?? new Set();
  polls.set(environmentId, found);
  return found;
}
