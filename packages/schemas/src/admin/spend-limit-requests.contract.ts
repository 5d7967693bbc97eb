/** Members' requests to increase their spend limits. */
import * as z from 'zod';
import { type OperationContract, operationsOf } from '../kit/contract.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  rule,
  type Schema,
} from '../kit/schema.js';
import { amount, page } from './spend-limit-fields.schema.js';
import type * as types from './spend-limit-requests.js';
import { SpendLimit, SpendLimitActor, SpendLimitPeriod, SpendSummary } from './spend-limits.contract.js';

/** State of a request to increase a spend limit. */
export const SpendLimitRequestStatus: Schema<types.SpendLimitRequestStatus> = z.enum([
  'approved',
  'denied',
  'pending',
]);

const request = {
  /** Identifier. */
  id: z.string().min(1),
  /** Who sent the request. */
  actor: SpendLimitActor,
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Period of the limit that the member reached. */
  period: openEnum(SpendLimitPeriod),
  /** When it was approved or denied (RFC 3339); null or absent while it is pending. */
  resolved_at: timestamp.nullish(),
  /** Who approved or denied it; null or absent while it is pending. */
  resolved_by: SpendLimitActor.nullish(),
  /** Limit and spend of the member; null or absent when it is not pending. */
  spend_summary: SpendSummary.nullish(),
  /** State of the request. */
  status: openEnum(SpendLimitRequestStatus),
  type: z.literal('spend_limit_increase_request'),
} as const;

/** A member's request to increase the own spend limit. */
export const SpendLimitIncreaseRequest: ObjectSchema<types.SpendLimitIncreaseRequest> = openObject({
  ...request,
});

/** Response of {@link approveSpendLimitIncreaseRequest}. */
export const ApprovedSpendLimitIncreaseRequest: ObjectSchema<types.ApprovedSpendLimitIncreaseRequest> =
  openObject({
    ...request,
    /** The limit that was set for the member; null or absent if it does not exist any more. */
    spend_limit: SpendLimit.nullish(),
  });

/** Query of {@link listSpendLimitIncreaseRequests}. */
export const SpendLimitIncreaseRequestListParams: ObjectSchema<types.SpendLimitIncreaseRequestListParams> =
  object('CursorPageParams', {
    ...page,
    /** Keeps the requests of these members. */
    actor_ids: z.array(z.string().min(1)).nullish(),
    /** Keeps requests in these states. Default: all. */
    status: rule('SPL-004', z.array(knownEnum(SpendLimitRequestStatus))).nullish(),
  });

/** Body of {@link denySpendLimitIncreaseRequest}. */
export const SpendLimitIncreaseRequestDenyParams: ObjectSchema<types.SpendLimitIncreaseRequestDenyParams> =
  object({
    /** Whether the member gets no email. Default false. */
    suppress_notification: z.boolean().optional(),
  });

/** Body of {@link approveSpendLimitIncreaseRequest}. */
export const SpendLimitIncreaseRequestApproveParams: ObjectSchema<types.SpendLimitIncreaseRequestApproveParams> =
  object({
    /** New limit of the member, as a whole number in the smallest unit of the currency. */
    amount,
    /** Period of the limit. Default: that of the request. */
    period: knownEnum(SpendLimitPeriod).nullish(),
    /** Whether the member gets no email. Default false. */
    suppress_notification: z.boolean().optional(),
  });

/** Answers the requests of members to increase their spend limits. */
const operation = operationsOf({
  client: 'SpendLimitIncreaseRequests',
  auth: 'admin-key',
  source: 'not-shown > 1.4.1',
  assumed: ['operation'],
});

/** Retrieves a request to increase a spend limit. */
export const retrieveSpendLimitIncreaseRequest: OperationContract = operation({
  id: 'spendLimits.increaseRequests.retrieve',
  route: 'GET /v1/organizations/spend_limit_increase_requests/{request_id}',
  schemas: { response: SpendLimitIncreaseRequest },
});

/** Lists the requests of current members to increase their spend limits, newest first. */
export const listSpendLimitIncreaseRequests: OperationContract = operation({
  id: 'spendLimits.increaseRequests.list',
  route: 'GET /v1/organizations/spend_limit_increase_requests',
  paging: 'cursor',
  query: { actor_ids: 'name[]', status: 'name[]' },
  schemas: { query: SpendLimitIncreaseRequestListParams, response: cursorPage(SpendLimitIncreaseRequest) },
});

/**
 * Approves a pending request: sets the limit of the member to `amount`.
 *
 * @throws `BadRequestError` When the request was approved or denied before.
 */
export const approveSpendLimitIncreaseRequest: OperationContract = operation({
  id: 'spendLimits.increaseRequests.approve',
  route: 'POST /v1/organizations/spend_limit_increase_requests/{request_id}/approve',
  replay: 'create',
  schemas: { body: SpendLimitIncreaseRequestApproveParams, response: ApprovedSpendLimitIncreaseRequest },
});

/**
 * Denies a pending request. Denying it again has no effect.
 *
 * @throws `BadRequestError` When the request was approved before.
 */
export const denySpendLimitIncreaseRequest: OperationContract = operation({
  id: 'spendLimits.increaseRequests.deny',
  route: 'POST /v1/organizations/spend_limit_increase_requests/{request_id}/deny',
  replay: 'idempotent',
  schemas: { body: SpendLimitIncreaseRequestDenyParams, response: SpendLimitIncreaseRequest },
});
