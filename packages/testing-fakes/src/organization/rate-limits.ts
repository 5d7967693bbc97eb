/** Rate limits of an organization, by operation family. Off by default. */
import { managedAgentsOperations, type Operation } from '@parlance/schemas';
import * as z from 'zod';
import type { Gauge } from '../engine/gauge.js';
import { limitPlanOf } from '../limits/limit-plan.js';
import {
  LimitUsedSchema,
  RequestLimitSchema,
  ToolLimitSchema,
  type RateLimit,
} from '../limits/rate-limit.js';
import { planPart, type ScenarioPart } from '../scenario/scenario-part.js';
import type { World } from '../world/world.js';

/** Operation families, each with its own limits. */
export const LIMIT_FAMILIES = [
  'messages',
  'count_tokens',
  'models',
  'completions',
  'managed_agents_create',
  'managed_agents',
  'environments',
  'batches',
  'files',
  'skills',
  'web_search',
  'compliance',
  'admin',
] as const;

/**
 * Operations that share rate limits. `managed_agents_create` covers the operations that create managed agents objects,
 * `web_search` the searches of the server tool.
 */
export type LimitFamily = (typeof LIMIT_FAMILIES)[number];

/** Rate limits by operation family. A family that is left out is unlimited. */
export type RateLimits = { readonly [Family in LimitFamily]?: RateLimit | undefined };

/** Used capacity of each limit, by family and measure. A missing entry means unused. */
export type LimitsUsed = {
  readonly [Family in LimitFamily]?: Partial<Record<keyof RateLimit, number>> | undefined;
};

const RateLimitsSchema: z.ZodType<RateLimits> = z.strictObject(
  Object.fromEntries(
    LIMIT_FAMILIES.map((family) => [
      family,
      (family === 'web_search' ? ToolLimitSchema : RequestLimitSchema).optional(),
    ]),
  ),
);

/** The part `limits` of a scenario. */
export const limitsPart: ScenarioPart = planPart<RateLimits, LimitsUsed>({
  name: 'limits',
  schema: RateLimitsSchema,
  planOf: limitPlanOf,
  progress: z.partialRecord(z.enum(LIMIT_FAMILIES), LimitUsedSchema.optional()),
});

/**
 * The limits that the emulator reports for an organization without `rateLimits`, and those that the service documents. Pass them as
 * `rateLimits` to enforce them. They are examples: those of a service depend on the organization.
 */
export const usualRateLimits: RateLimits = {
  messages: { requests: 4000, input_tokens: 2_000_000, output_tokens: 400_000 },
  count_tokens: { requests: 4000 },
  managed_agents_create: { requests: 300 },
  managed_agents: { requests: 600 },
  environments: { requests: 60 },
  batches: { requests: 4000 },
  files: { requests: 500 },
  skills: { requests: 500 },
  web_search: { tool_uses: 30 },
  compliance: { requests: 600 },
};

/** Returns the usage of the organization's limits for an operation; undefined when it is not limited. */
export function limitsOf(world: World, operation: Operation): Gauge | undefined {
  const family = familyOf(operation);
  return family === undefined ? undefined : limitPlanOf(world).gauge(family);
}

/** Returns the usage of the organization's limits of web searches; undefined when they are not limited. */
export function searchLimits(world: World): Gauge | undefined {
  return limitPlanOf(world).gauge('web_search' satisfies LimitFamily);
}

function familyOf({ id, auth }: Operation): LimitFamily | undefined {
  if (auth === 'compliance-key') return 'compliance';
  if (auth === 'admin-key') return 'admin';
  if (id === 'messages.countTokens') return 'count_tokens';
  if (id.startsWith('messages.batches.')) return 'batches';
  const resource = id.split('.', 1)[0] as string;
  const own = LIMIT_FAMILIES.find((family) => family === resource);
  if (own !== undefined || !Object.hasOwn(managedAgentsOperations, id)) return own;
  return id.endsWith('.create') ? 'managed_agents_create' : 'managed_agents';
}
