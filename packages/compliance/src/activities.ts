import type { ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listActivities, type Activity, type ActivityListParams } from '@parlance/schemas/compliance';
import type { ActivityTailOptions } from './activity-tail-options.js';
import { ActivityTail, type ActivityTailParams } from './activity-tail.js';

/** Reads the audit log of the parent organization. */
export class Activities {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists activities, newest first. To read them in chronological order, use {@link Activities.tail}. */
  list(params: ActivityListParams = {}, options?: ListOptions): Paginator<Activity> {
    return this.#transport.list(listActivities, { query: params }, options);
  }

  /**
   * Follows the audit log as it grows, oldest activity first. Each activity is emitted once, `lagMs` after it
   * occurred. The tail waits while the service is unavailable, and can be resumed from
   * {@link ActivityTail.checkpoint}.
   *
   * Every request to the compliance API is an activity itself, including those of the tail. To leave them out, set
   * `activity_types` to types other than `compliance_api_accessed`.
   *
   * @param params - Filters.
   * @param options - Start and end, how late activities may be, and the polling interval.
   * @throws `ConfigError` For an invalid or unknown option, or a checkpoint of another list.
   */
  tail(params: ActivityTailParams = {}, options: ActivityTailOptions = {}): ActivityTail {
    return new ActivityTail((query, rest) => this.list(query, rest), { params, options });
  }
}
