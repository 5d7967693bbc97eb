import type { ApiPromise, CallOptions, ListOptions, Paginator } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import {
  approveSpendLimitIncreaseRequest,
  deleteSpendLimit,
  denySpendLimitIncreaseRequest,
  listEffectiveSpendLimits,
  listSpendLimitIncreaseRequests,
  listSpendLimits,
  retrieveSpendLimit,
  retrieveSpendLimitIncreaseRequest,
  setSpendLimit,
} from '@parlance/schemas/admin';
import type {
  ApprovedSpendLimitIncreaseRequest,
  DeletedSpendLimit,
  EffectiveSpendLimitListParams,
  SpendLimit,
  SpendLimitIncreaseRequest,
  SpendLimitIncreaseRequestApproveParams,
  SpendLimitIncreaseRequestDenyParams,
  SpendLimitIncreaseRequestListParams,
  SpendLimitListParams,
  SpendLimitSetParams,
  SpendSummary,
} from '@parlance/schemas/admin';

/** Manages what members, workspaces and the organization may spend. Amounts are whole numbers in the smallest unit of the currency. */
export class SpendLimits {
  /** Requests of members to increase their limits. */
  readonly increaseRequests: SpendLimitIncreaseRequests;
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.increaseRequests = new SpendLimitIncreaseRequests(transport);
  }

  /** Sets the limit of a member, a workspace or the organization in a period, replacing an earlier one. */
  set(params: SpendLimitSetParams, options?: CallOptions): ApiPromise<SpendLimit> {
    return this.#transport.call(setSpendLimit, { body: params }, options);
  }

  /** Retrieves a spend limit by id. */
  retrieve(limitId: string, options?: CallOptions): ApiPromise<SpendLimit> {
    return this.#transport.call(retrieveSpendLimit, { params: { spend_limit_id: limitId } }, options);
  }

  /** Lists the spend limits of the organization, newest first. */
  list(params: SpendLimitListParams = {}, options?: ListOptions): Paginator<SpendLimit> {
    return this.#transport.list(listSpendLimits, { query: params }, options);
  }

  /** Lists the limit that applies to each member in each period, and what the member has spent. */
  listEffective(params: EffectiveSpendLimitListParams = {}, options?: ListOptions): Paginator<SpendSummary> {
    return this.#transport.list(listEffectiveSpendLimits, { query: params }, options);
  }

  /** Deletes a spend limit. A member falls back to the limit of the organization, if there is one. */
  delete(limitId: string, options?: CallOptions): ApiPromise<DeletedSpendLimit> {
    return this.#transport.call(deleteSpendLimit, { params: { spend_limit_id: limitId } }, options);
  }
}

/** Answers the requests of members to increase their spend limits. */
export class SpendLimitIncreaseRequests {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves a request by id. */
  retrieve(requestId: string, options?: CallOptions): ApiPromise<SpendLimitIncreaseRequest> {
    const params = { request_id: requestId };
    return this.#transport.call(retrieveSpendLimitIncreaseRequest, { params }, options);
  }

  /** Lists the requests of current members, newest first. */
  list(
    params: SpendLimitIncreaseRequestListParams = {},
    options?: ListOptions,
  ): Paginator<SpendLimitIncreaseRequest> {
    return this.#transport.list(listSpendLimitIncreaseRequests, { query: params }, options);
  }

  /**
   * Approves a pending request: sets the limit of the member to `amount`.
   *
   * @throws `BadRequestError` When the request was approved or denied before.
   */
  approve(
    requestId: string,
    body: SpendLimitIncreaseRequestApproveParams,
    options?: CallOptions,
  ): ApiPromise<ApprovedSpendLimitIncreaseRequest> {
    const params = { request_id: requestId };
    return this.#transport.call(approveSpendLimitIncreaseRequest, { params, body }, options);
  }

  /**
   * Denies a pending request. Denying it again has no effect.
   *
   * @throws `BadRequestError` When the request was approved before.
   */
  deny(
    requestId: string,
    body: SpendLimitIncreaseRequestDenyParams = {},
    options?: CallOptions,
  ): ApiPromise<SpendLimitIncreaseRequest> {
    const params = { request_id: requestId };
    return this.#transport.call(denySpendLimitIncreaseRequest, { params, body }, options);
  }
}
