import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { listRateLimits, listWorkspaceRateLimits, updateWorkspaceRateLimit } from '@parlance/schemas/admin';
import type {
  OrganizationRateLimit,
  RateLimitListParams,
  WorkspaceRateLimit,
  WorkspaceRateLimitListParams,
  WorkspaceRateLimitUpdateParams,
} from '@parlance/schemas/admin';

/** Lists the rate limits of the organization. Those of a workspace are in {@link WorkspaceRateLimits}. */
export class OrganizationRateLimits {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the rate limits of the organization, by group of requests.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.5
   */
  list(params: RateLimitListParams = {}, options?: ListOptions): Paginator<OrganizationRateLimit> {
    return this.#transport.list(listRateLimits, { query: params }, options);
  }
}

/** Lists and changes the rate limits of a workspace, which are parts of those of the organization. */
export class WorkspaceRateLimits {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the workspace's own rate limits. Set `include_inherited` to include those of the organization.
   *
   * @remarks Not in the documents; see "What the documents do not show" 1.4.5
   */
  list(
    workspaceId: string,
    params: WorkspaceRateLimitListParams = {},
    options?: ListOptions,
  ): Paginator<WorkspaceRateLimit> {
    const input = { params: { workspace_id: workspaceId }, query: params };
    return this.#transport.list(listWorkspaceRateLimits, input, options);
  }

  /**
   * Sets rate limits of a workspace; null removes one.
   *
   * @throws `BadRequestError` When a value exceeds the limit of the organization.
   * @remarks Not in the documents; see "What the documents do not show" 1.4.5
   */
  // oxlint-disable-next-line max-params -- path ids are positional in every method.
  update(
    workspaceId: string,
    rateLimitId: string,
    params: WorkspaceRateLimitUpdateParams,
    options?: CallOptions,
  ): ApiPromise<WorkspaceRateLimit> {
    const input = { params: { workspace_id: workspaceId, rate_limit_id: rateLimitId }, body: params };
    return this.#transport.call(updateWorkspaceRateLimit, input, options);
  }
}
