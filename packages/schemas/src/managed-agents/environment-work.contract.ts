/** The work queue of a self-hosted environment: the sessions that wait for a worker. */
import { operationsOf, type OperationContract, typed } from '../kit/contract.js';
import * as z from 'zod';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage, pageLimit } from '../kit/paging.schema.js';
import {
  object,
  type ObjectSchema,
  type Schema,
  openEnum,
  openObject,
  openUnion,
  rule,
} from '../kit/schema.js';
import type { CursorPageParams } from '../kit/paging.js';
import { managedAgents } from './service.js';
import type * as types from './environment-work.js';
import { MetadataPatch, StoredMetadata } from './metadata.contract.js';

/**
 * State of a work item. `queued`: waits for a worker to acknowledge it. `starting`: acknowledged, no heartbeat yet.
 * `active`: a worker extends its lease. `stopping`: the worker was asked to stop. `stopped`: final.
 */
export const EnvironmentWorkState: Schema<types.EnvironmentWorkState> = z.enum([
  'queued',
  'starting',
  'active',
  'stopping',
  'stopped',
]);

/** A health check of the worker. */
export const HealthCheckWorkData: ObjectSchema<types.HealthCheckWorkData> = openObject({
  /** Identifier of the health check. */
  id: z.string(),
  type: z.literal('healthcheck'),
});

/** Work on a session: run its tools until it no longer needs them. */
export const SessionWorkData: ObjectSchema<types.SessionWorkData> = openObject({
  /** Identifier of the session. */
  id: z.string(),
  type: z.literal('session'),
});

/**
 * A work item of a self-hosted environment.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8 and A.13
 */
export const EnvironmentWork: ObjectSchema<types.EnvironmentWork> = openObject({
  /** Identifier with the prefix `work_`. */
  id: z.string().startsWith('work_'),
  /** When a worker acknowledged the item (RFC 3339); null or absent before. */
  acknowledged_at: timestamp.nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** What to work on. */
  data: openUnion('type', [SessionWorkData, HealthCheckWorkData]),
  /** Identifier of the environment. */
  environment_id: z.string(),
  /** Time of the latest heartbeat (RFC 3339); null or absent before the first. */
  latest_heartbeat_at: timestamp.nullish(),
  /** Your own key-value pairs. */
  metadata: StoredMetadata,
  /**
   * Credentials for the work, in responses to a poll; null or absent in all others. Base64 of a JSON object with
   * `sessions_token` and, if the sessions have their own address, `api_base_url`.
   */
  secret: z.string().nullish(),
  /** When the first heartbeat arrived (RFC 3339); null or absent before. */
  started_at: timestamp.nullish(),
  /** State of the item. */
  state: openEnum(EnvironmentWorkState),
  /** When the worker was asked to stop (RFC 3339); null or absent otherwise. */
  stop_requested_at: timestamp.nullish(),
  /** When the item stopped (RFC 3339); null or absent before. */
  stopped_at: timestamp.nullish(),
  type: z.literal('work'),
});

/** Query of {@link pollEnvironmentWork}. */
export const EnvironmentWorkPollParams: ObjectSchema<types.EnvironmentWorkPollParams> = object({
  /** How long to wait for an item, in milliseconds, {bounds}. Omitted: respond at once. */
  block_ms: rule('WRK-003', z.int().min(1).max(999)).nullish(),
  /**
   * Age, in milliseconds, from which an item that another worker received but has not acknowledged is returned again.
   * Default 5,000.
   */
  reclaim_older_than_ms: rule('WRK-004', z.int().min(0)).nullish(),
});

/** Query of {@link listEnvironmentWork}. */
export const EnvironmentWorkListParams: ObjectSchema<CursorPageParams> = typed(
  'CursorPageParams',
  object({
    limit: pageLimit(100).optional(),
    page: z.string().min(1).optional(),
  }),
);

/** Query of {@link heartbeatEnvironmentWork}. */
export const EnvironmentWorkHeartbeatParams: ObjectSchema<types.EnvironmentWorkHeartbeatParams> = object({
  /** Requested duration of the lease, in seconds. The response has the effective one. */
  desired_ttl_seconds: rule('WRK-009', z.int().min(1)).nullish(),
  /**
   * `last_heartbeat` of the previous response, or `NO_HEARTBEAT` for the first heartbeat. The heartbeat is rejected with
   * 412 if another worker holds the lease. Omitted: not checked.
   */
  expected_last_heartbeat: rule(
    'WRK-008',
    typed('string', z.union([timestamp, z.literal('NO_HEARTBEAT')]) as z.ZodType<string, string>),
  ).nullish(),
});

/**
 * Statistics of a work queue.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8 and A.13
 */
export const EnvironmentWorkStats: ObjectSchema<types.EnvironmentWorkStats> = openObject({
  /** Items that wait for a worker. */
  depth: z.int(),
  /** Creation time of the oldest item that is not acknowledged (RFC 3339); null or absent if there is none. */
  oldest_queued_at: timestamp.nullish(),
  /** Items that a worker received but has not acknowledged. */
  pending: z.int(),
  type: z.literal('work_queue_stats'),
  /** Workers that polled in the last 30 seconds; null or absent if they send no worker id. */
  workers_polling: z.int().nullish(),
});

/** Body of {@link updateEnvironmentWork}. */
export const EnvironmentWorkUpdateParams: ObjectSchema<types.EnvironmentWorkUpdateParams> = object({
  /** Key-value pairs to change. Null deletes a key; omitted keys keep their value. */
  metadata: rule('WRK-013', MetadataPatch),
});

/**
 * Response to a heartbeat.
 *
 * @remarks Not in the documents; see "What the documents do not show" 1.3.8 and A.13
 */
export const EnvironmentWorkHeartbeat: ObjectSchema<types.EnvironmentWorkHeartbeat> = openObject({
  /** Time of this heartbeat (RFC 3339). Send it as `expected_last_heartbeat` of the next one. */
  last_heartbeat: timestamp,
  /** Whether the lease was extended. If false, the worker must stop. */
  lease_extended: z.boolean(),
  /** State of the item. With `stopping`, the worker should finish and stop the item. */
  state: openEnum(EnvironmentWorkState),
  /** Seconds until the lease expires. */
  ttl_seconds: z.int(),
  type: z.literal('work_heartbeat'),
});

/** Body of {@link stopEnvironmentWork}. */
export const EnvironmentWorkStopParams: ObjectSchema<types.EnvironmentWorkStopParams> = object({
  /** Whether to stop at once, without waiting for the worker. Default false. */
  force: z.boolean().optional(),
});

/** The response of {@link pollEnvironmentWork}. */
export const PollEnvironmentWorkResponse: Schema<types.EnvironmentWork | null> = typed(
  'EnvironmentWork | null',
  EnvironmentWork.nullable(),
);

/** Work queues of self-hosted environments. */
const operation = operationsOf({
  client: 'EnvironmentWorkQueue',
  isExtended: true,
  ...managedAgents,
  source: 'managed-agents > Sessions',
  assumed: ['operation'],
  notShown: '1.3.8',
});

/** Lists the work items of an environment in any state, newest first. */
export const listEnvironmentWork: OperationContract = operation({
  id: 'environments.work.list',
  route: 'GET /v1/environments/{environment_id}/work',
  paging: 'cursor',
  schemas: { query: EnvironmentWorkListParams, response: cursorPage(EnvironmentWork) },
});

/**
 * Returns the oldest work item that waits for a worker, or null. A second request may return another item; an item that
 * is not acknowledged is returned again.
 */
export const pollEnvironmentWork: OperationContract = operation({
  id: 'environments.work.poll',
  isHandWritten: true,
  route: 'GET /v1/environments/{environment_id}/work/poll',
  replay: 'idempotent',
  mayBeNull: true,
  secrets: ['secret'],
  schemas: { query: EnvironmentWorkPollParams, response: PollEnvironmentWorkResponse },
});

/** Returns statistics of a work queue. */
export const environmentWorkStats: OperationContract = operation({
  id: 'environments.work.stats',
  route: 'GET /v1/environments/{environment_id}/work/stats',
  schemas: { response: EnvironmentWorkStats },
});

/** Retrieves a work item. */
export const retrieveEnvironmentWork: OperationContract = operation({
  id: 'environments.work.retrieve',
  route: 'GET /v1/environments/{environment_id}/work/{work_id}',
  schemas: { response: EnvironmentWork },
});

/** Updates the metadata of a work item. Null deletes a key. */
export const updateEnvironmentWork: OperationContract = operation({
  id: 'environments.work.update',
  route: 'POST /v1/environments/{environment_id}/work/{work_id}',
  replay: 'idempotent',
  schemas: { body: EnvironmentWorkUpdateParams, response: EnvironmentWork },
});

/**
 * Acknowledges a work item, which removes it from the queue. Send the first heartbeat within a minute.
 *
 * @throws `ConflictError` When the item is active or stopped.
 */
export const acknowledgeEnvironmentWork: OperationContract = operation({
  id: 'environments.work.acknowledge',
  route: 'POST /v1/environments/{environment_id}/work/{work_id}/ack',
  replay: 'idempotent',
  schemas: { response: EnvironmentWork },
});

/**
 * Extends the lease of a work item. Pass `expected_last_heartbeat`: `NO_HEARTBEAT` first, then `last_heartbeat` of the
 * previous response. Not retried when the outcome is unknown, because a second heartbeat with the same
 * `expected_last_heartbeat` is rejected.
 *
 * @throws `ApiError` With status 412 when another worker has the lease. Stop working on the item.
 */
export const heartbeatEnvironmentWork: OperationContract = operation({
  id: 'environments.work.heartbeat',
  route: 'POST /v1/environments/{environment_id}/work/{work_id}/heartbeat',
  replay: 'create',
  schemas: { query: EnvironmentWorkHeartbeatParams, response: EnvironmentWorkHeartbeat },
});

/**
 * Stops a work item: at once with `force`, else when its worker stops it or its lease expires.
 *
 * @throws `ConflictError` When the item is stopped already.
 */
export const stopEnvironmentWork: OperationContract = operation({
  id: 'environments.work.stop',
  route: 'POST /v1/environments/{environment_id}/work/{work_id}/stop',
  replay: 'idempotent',
  schemas: { body: EnvironmentWorkStopParams, response: EnvironmentWork },
});
