/** Spend limits of the organization, and the requests of members to increase theirs. */
import type {
  SpendLimit,
  SpendLimitActor,
  SpendLimitPeriod,
  SpendLimitRequestStatus,
  SpendLimitSetParams,
  SpendLimitUserActor,
  SpendSummary,
} from '@parlance/schemas';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { membersOf, type StoredUser } from './directory.js';

/** Currency of all amounts. */
const CURRENCY = 'USD';

/** Spend limits of the organization. */
export const spendLimits: CollectionName<SpendLimit> = collection('spend_limits');

/** Returns a limit that has not been changed since it was created. */
export function newSpendLimit(
  id: string,
  { amount, period = 'monthly', scope }: SpendLimitSetParams,
  createdAt: string,
): SpendLimit {
  const times = { created_at: createdAt, updated_at: createdAt };
  return { id, amount, currency: CURRENCY, is_enabled: true, period, scope, type: 'spend_limit', ...times };
}

/** A stored request of a member. */
export interface StoredSpendLimitRequest {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly period: SpendLimitPeriod;
  readonly status: SpendLimitRequestStatus;
  readonly resolved_at: string | null;
  readonly resolved_by: SpendLimitActor | null;
}

/** Requests of members to increase their limits. */
export const spendLimitRequests: CollectionName<StoredSpendLimitRequest> = collection('spend_limit_requests');

/** Returns a pending request. */
export function newRequest(
  fields: Pick<StoredSpendLimitRequest, 'id' | 'user_id' | 'created_at' | 'period'>,
): StoredSpendLimitRequest {
  return { ...fields, status: 'pending', resolved_at: null, resolved_by: null };
}

/** Returns a user as an actor, without name and email if the person has left. */
export function memberActor(world: World, userId: string): SpendLimitUserActor {
  const user = membersOf(world).get(userId);
  return {
    deleted: user === undefined,
    email_address: user?.email ?? null,
    name: user?.name ?? null,
    type: 'user_actor',
    user_id: userId,
  };
}

/** Returns the limit that applies to a member in a period: the member's own, or that of the organization. */
export function summaryOf(
  world: World,
  user: StoredUser,
  period: SpendLimitPeriod,
): SpendSummary | undefined {
  const limits = world.store
    .of(spendLimits)
    .entries()
    .map(({ record }) => record)
    .filter((limit) => limit.period === period);
  const own = limits.find(({ scope }) => scope.type === 'user' && scope['user_id'] === user.id);
  const limit = own ?? limits.find(({ scope }) => scope.type === 'organization');
  if (limit === undefined) return undefined;
  return {
    actor: memberActor(world, user.id),
    amount: limit.amount ?? null,
    currency: CURRENCY,
    period,
    // The ledger knows the keys that spent, but not the members.
    period_to_date_spend: '0',
    scope: { type: 'user', user_id: user.id },
    source: limit.scope,
    spend_limit_id: limit.id,
  };
}
