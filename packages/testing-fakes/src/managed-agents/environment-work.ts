/**
 * Handlers for the work queue of an environment.
 *
 * Rules: WRK-005, WRK-011, WRK-014.
 */
import type { EnvironmentWork, environmentWorkOperations } from '@parlance/schemas';
import { workspaces } from '../organization/workspaces.js';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { headerOf } from '../engine/headers.js';
import { badRequest, conflict, Refusal } from '../engine/refusal.js';
import { find } from '../records/find.js';
import { patchMetadata } from '../records/metadata.js';
import { cursorPage } from '../records/pages.js';
import type { Collection } from '../world/store.js';
import type { World } from '../world/world.js';
import { environments, type StoredWork } from './collections.js';
import { claimWork, DEFAULT_LEASE_SECONDS, settledWork, stopped } from './work-queue.js';

const MAX_LEASE_SECONDS = 300;
const RECLAIM_MS = 5000;
/** How long a worker counts as polling after its last poll. */
const POLLING_MS = 30_000;
const NO_HEARTBEAT = 'NO_HEARTBEAT';

/** Handlers for the work queue operations. */
export const environmentWorkHandlers: HandlersFor<typeof environmentWorkOperations> = {
  'environments.work.list': (call) =>
    cursorPage(call, { from: queueOf(call, call.params.environment_id), show: showWork }),

  'environments.work.poll': async (call) => {
    const { world, query, params } = call;
    queueOf(call, params.environment_id);
    recordPoll(call, params.environment_id);
    const waits = { blockMs: query.block_ms ?? 0, reclaimMs: query.reclaim_older_than_ms ?? RECLAIM_MS };
    const work = await claimWork(world, params.environment_id, waits);
    return work === undefined ? null : { ...showWork(work), secret: secretOf(world) };
  },

  'environments.work.stats': (call) => {
    const { world, params } = call;
    const queued = queueOf(call, params.environment_id)
      .entries()
      .filter(({ record }) => record.state === 'queued');
    const pending = queued.filter(({ record }) => record.claimedAt !== null).length;
    return {
      depth: queued.length - pending,
      oldest_queued_at: queued[0]?.record.created_at ?? null,
      pending,
      type: 'work_queue_stats',
      workers_polling: workersPolling(world, params.environment_id),
    };
  },

  'environments.work.retrieve': (call) => showWork(findWork(call, call.params)),

  'environments.work.update': (call) => {
    const work = findWork(call, call.params);
    return showWork(put(call, { ...work, metadata: patchMetadata(work.metadata, call.body.metadata) }));
  },

  'environments.work.acknowledge': (call) => {
    const { world, now } = call;
    const work = findWork(call, call.params);
    // Acknowledging it again has no effect: the first heartbeat decides which worker has it.
    if (work.state === 'starting') return showWork(work);
    if (work.state !== 'queued')
      throw conflict('WRK-006', `The work item is ${work.state} and cannot be acknowledged.`);
    const leaseUntil = world.clock.now() + DEFAULT_LEASE_SECONDS * 1000;
    return showWork(put(call, { ...work, state: 'starting', acknowledged_at: now, leaseUntil }));
  },

  'environments.work.heartbeat': (call) => {
    const { query, world } = call;
    const work = findWork(call, call.params);
    if (work.state === 'queued')
      throw conflict('WRK-007', 'The work item is queued. Acknowledge it before the first heartbeat.');
    requireHeartbeat(work, query.expected_last_heartbeat ?? undefined);
    const ttl = Math.min(query.desired_ttl_seconds ?? DEFAULT_LEASE_SECONDS, MAX_LEASE_SECONDS);
    if (work.state === 'stopped') return showHeartbeat(work, 0);
    return showHeartbeat(
      put(call, {
        ...work,
        state: work.state === 'starting' ? 'active' : work.state,
        started_at: work.started_at ?? call.now,
        latest_heartbeat_at: nextHeartbeat(world, work),
        leaseUntil: world.clock.now() + ttl * 1000,
      }),
      ttl,
    );
  },

  'environments.work.stop': (call) => {
    const work = findWork(call, call.params);
    if (work.state === 'stopped') throw conflict('WRK-012', 'The work item is stopped already.');
    if (work.state === 'stopping' && call.body.force !== true) return showWork(work);
    const isForced = call.body.force === true || work.state === 'queued';
    return showWork(put(call, stopped(call.world, work, isForced)));
  },
};

/** @throws {Refusal} 404 if the environment does not exist, 400 if it is not self-hosted. */
function queueOf({ world }: AnyCall, environmentId: string): Collection<StoredWork> {
  const named = { what: 'environment', errorCode: 'environment_not_found' };
  const { config } = find(world.store.of(environments), environmentId, named);
  if (config.type !== 'self_hosted')
    throw badRequest('WRK-001', 'environment_id', 'must be a self-hosted environment');
  return settledWork(world, environmentId);
}

function findWork(
  call: AnyCall,
  { environment_id, work_id }: { readonly environment_id: string; readonly work_id: string },
): StoredWork {
  return find(queueOf(call, environment_id), work_id, { what: 'work item' });
}

function put(call: AnyCall, work: StoredWork): StoredWork {
  return queueOf(call, work.environment_id).put(work.id, work);
}

function showWork(stored: StoredWork): EnvironmentWork {
  const { claimedAt: _, leaseUntil: _lease, ...work } = stored;
  return { ...work, secret: null };
}

/** The API key of the workspace: the emulator has no keys of single environments. */
function secretOf({ name, store, workspaceId }: World): string {
  const isDefault = store.of(workspaces).get(workspaceId) === undefined;
  const token = isDefault ? `api-${name}` : `api-${name}@${workspaceId}`;
  return Buffer.from(JSON.stringify({ sessions_token: token })).toString('base64');
}

/** Two heartbeats of an item always differ, so that only one of two workers can continue. */
function nextHeartbeat({ clock }: World, { latest_heartbeat_at: last }: StoredWork): string {
  return last == null || clock.now() > Date.parse(last)
    ? clock.iso()
    : new Date(Date.parse(last) + 1).toISOString();
}

function showHeartbeat(work: StoredWork, ttlSeconds: number) {
  return {
    last_heartbeat: work.latest_heartbeat_at ?? work.stopped_at ?? work.created_at,
    lease_extended: ttlSeconds > 0,
    state: work.state,
    ttl_seconds: ttlSeconds,
    type: 'work_heartbeat' as const,
  };
}

/** @throws {Refusal} 412 if the item has another heartbeat than expected: another worker has the lease. */
function requireHeartbeat(
  { latest_heartbeat_at: last, state }: StoredWork,
  expected: string | undefined,
): void {
  const isExpected =
    expected === NO_HEARTBEAT ? last == null : Date.parse(expected ?? '') === Date.parse(last ?? '');
  if (expected === undefined || isExpected) return;
  throw new Refusal({
    status: 412,
    type: 'invalid_request_error',
    rule: 'WRK-008',
    message: 'expected_last_heartbeat: is not the latest heartbeat; another worker may have the lease',
    details: {
      details: {
        error_code: 'heartbeat_precondition_failed',
        current_state: { last_heartbeat: last ?? null, lease_extended: false, state },
      },
    },
    headers: { 'x-should-retry': 'false' },
  });
}

type Polls = Map<string, Map<string, number>>;

function pollTimes(world: World): Polls {
  return world.local<Polls>('work-poll-times', () => new Map());
}

function recordPoll({ world, headers }: AnyCall, environmentId: string): void {
  const worker = headerOf(headers, 'vendor-worker-id');
  if (worker === undefined) return;
  const times = pollTimes(world).get(environmentId) ?? new Map<string, number>();
  pollTimes(world).set(environmentId, times.set(worker, world.clock.now()));
}

function workersPolling(world: World, environmentId: string): number | null {
  const times = pollTimes(world).get(environmentId);
  if (times === undefined) return null;
  const since = world.clock.now() - POLLING_MS;
  for (const [worker, time] of times) if (time < since) times.delete(worker);
  return times.size;
}
