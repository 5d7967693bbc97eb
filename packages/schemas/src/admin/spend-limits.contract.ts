/** Spend limits. */
import * as z from 'zod';
import { type OperationContract, operationsOf, typedOpen } from '../kit/contract.js';
import { closed } from '../kit/closed.js';
import { timestamp } from '../kit/limits.schema.js';
import { cursorPage } from '../kit/paging.schema.js';
import {
  knownEnum,
  object,
  type ObjectSchema,
  openEnum,
  openObject,
  openUnion,
  rule,
  type Schema,
  union,
} from '../kit/schema.js';
import { amount, page } from './spend-limit-fields.schema.js';
import type * as types from './spend-limits.js';

/** Period of a spend limit, after which it starts again. */
export const SpendLimitPeriod: Schema<types.SpendLimitPeriod> = z.enum(['daily', 'monthly', 'weekly']);

/** The limit applies to the organization. */
export const SpendLimitOrganizationScope: ObjectSchema<types.SpendLimitOrganizationScope> = openObject({
  type: z.literal('organization'),
});

/** The limit applies to a service of the organization. */
export const SpendLimitServiceScope: ObjectSchema<types.SpendLimitServiceScope> = openObject({
  /** Name of the service. */
  service: z.string(),
  type: z.literal('organization_service'),
});

/** The limit applies to each member of a group. */
export const SpendLimitGroupScope: ObjectSchema<types.SpendLimitGroupScope> = openObject({
  /** Identifier of the group. */
  rbac_group_id: z.string(),
  type: z.literal('rbac_group'),
});

/** The limit applies to each member with a kind of seat. */
export const SpendLimitSeatTierScope: ObjectSchema<types.SpendLimitSeatTierScope> = openObject({
  /** Kind of seat. */
  seat_tier: z.string(),
  type: z.literal('seat_tier'),
});

/** The limit that the vendor sets for the organization. It is read-only. */
export const SpendLimitUsageTierScope: ObjectSchema<types.SpendLimitUsageTierScope> = openObject({
  type: z.literal('usage_tier'),
});

/** The limit applies to one member. */
export const SpendLimitUserScope: ObjectSchema<types.SpendLimitUserScope> = openObject({
  type: z.literal('user'),
  /** Identifier of the member. */
  user_id: z.string(),
});

/** The limit applies to a workspace. */
export const SpendLimitWorkspaceScope: ObjectSchema<types.SpendLimitWorkspaceScope> = openObject({
  type: z.literal('workspace'),
  /** Identifier of the workspace. */
  workspace_id: z.string(),
});

/** What a spend limit applies to. */
export const SpendLimitScope: Schema<types.SpendLimitScope> = openUnion('type', [
  SpendLimitOrganizationScope,
  SpendLimitServiceScope,
  SpendLimitGroupScope,
  SpendLimitSeatTierScope,
  SpendLimitUsageTierScope,
  SpendLimitUserScope,
  SpendLimitWorkspaceScope,
]);

/** A maximum of what may be spent in each period. */
export const SpendLimit: ObjectSchema<types.SpendLimit> = openObject({
  /** Identifier with the prefix `spl_`. */
  id: z.string().min(1),
  /** Maximum as a whole number in the smallest unit of the currency: `50000` in USD is $500. Null or absent: no maximum. */
  amount: z.string().nullish(),
  /** Creation time (RFC 3339). */
  created_at: timestamp,
  /** Currency, ISO 4217. */
  currency: z.string(),
  /** False while the organization has switched off extra usage. */
  is_enabled: z.boolean(),
  /** Period after which the limit starts again. */
  period: openEnum(SpendLimitPeriod),
  /** What the limit applies to. */
  scope: SpendLimitScope,
  type: z.literal('spend_limit'),
  /** Time of the last change (RFC 3339). */
  updated_at: timestamp,
});

/** A member as the subject of a limit or a request. */
export const SpendLimitUserActor: ObjectSchema<types.SpendLimitUserActor> = openObject({
  /** Whether the account was deleted. */
  deleted: z.boolean(),
  /** Email address; null or absent if the account is not available. */
  email_address: z.string().nullish(),
  /** Name; null or absent if the account is not available or has none. */
  name: z.string().nullish(),
  type: z.literal('user_actor'),
  /** Identifier of the user. */
  user_id: z.string(),
});

/** An admin key that acts for the organization. */
export const SpendLimitKeyActor: ObjectSchema<types.SpendLimitKeyActor> = openObject({
  /** Identifier of the key. */
  scoped_api_key_id: z.string(),
  type: z.literal('scoped_api_key_actor'),
});

/** A member or an admin key. */
export const SpendLimitActor: Schema<types.SpendLimitActor> = openUnion('type', [
  SpendLimitUserActor,
  SpendLimitKeyActor,
]);

/** The limit that applies to a member in a period, and what the member has spent. */
export const SpendSummary: ObjectSchema<types.SpendSummary> = openObject({
  /** The member. */
  actor: SpendLimitActor,
  /** Maximum as a whole number in the smallest unit of the currency; null or absent if no limit applies in this period. */
  amount: z.string().nullish(),
  /** Currency of the amounts, ISO 4217. */
  currency: z.string(),
  /** Period of the limit. */
  period: openEnum(SpendLimitPeriod),
  /** Amount spent in the current period, as a decimal with up to three places in the smallest unit of the currency. */
  period_to_date_spend: z.string(),
  /** Scope of the row: the member. */
  scope: SpendLimitScope,
  /** Scope that the limit is inherited from. */
  source: SpendLimitScope,
  /** Identifier of the {@link SpendLimit} that applies. */
  spend_limit_id: z.string(),
});

/** Body of {@link setSpendLimit}. */
export const SpendLimitSetParams: ObjectSchema<types.SpendLimitSetParams> = object({
  /** Maximum as a whole number in the smallest unit of the currency. Null: a member has no limit in this period. */
  amount: amount.nullable(),
  /** What the limit applies to: a member, the organization or a workspace. */
  scope: rule(
    'SPL-002',
    typedOpen(
      union('type', [
        closed(SpendLimitUserScope),
        closed(SpendLimitOrganizationScope),
        closed(SpendLimitWorkspaceScope),
      ]),
    ),
  ),
  /** Period of the limit. Default `monthly`. */
  period: knownEnum(SpendLimitPeriod).optional(),
});

/** Query of {@link listSpendLimits}. */
export const SpendLimitListParams: ObjectSchema<types.SpendLimitListParams> = object('CursorPageParams', {
  ...page,
  /** Keeps limits with a scope of these types. Default: all. */
  scope_type: rule(
    'SPL-004',
    z.array(
      knownEnum([
        'organization',
        'organization_service',
        'rbac_group',
        'seat_tier',
        'usage_tier',
        'user',
        'workspace',
      ]),
    ),
  ).nullish(),
  /** Keeps the limits of this workspace. */
  workspace_id: z.string().min(1).nullish(),
});

/** Query of {@link listEffectiveSpendLimits}. */
export const EffectiveSpendLimitListParams: ObjectSchema<types.EffectiveSpendLimitListParams> = object(
  'CursorPageParams',
  {
    ...page,
    /** Keeps limits of these periods. Default: all. */
    period: rule('SPL-004', z.array(knownEnum(SpendLimitPeriod))).nullish(),
    /** Keeps these members; {bounds}. */
    user_ids: rule('SPL-005', z.array(z.string().min(1)).max(100)).nullish(),
  },
);

/** Response of {@link deleteSpendLimit}. */
export const DeletedSpendLimit: ObjectSchema<types.DeletedSpendLimit> = openObject({
  /** Identifier of the deleted limit. */
  id: z.string(),
  type: z.literal('spend_limit_deleted'),
});

/**
 * Manages what members, workspaces and the organization may spend. Amounts are whole numbers in the smallest unit of the
 * currency.
 */
const operation = operationsOf({
  client: 'SpendLimits',
  auth: 'admin-key',
  source: 'not-shown > 1.4.1',
  assumed: ['operation'],
});

/** Sets the limit of a member, a workspace or the organization in a period, replacing an earlier one. */
export const setSpendLimit: OperationContract = operation({
  id: 'spendLimits.set',
  route: 'POST /v1/organizations/spend_limits',
  replay: 'idempotent',
  schemas: { body: SpendLimitSetParams, response: SpendLimit },
});

/** Retrieves a spend limit. */
export const retrieveSpendLimit: OperationContract = operation({
  id: 'spendLimits.retrieve',
  route: 'GET /v1/organizations/spend_limits/{spend_limit_id}',
  schemas: { response: SpendLimit },
});

/** Lists the spend limits of the organization, newest first. */
export const listSpendLimits: OperationContract = operation({
  id: 'spendLimits.list',
  route: 'GET /v1/organizations/spend_limits',
  beta: 'spend-limit-reads-2026-09-26',
  paging: 'cursor',
  query: { scope_type: 'name[]' },
  schemas: { query: SpendLimitListParams, response: cursorPage(SpendLimit) },
});

/** Lists the limit that applies to each member in each period, and what the member has spent. */
export const listEffectiveSpendLimits: OperationContract = operation({
  id: 'spendLimits.listEffective',
  route: 'GET /v1/organizations/spend_limits/effective',
  paging: 'cursor',
  query: { period: 'name[]', user_ids: 'name[]' },
  schemas: { query: EffectiveSpendLimitListParams, response: cursorPage(SpendSummary) },
});

/** Deletes a spend limit. A member falls back to the limit of the organization, if there is one. */
export const deleteSpendLimit: OperationContract = operation({
  id: 'spendLimits.delete',
  route: 'DELETE /v1/organizations/spend_limits/{spend_limit_id}',
  schemas: { response: DeletedSpendLimit },
});
