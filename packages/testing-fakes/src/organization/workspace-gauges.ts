/**
 * Enforces the rate limits that an admin has set for a workspace, on the clock of the world.
 *
 * Rules: LIM-007.
 */
import type { Operation, RateLimitType } from '@parlance/schemas';
import { createGauge } from '../limits/limit-plan.js';
import { type Gauge } from '../engine/gauge.js';
import type { RateLimit } from '../limits/rate-limit.js';
import { hashText } from '../world/random.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';
import { limitsOf, searchLimits } from './rate-limits.js';

/** Limits of a workspace for one group, scoped by workspace. The id is that of the group's rate limit. */
export const workspaceLimits: CollectionName<{ readonly values: Readonly<Record<string, number>> }> =
  collection('workspace_rate_limits');

/** Kind of a group of requests that share limits. */
export type GroupType = 'batch' | 'files' | 'model_group' | 'skills' | 'token_count' | 'web_search';

/** Limits that the emulator can enforce, by the measure that it counts. */
export const ENFORCED: readonly (readonly [keyof RateLimit, RateLimitType])[] = [
  ['requests', 'requests_per_minute'],
  ['input_tokens', 'input_tokens_per_minute_cache_aware'],
  ['output_tokens', 'output_tokens_per_minute'],
  ['tool_uses', 'tool_uses_per_second'],
];

/** Returns the id of the rate limit of a group. */
export function limitIdOf({ organizationId }: World, type: GroupType): string {
  return `ratelimit_${hashText(`${organizationId}:${type}`).toString(36)}`;
}

/**
 * Returns the rate limits of a request: those of the organization, and those that its workspace has of its own.
 *
 * @param world - World, or the view of a workspace, that the request is sent to.
 * @param operation - Operation of the request.
 */
export function gaugeOf(world: World, operation: Operation): Gauge | undefined {
  const organization = limitsOf(world, operation);
  const workspace = operation.auth === 'api-key' ? workspaceGauge(world, groupOf(operation)) : undefined;
  if (organization === undefined || workspace === undefined) return organization ?? workspace;
  const both = [organization, workspace];
  return {
    // The organization first: a request that it rejects does not count for the workspace.
    take: () => both.forEach((gauge) => gauge.take()),
    spend: (result) => both.forEach((gauge) => gauge.spend(result)),
    useTool: () => both.every((gauge) => gauge.useTool()),
    headers: () => Object.assign({}, ...both.map((gauge) => gauge.headers())) as Record<string, string>,
  };
}

/** Counts a web search. Returns false when it exceeds a limit of the organization or of the workspace. */
export function countSearch(world: World): boolean {
  const gauges = [searchLimits(world), workspaceGauge(world, 'web_search')];
  return gauges.every((gauge) => gauge?.useTool() !== false);
}

function workspaceGauge(world: World, group: GroupType | undefined): Gauge | undefined {
  if (group === undefined) return undefined;
  const stored = world.store.of(workspaceLimits, world.workspaceId).get(limitIdOf(world, group));
  if (stored === undefined) return undefined;
  const limit = limitOf(stored.values);
  if (Object.keys(limit).length === 0) return undefined;
  const gauges = world.local(
    'workspace-gauges',
    () => new Map<GroupType, { limits: string; gauge: Gauge }>(),
  );
  const limits = JSON.stringify(limit);
  const open = gauges.get(group);
  if (open?.limits === limits) return open.gauge;
  const gauge = createGauge(limit, world.clock);
  gauges.set(group, { limits, gauge });
  return gauge;
}

function limitOf(values: Readonly<Record<string, number>>): RateLimit {
  const own = (type: RateLimitType): number | undefined => values[type];
  return Object.fromEntries(
    ENFORCED.map(([name, type]) => [name, own(type)]).filter(([, value]) => value !== undefined),
  ) as RateLimit;
}

/** Returns the group whose limits apply to an operation; undefined if it has none. */
function groupOf({ id }: Operation): GroupType | undefined {
  if (id === 'messages.create') return 'model_group';
  if (id === 'messages.countTokens') return 'token_count';
  if (id.startsWith('messages.batches.')) return 'batch';
  if (id.startsWith('files.')) return 'files';
  return id.startsWith('skills.') ? 'skills' : undefined;
}
