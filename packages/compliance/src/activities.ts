import type { ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listActivities, type Activity, type ActivityListParams } from '@parlance/schemas/compliance';
import { ActivityTail, type ActivityTailOptions, type ActivityTailParams } from './activity-tail.js';

/** Activities: the audit log of the parent organization. */
export class Activities {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the activities, newest first. */
  list(params: ActivityListParams = {}, options?: ListOptions): Paginator<Activity> {
    return this.#transport.list(listActivities, { query: params }, options);
  }

  /**
   * Follows the audit log, oldest first, without end: asks again and again, each time for some time before the newest
   * known activity as well, so that those that the service shows late are not missed. Each activity is given once.
   *
   * Every request to the compliance API is an activity itself, the tail's own included: leave `compliance_api_accessed`
   * out by naming `activity_types`, unless you want to see them.
   *
   * @param options - Where to begin, how long activities may be late, and how often to ask.
   * @param params - Filters.
   * @throws `ConfigError` For a wrong option.
   */
  tail(options: ActivityTailOptions, params: ActivityTailParams = {}): ActivityTail {
    return new ActivityTail((query, rest) => this.list(query, rest), { options, params });
  }
}
