import type { ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listCosts, listMessageUsage } from '@parlance/schemas/admin';
import type { CostBucket, CostParams, UsageBucket, UsageParams } from '@parlance/schemas/admin';

/** Reports the token usage of the organization. */
export class UsageReports {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reports the usage of messages in time buckets, oldest first. Buckets without usage have no results.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.4
   */
  messages(params: UsageParams, options?: ListOptions): Paginator<UsageBucket> {
    return this.#transport.list(listMessageUsage, { query: params }, options);
  }
}

/** Reports the costs of the organization. */
export class CostReports {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reports costs by day, oldest first. Days without costs have no results.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.4
   */
  list(params: CostParams, options?: ListOptions): Paginator<CostBucket> {
    return this.#transport.list(listCosts, { query: params }, options);
  }
}
