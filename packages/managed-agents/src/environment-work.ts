import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import { requireObject, type Transport } from '@parlance/core-transport/internal';
import {
  acknowledgeEnvironmentWork,
  environmentWorkStats,
  heartbeatEnvironmentWork,
  listEnvironmentWork,
  pollEnvironmentWork,
  retrieveEnvironmentWork,
  stopEnvironmentWork,
  updateEnvironmentWork,
} from '@parlance/schemas/managed-agents';
import type { CursorPageParams } from '@parlance/schemas/kit';
import type {
  EnvironmentWork,
  EnvironmentWorkHeartbeat,
  EnvironmentWorkHeartbeatParams,
  EnvironmentWorkPollParams,
  EnvironmentWorkStats,
  EnvironmentWorkStopParams,
  EnvironmentWorkUpdateParams,
} from '@parlance/schemas/managed-agents';

/** Parameters of {@link EnvironmentWorkQueue.poll}. */
export interface EnvironmentWorkPollInput extends EnvironmentWorkPollParams {
  /** Unique id of this worker, counted in the statistics of the queue. Default: none. */
  readonly workerId?: string | undefined;
}

/**
 * Works through the queue of a self-hosted environment: the sessions whose tools your own machines run.
 *
 * A worker polls for an item, acknowledges it, sends heartbeats while it runs the tools of the session, and stops the
 * item at the end. An item whose heartbeats end is returned to the queue.
 */
export class EnvironmentWorkQueue {
  readonly #transport: Transport;

  /** @param transport - Sends the requests. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the oldest item that waits for a worker, or null. Acknowledge it within five seconds, or set
   * `reclaim_older_than_ms`: other workers receive it again after that.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  poll(
    environmentId: string,
    params: EnvironmentWorkPollInput = {},
    options: CallOptions = {},
  ): ApiPromise<EnvironmentWork | null> {
    requireObject('params', params);
    requireObject('options', options);
    const { workerId, ...query } = params;
    const headers = workerId === undefined ? {} : { 'vendor-worker-id': workerId };
    const input = { params: { environment_id: environmentId }, query };
    return this.#transport.call(pollEnvironmentWork, input, {
      ...options,
      headers: { ...options.headers, ...headers },
    });
  }

  /**
   * Acknowledges an item, which removes it from the queue. Send the first heartbeat within a minute.
   *
   * @throws {ConflictError} When the item is active or stopped.
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  acknowledge(environmentId: string, workId: string, options?: CallOptions): ApiPromise<EnvironmentWork> {
    return this.#transport.call(acknowledgeEnvironmentWork, inputOf(environmentId, workId), options);
  }

  /**
   * Extends the lease of an item. Pass `expected_last_heartbeat`: `NO_HEARTBEAT` first, then `last_heartbeat` of the
   * previous response.
   *
   * @throws {ApiError} With status 412 when another worker has the lease. Stop working on the item.
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  // oxlint-disable-next-line max-params -- path ids are positional in every method.
  heartbeat(
    environmentId: string,
    workId: string,
    params: EnvironmentWorkHeartbeatParams = {},
    options?: CallOptions,
  ): ApiPromise<EnvironmentWorkHeartbeat> {
    const input = { ...inputOf(environmentId, workId), query: params };
    return this.#transport.call(heartbeatEnvironmentWork, input, options);
  }

  /**
   * Stops an item: at once with `force`, else when its worker stops it or its lease expires.
   *
   * @throws {ConflictError} When the item is stopped already.
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  // oxlint-disable-next-line max-params -- path ids are positional in every method.
  stop(
    environmentId: string,
    workId: string,
    params: EnvironmentWorkStopParams = {},
    options?: CallOptions,
  ): ApiPromise<EnvironmentWork> {
    const input = { ...inputOf(environmentId, workId), body: params };
    return this.#transport.call(stopEnvironmentWork, input, options);
  }

  /**
   * Returns statistics of the queue.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  stats(environmentId: string, options?: CallOptions): ApiPromise<EnvironmentWorkStats> {
    return this.#transport.call(environmentWorkStats, { params: { environment_id: environmentId } }, options);
  }

  /**
   * Lists the items of the environment in any state, newest first.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  list(
    environmentId: string,
    params: CursorPageParams = {},
    options?: ListOptions,
  ): Paginator<EnvironmentWork> {
    const input = { params: { environment_id: environmentId }, query: params };
    return this.#transport.list(listEnvironmentWork, input, options);
  }

  /**
   * Retrieves an item.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  retrieve(environmentId: string, workId: string, options?: CallOptions): ApiPromise<EnvironmentWork> {
    return this.#transport.call(retrieveEnvironmentWork, inputOf(environmentId, workId), options);
  }

  /**
   * Updates the metadata of an item. Null deletes a key.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.3.8
   */
  // oxlint-disable-next-line max-params -- path ids are positional in every method.
  update(
    environmentId: string,
    workId: string,
    params: EnvironmentWorkUpdateParams,
    options?: CallOptions,
  ): ApiPromise<EnvironmentWork> {
    const input = { ...inputOf(environmentId, workId), body: params };
    return this.#transport.call(updateEnvironmentWork, input, options);
  }
}

function inputOf(environmentId: string, workId: string) {
  return { params: { environment_id: environmentId, work_id: workId } };
}
