/** The work queue of a self-hosted environment: the sessions that wait for a worker. */
import type { OpenEnum, UnknownMember } from '../kit/open.js';
import type { Operation } from '../kit/operation.js';
import type { CursorPage, CursorPageParams } from '../kit/paging.js';
import type { Metadata, MetadataPatch } from './metadata.js';

/**
 * State of a work item. `queued`: waits for a worker to acknowledge it. `starting`: acknowledged, no heartbeat yet.
 * `active`: a worker extends its lease. `stopping`: the worker was asked to stop. `stopped`: final.
 */
export type EnvironmentWorkState = 'queued' | 'starting' | 'active' | 'stopping' | 'stopped';

/** Work on a session: run its tools until it no longer needs them. */
export interface SessionWorkData {
  /** Identifier of the session. */
  id: string;
  /** Always `session`. */
  type: 'session';
}

/** A health check of the worker. */
export interface HealthCheckWorkData {
  /** Identifier of the health check. */
  id: string;
  /** Always `healthcheck`. */
  type: 'healthcheck';
}

/**
 * A work item of a self-hosted environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8 and A.13
 */
export interface EnvironmentWork {
  /** Identifier with the prefix `work_`. */
  id: string;
  /** When a worker acknowledged the item (RFC 3339); null or absent before. */
  acknowledged_at?: string | null | undefined;
  /** Creation time (RFC 3339). */
  created_at: string;
  /** What to work on. */
  data: SessionWorkData | HealthCheckWorkData | UnknownMember;
  /** Identifier of the environment. */
  environment_id: string;
  /** Time of the latest heartbeat (RFC 3339); null or absent before the first. */
  latest_heartbeat_at?: string | null | undefined;
  /** Your own key-value pairs. */
  metadata: Metadata;
  /**
   * Credentials for the work, in responses to a poll; null or absent in all others. Base64 of a JSON object with
   * `sessions_token` and, if the sessions have their own address, `api_base_url`.
   */
  secret?: string | null | undefined;
  /** When the first heartbeat arrived (RFC 3339); null or absent before. */
  started_at?: string | null | undefined;
  /** State of the item. */
  state: OpenEnum<EnvironmentWorkState>;
  /** When the worker was asked to stop (RFC 3339); null or absent otherwise. */
  stop_requested_at?: string | null | undefined;
  /** When the item stopped (RFC 3339); null or absent before. */
  stopped_at?: string | null | undefined;
  /** Always `work`. */
  type: 'work';
}

/**
 * Response to a heartbeat.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8 and A.13
 */
export interface EnvironmentWorkHeartbeat {
  /** Time of this heartbeat (RFC 3339). Send it as `expected_last_heartbeat` of the next one. */
  last_heartbeat: string;
  /** Whether the lease was extended. If false, the worker must stop. */
  lease_extended: boolean;
  /** State of the item. With `stopping`, the worker should finish and stop the item. */
  state: OpenEnum<EnvironmentWorkState>;
  /** Seconds until the lease expires. */
  ttl_seconds: number;
  /** Always `work_heartbeat`. */
  type: 'work_heartbeat';
}

/**
 * Statistics of a work queue.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8 and A.13
 */
export interface EnvironmentWorkStats {
  /** Items that wait for a worker. */
  depth: number;
  /** Creation time of the oldest item that is not acknowledged (RFC 3339); null or absent if there is none. */
  oldest_queued_at?: string | null | undefined;
  /** Items that a worker received but has not acknowledged. */
  pending: number;
  /** Always `work_queue_stats`. */
  type: 'work_queue_stats';
  /** Workers that polled in the last 30 seconds; null or absent if they send no worker id. */
  workers_polling?: number | null | undefined;
}

/** Query of {@link pollEnvironmentWork}. */
export interface EnvironmentWorkPollParams {
  /** How long to wait for an item, in milliseconds, 1 to 999. Omitted: respond at once. */
  block_ms?: number | null | undefined;
  /**
   * Age, in milliseconds, from which an item that another worker received but has not acknowledged is returned again.
   * Default 5,000.
   */
  reclaim_older_than_ms?: number | null | undefined;
}

/** Query of {@link heartbeatEnvironmentWork}. */
export interface EnvironmentWorkHeartbeatParams {
  /** Requested duration of the lease, in seconds. The response has the effective one. */
  desired_ttl_seconds?: number | null | undefined;
  /**
   * `last_heartbeat` of the previous response, or `NO_HEARTBEAT` for the first heartbeat. The heartbeat is rejected with
   * 412 if another worker holds the lease. Omitted: not checked.
   */
  expected_last_heartbeat?: string | null | undefined;
}

/** Body of {@link updateEnvironmentWork}. */
export interface EnvironmentWorkUpdateParams {
  /** Key-value pairs to change. Null deletes a key; omitted keys keep their value. */
  metadata: MetadataPatch;
}

/** Body of {@link stopEnvironmentWork}. */
export interface EnvironmentWorkStopParams {
  /** Whether to stop at once, without waiting for the worker. Default false. */
  force?: boolean | undefined;
}

const beta = 'managed-agents-2026-04-01';
const source = 'managed-agents > Sessions';

/**
 * Lists the work items of an environment, newest first.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const listEnvironmentWork: Operation<{
  params: 'environment_id';
  query: CursorPageParams;
  response: CursorPage<EnvironmentWork>;
}> = {
  id: 'environments.work.list',
  method: 'GET',
  path: '/v1/environments/{environment_id}/work',
  auth: 'api-key',
  beta,
  paging: 'cursor',
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Returns the oldest work item that waits for a worker, or null. A second request may return another item; an item that
 * is not acknowledged is returned again.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const pollEnvironmentWork: Operation<{
  params: 'environment_id';
  query: EnvironmentWorkPollParams;
  response: EnvironmentWork | null;
}> = {
  id: 'environments.work.poll',
  method: 'GET',
  path: '/v1/environments/{environment_id}/work/poll',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  mayBeNull: true,
  secrets: ['secret'],
  source,
  assumed: ['operation'],
};

/**
 * Returns statistics of a work queue.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const environmentWorkStats: Operation<{ params: 'environment_id'; response: EnvironmentWorkStats }> = {
  id: 'environments.work.stats',
  method: 'GET',
  path: '/v1/environments/{environment_id}/work/stats',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Retrieves a work item.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const retrieveEnvironmentWork: Operation<{
  params: 'environment_id' | 'work_id';
  response: EnvironmentWork;
}> = {
  id: 'environments.work.retrieve',
  method: 'GET',
  path: '/v1/environments/{environment_id}/work/{work_id}',
  auth: 'api-key',
  beta,
  replay: 'read',
  source,
  assumed: ['operation'],
};

/**
 * Updates the metadata of a work item.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const updateEnvironmentWork: Operation<{
  params: 'environment_id' | 'work_id';
  body: EnvironmentWorkUpdateParams;
  response: EnvironmentWork;
}> = {
  id: 'environments.work.update',
  method: 'POST',
  path: '/v1/environments/{environment_id}/work/{work_id}',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Acknowledges a work item, which removes it from the queue.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const acknowledgeEnvironmentWork: Operation<{
  params: 'environment_id' | 'work_id';
  response: EnvironmentWork;
}> = {
  id: 'environments.work.acknowledge',
  method: 'POST',
  path: '/v1/environments/{environment_id}/work/{work_id}/ack',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};

/**
 * Extends the lease of a work item. Not retried when the outcome is unknown, because a second heartbeat with the same
 * `expected_last_heartbeat` is rejected.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const heartbeatEnvironmentWork: Operation<{
  params: 'environment_id' | 'work_id';
  query: EnvironmentWorkHeartbeatParams;
  response: EnvironmentWorkHeartbeat;
}> = {
  id: 'environments.work.heartbeat',
  method: 'POST',
  path: '/v1/environments/{environment_id}/work/{work_id}/heartbeat',
  auth: 'api-key',
  beta,
  replay: 'create',
  source,
  assumed: ['operation'],
};

/**
 * Stops a work item.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8
 */
export const stopEnvironmentWork: Operation<{
  params: 'environment_id' | 'work_id';
  body: EnvironmentWorkStopParams;
  response: EnvironmentWork;
}> = {
  id: 'environments.work.stop',
  method: 'POST',
  path: '/v1/environments/{environment_id}/work/{work_id}/stop',
  auth: 'api-key',
  beta,
  replay: 'idempotent',
  source,
  assumed: ['operation'],
};
