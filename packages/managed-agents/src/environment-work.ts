import type { ApiPromise, CallOptions } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import {
  pollEnvironmentWork,
  type EnvironmentWork,
  type EnvironmentWorkPollParams,
} from '@parlance/schemas/managed-agents';
import { EnvironmentWorkQueueBase } from './environment-work-base.js';

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
export class EnvironmentWorkQueue extends EnvironmentWorkQueueBase {
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
    const input = { params: { environment_id: environmentId }, query };
    const headers = { ...options.headers, ...(workerId !== undefined && { 'vendor-worker-id': workerId }) };
    return this.transport.call(pollEnvironmentWork, input, { ...options, headers });
  }
}
