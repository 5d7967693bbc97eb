/**
 * Ledger of the tokens that the replies of a world used, for its usage and cost reports.
 *
 * Rules: USE-007.
 */
import type { MessageIterationUsage, Usage } from '@parlance/schemas';
import { apiKeyIdOf } from '../organization/api-keys.js';
import { collection, type CollectionName } from '../world/store.js';
import type { World } from '../world/world.js';

const MINUTE_MS = 60_000;
const LARGE_CONTEXT_TOKENS = 200_000;

/** Amounts of a row. */
export interface UsedAmounts {
  readonly uncached: number;
  readonly cacheWrite1h: number;
  readonly cacheWrite5m: number;
  readonly cacheRead: number;
  readonly output: number;
  readonly webSearches: number;
}

/** What the amounts of a row are for. */
export interface UsedFor {
  readonly api_key_id: string;
  readonly workspace_id: string;
  readonly model: string;
  readonly service_tier: string;
  readonly context_window: '0-200k' | '200k-1M';
  readonly inference_geo: string;
}

/** Amounts used in one minute. Rows are merged as they are written, so that their number does not grow with requests. */
export interface UsageRow extends UsedFor, UsedAmounts {
  /** Start of the minute, in milliseconds since the Unix epoch. */
  readonly minute: number;
}

/** Rows of the ledger. */
export const usageRows: CollectionName<UsageRow> = collection('usage_rows');

/** Usage of a reply. Compactions and advice are in its iterations. */
export interface UsedReply {
  readonly model: string;
  readonly usage: Partial<Usage>;
}

/**
 * Records the usage of a reply at the current time.
 *
 * @param world - World, or the view of a workspace, that the request was sent to.
 * @param reply - Model and usage of the reply.
 */
export function recordUsage(world: World, { model, usage }: UsedReply): void {
  const searches = usage.server_tool_use?.web_search_requests ?? 0;
  // The emulator reports known kinds of iterations only.
  const passes = (usage.iterations ?? [usage]) as readonly Pass[];
  const common = {
    api_key_id: apiKeyIdOf(world),
    workspace_id: world.workspaceId,
    service_tier: usage.service_tier ?? 'standard',
    inference_geo: usage.inference_geo ?? 'global',
  };
  for (const pass of passes) {
    const amounts = amountsOf(pass);
    const input = amounts.uncached + amounts.cacheWrite1h + amounts.cacheWrite5m + amounts.cacheRead;
    const context_window = input > LARGE_CONTEXT_TOKENS ? '200k-1M' : '0-200k';
    add(world, { ...common, model: pass.model ?? model, context_window }, amounts);
  }
  if (searches > 0)
    add(world, { ...common, model, context_window: '0-200k' }, { ...NOTHING, webSearches: searches });
}

/** No amounts. */
export const NOTHING: UsedAmounts = {
  uncached: 0,
  cacheWrite1h: 0,
  cacheWrite5m: 0,
  cacheRead: 0,
  output: 0,
  webSearches: 0,
};

/** Adds up amounts. */
export function sumAmounts(all: readonly UsedAmounts[]): UsedAmounts {
  const sum = (name: keyof UsedAmounts): number => all.reduce((total, one) => total + one[name], 0);
  return {
    uncached: sum('uncached'),
    cacheWrite1h: sum('cacheWrite1h'),
    cacheWrite5m: sum('cacheWrite5m'),
    cacheRead: sum('cacheRead'),
    output: sum('output'),
    webSearches: sum('webSearches'),
  };
}

/** Tokens of a reply or of one of its iterations; `model` only if another one than the requested wrote it. */
export type Pass = Partial<Omit<MessageIterationUsage, 'type'>> & { readonly model?: string | undefined };

/** Returns the amounts of a reply, without searches. Cache writes without a lifetime are those of 5 minutes. */
export function amountsOf(pass: Pass): UsedAmounts {
  const hour = pass.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    uncached: pass.input_tokens ?? 0,
    cacheWrite1h: hour,
    cacheWrite5m: (pass.cache_creation_input_tokens ?? 0) - hour,
    cacheRead: pass.cache_read_input_tokens ?? 0,
    output: pass.output_tokens ?? 0,
    webSearches: 0,
  };
}

function add(world: World, used: UsedFor, amounts: UsedAmounts): void {
  recordRow(world, {
    minute: Math.floor(world.clock.now() / MINUTE_MS) * MINUTE_MS,
    ...used,
    ...amounts,
  });
}

/** Adds the amounts of a row to those of the same minute, if there are any. */
export function recordRow(world: World, row: UsageRow): void {
  const { minute, api_key_id, workspace_id, model, service_tier, context_window, inference_geo } = row;
  const used = { api_key_id, workspace_id, model, service_tier, context_window, inference_geo };
  const id = JSON.stringify([minute, ...Object.values(used)]);
  const records = world.store.of(usageRows);
  const before = records.get(id);
  records.put(id, before === undefined ? row : { minute, ...used, ...sumAmounts([before, row]) });
}
