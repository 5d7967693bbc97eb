/**
 * Handlers for spend limits. The emulator stores limits, but never rejects requests because of them.
 *
 * Rules: SPL-007.
 */
import type {
  SpendLimit,
  SpendLimitIncreaseRequest,
  spendLimitOperations,
  spendLimitRequestOperations,
  SpendLimitPeriod,
  SpendLimitSetParams,
  SpendSummary,
} from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { badRequest } from '../engine/refusal.js';
import { keyIdOf } from '../organization/activity-records.js';
import { membersOf, type StoredUser } from '../organization/directory.js';
import {
  memberActor,
  newSpendLimit,
  spendLimitRequests,
  spendLimits,
  summaryOf,
  type StoredSpendLimitRequest,
} from '../organization/spend-limits.js';
import { workspaces } from '../organization/workspaces.js';
import { find, remove, touch } from '../records/find.js';
import { cursorPage } from '../records/pages.js';
import type { World } from '../world/world.js';

const limitNamed = { what: 'spend limit' };
const requestNamed = { what: 'request to increase a spend limit' };
const PERIODS: readonly SpendLimitPeriod[] = ['daily', 'weekly', 'monthly'];

/** Handlers for the spend limit operations. */
export const spendLimitHandlers: HandlersFor<
  typeof spendLimitOperations & typeof spendLimitRequestOperations
> = {
  'spendLimits.set': ({ world, body }) => {
    requireScope(world, body);
    return setLimit(world, body);
  },

  'spendLimits.retrieve': ({ params, world }) =>
    find(world.store.of(spendLimits), params.spend_limit_id, limitNamed),

  'spendLimits.list': (call) => {
    const { scope_type: types, workspace_id: workspace } = call.query;
    return cursorPage(call, {
      from: call.world.store.of(spendLimits),
      where: ({ scope }) =>
        isListed(types, scope.type) &&
        (workspace == null || (scope.type === 'workspace' && scope['workspace_id'] === workspace)),
      show: (limit) => limit,
    });
  },

  'spendLimits.delete': ({ params, world }) => {
    const { id } = remove(world.store.of(spendLimits), params.spend_limit_id, limitNamed);
    return { id, type: 'spend_limit_deleted' };
  },

  'spendLimits.listEffective': (call) => {
    const { world, query } = call;
    const periods = PERIODS.filter((period) => isListed(query.period, period));
    const rowsOf = (user: StoredUser): SpendSummary[] =>
      periods.map((period) => summaryOf(world, user, period)).filter((row) => row !== undefined);
    // Pages have whole members, with all their periods.
    const page = cursorPage(call, {
      from: membersOf(world),
      where: (user) => isListed(query.user_ids, user.id) && rowsOf(user).length > 0,
      show: rowsOf,
    });
    return { ...page, data: page.data.flat() };
  },

  'spendLimits.increaseRequests.retrieve': ({ params, world }) =>
    showRequest(world, find(world.store.of(spendLimitRequests), params.request_id, requestNamed)),

  'spendLimits.increaseRequests.list': (call) => {
    const { world, query } = call;
    return cursorPage(call, {
      from: world.store.of(spendLimitRequests),
      where: ({ user_id: user, status }) =>
        membersOf(world).get(user) !== undefined &&
        isListed(query.actor_ids, user) &&
        isListed(query.status, status),
      show: (request) => showRequest(world, request),
    });
  },

  'spendLimits.increaseRequests.approve': (call) => {
    const { world, params, body } = call;
    const request = find(world.store.of(spendLimitRequests), params.request_id, requestNamed);
    if (request.status !== 'pending') throw resolvedBefore();
    const limit: SpendLimitSetParams = {
      amount: body.amount,
      period: body.period ?? request.period,
      scope: { type: 'user', user_id: request.user_id },
    };
    requireScope(world, limit);
    return { ...resolve(call, request, 'approved'), spend_limit: setLimit(world, limit) };
  },

  'spendLimits.increaseRequests.deny': (call) => {
    const { world, params } = call;
    const request = find(world.store.of(spendLimitRequests), params.request_id, requestNamed);
    if (request.status === 'approved') throw resolvedBefore();
    return request.status === 'denied' ? showRequest(world, request) : resolve(call, request, 'denied');
  },
};

function isListed(allowed: readonly string[] | null | undefined, value: string): boolean {
  return allowed == null || allowed.includes(value);
}

/** @throws {Refusal} If the scope does not exist, or cannot have such a limit. */
function requireScope(world: World, { scope, amount, period = 'monthly' }: SpendLimitSetParams): void {
  if (scope.type === 'user') {
    if (membersOf(world).get(String(scope['user_id'])) === undefined)
      throw badRequest('SPL-002', 'scope.user_id', 'must be the id of a member of the organization');
    return;
  }
  if (
    scope.type === 'workspace' &&
    world.store.of(workspaces).get(String(scope['workspace_id'])) === undefined
  )
    throw badRequest('SPL-002', 'scope.workspace_id', 'must be the id of a workspace');
  if (period !== 'monthly')
    throw badRequest('SPL-003', 'period', 'must be monthly for an organization or a workspace');
  if (amount === null)
    throw badRequest('SPL-003', 'amount', 'must not be null for an organization or a workspace');
}

/** Sets the limit of a scope and period. An earlier one keeps its id. */
function setLimit(world: World, params: SpendLimitSetParams): SpendLimit {
  const { scope, amount, period = 'monthly' } = params;
  const limits = world.store.of(spendLimits);
  const key = JSON.stringify([scope, period]);
  const known = limits.entries().find(({ record }) => JSON.stringify([record.scope, record.period]) === key);
  if (known !== undefined) return limits.put(known.id, touch(world.clock, { ...known.record, amount }));
  const id = world.id('spl_');
  return limits.put(id, newSpendLimit(id, params, world.clock.iso()));
}

function resolvedBefore(): Error {
  return badRequest('SPL-006', 'request_id', 'must be the id of a pending request');
}

function resolve(
  call: AnyCall,
  request: StoredSpendLimitRequest,
  status: 'approved' | 'denied',
): SpendLimitIncreaseRequest {
  const { world, now } = call;
  const resolved: StoredSpendLimitRequest = {
    ...request,
    status,
    resolved_at: now,
    resolved_by: { scoped_api_key_id: keyIdOf(call), type: 'scoped_api_key_actor' },
  };
  return showRequest(world, world.store.of(spendLimitRequests).put(request.id, resolved));
}

function showRequest(world: World, request: StoredSpendLimitRequest): SpendLimitIncreaseRequest {
  const { user_id: userId, ...facts } = request;
  const user = membersOf(world).get(userId);
  const isPending = request.status === 'pending' && user !== undefined;
  return {
    ...facts,
    actor: memberActor(world, userId),
    spend_summary: isPending ? (summaryOf(world, user, request.period) ?? null) : null,
    type: 'spend_limit_increase_request',
  };
}
