/**
 * Handlers for the rate limits of the organization and its workspaces.
 *
 * Rules: LIM-001, LIM-003, LIM-004.
 */
import type {
  OrganizationRateLimit,
  rateLimitOperations,
  RateLimitValue,
  WorkspaceRateLimit,
} from '@parlance/schemas';
import type { AnyCall, HandlersFor } from '../engine/call.js';
import { badRequest, notFound } from '../engine/refusal.js';
import { modelAliases, modelIdOf, modelTable } from '../model/model-table.js';
import { limitPlanOf } from '../limits/limit-plan.js';
import type { RateLimit } from '../limits/rate-limit.js';
import { find } from '../records/find.js';
import { computedList, cursorPage } from '../records/pages.js';
import { hashText } from '../world/random.js';
import type { World } from '../world/world.js';
import { usualRateLimits, type LimitFamily } from '../organization/rate-limits.js';
import { ENFORCED, limitIdOf, workspaceLimits, type GroupType } from '../organization/workspace-gauges.js';
import { workspaces } from '../organization/workspaces.js';

/** The groups, and the family of operations of each. */
const GROUPS: readonly (readonly [GroupType, LimitFamily])[] = [
  ['model_group', 'messages'],
  ['token_count', 'count_tokens'],
  ['batch', 'batches'],
  ['files', 'files'],
  ['skills', 'skills'],
  ['web_search', 'web_search'],
];

/** Handlers for the rate limit operations. */
export const rateLimitHandlers: HandlersFor<typeof rateLimitOperations> = {
  'rateLimits.list': (call) => {
    const { group_type, model, limit } = call.query;
    const found = limitsOf(call.world).filter(
      (one) =>
        isOfGroup(one, group_type) && (model == null || one.models?.includes(modelIdOf(model)) === true),
    );
    return cursorPage(call, { ...computedList(found), defaultLimit: limit ?? GROUPS.length });
  },

  'workspaces.rateLimits.list': (call) => {
    const { world, params, query } = call;
    requireWorkspace(call, params.workspace_id);
    const found = limitsOf(world)
      .filter((one) => isOfGroup(one, query.group_type))
      .map((one) => inWorkspace(world, params.workspace_id, one))
      .map((one) => (query.include_inherited === true ? one : { ...one, limits: one.limits.filter(isOwn) }))
      .filter(({ limits }) => limits.length > 0);
    return cursorPage(call, { ...computedList(found), defaultLimit: query.limit ?? GROUPS.length });
  },

  'workspaces.rateLimits.update': (call) => {
    const { world, params, body } = call;
    requireWorkspace(call, params.workspace_id);
    const limits = limitsOf(world);
    const limit = limits.find(({ id }) => id === params.rate_limit_id);
    if (limit === undefined) throw notFound('rate limit', params.rate_limit_id);
    const records = world.store.of(workspaceLimits, params.workspace_id);
    const values = new Map(Object.entries(records.get(limit.id)?.values ?? {}));
    for (const [index, { type, value }] of body.limits.entries()) {
      const allowed = limit.limits.find((one) => one.type === type)?.value;
      const place = `limits.${index}`;
      if (allowed === undefined)
        throw badRequest('LIM-005', `${place}.type`, 'must be a limit of this group');
      if (value !== null && value > allowed)
        throw badRequest(
          'LIM-006',
          `${place}.value`,
          `must be at most ${allowed}, the limit of the organization`,
        );
      if (value === null) values.delete(type);
      else values.set(type, value);
    }
    records.put(limit.id, { values: Object.fromEntries(values) });
    return inWorkspace(world, params.workspace_id, limit);
  },
};

/** Returns the limits that the emulator enforces, and the usual ones of the groups for which it enforces none. */
function limitsOf(world: World): OrganizationRateLimit[] {
  return GROUPS.map(([type, family]) => {
    const id = limitIdOf(world, type);
    const groupId = `rlg_${hashText(type).toString(36)}`;
    const isModels = type === 'model_group';
    const models = [...modelTable.entries().map((entry) => entry.id), ...modelAliases.keys()];
    return {
      id,
      group: isModels
        ? { id: groupId, display_name: 'All models', type: 'model_group' }
        : { id: groupId, type },
      limits: valuesOf(limitPlanOf(world).value[family] ?? usualRateLimits[family] ?? {}),
      models: isModels ? models : null,
      type: 'rate_limit',
    };
  });
}

function valuesOf(limit: RateLimit): RateLimitValue[] {
  return ENFORCED.flatMap(([name, type]) => {
    const value = limit[name];
    return value === undefined ? [] : [{ type, value }];
  });
}

function inWorkspace(world: World, workspaceId: string, limit: OrganizationRateLimit): WorkspaceRateLimit {
  const own = world.store.of(workspaceLimits, workspaceId).get(limit.id)?.values ?? {};
  return {
    group: limit.group,
    limits: limit.limits.map(({ type, value }) => ({
      org_limit: value,
      source: { type: Object.hasOwn(own, type) ? 'workspace' : 'organization' },
      type,
      value: own[type] ?? value,
    })),
    models: limit.models,
    rate_limit_id: limit.id,
    type: 'workspace_rate_limit',
    workspace_id: workspaceId,
  };
}

function isOwn({ source }: WorkspaceRateLimit['limits'][number]): boolean {
  return source.type === 'workspace';
}

function isOfGroup({ group }: OrganizationRateLimit, type: string | null | undefined): boolean {
  return type == null || group.type === type;
}

function requireWorkspace({ world }: AnyCall, id: string): void {
  find(world.store.of(workspaces), id, { what: 'workspace', rule: 'ADM-076' });
}
