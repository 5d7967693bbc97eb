/** Handlers for usage and cost reports, computed from the ledger of the world. */
import type { CostResult, reportOperations, UsageGroup, UsageParams, UsageResult } from '@parlance/schemas';
import type { HandlersFor } from '../engine/call.js';
import { modelIdOf } from '../model/model-table.js';
import { centsOf, costItemsOf, type CostItem } from '../usage/cost-items.js';
import { reportPage } from '../usage/report-page.js';
import { sumAmounts, type UsageRow, usageRows } from '../usage/usage-ledger.js';
import type { World } from '../world/world.js';

const USAGE_GROUPS: readonly UsageGroup[] = [
  'api_key_id',
  'workspace_id',
  'model',
  'service_tier',
  'context_window',
  'inference_geo',
];

/** Handlers for the report operations. */
export const reportHandlers: HandlersFor<typeof reportOperations> = {
  'usage.messages': (call) => {
    const { query, world } = call;
    const groups = USAGE_GROUPS.filter((group) => query.group_by?.includes(group) === true);
    return reportPage(call, (start, end) => {
      const rows = rowsIn(world, start, end).filter((row) => matches(row, query));
      return grouped(rows, (row) => groups.map((group) => row[group])).map((members) =>
        showUsage(members, groups),
      );
    });
  },

  'cost.list': (call) => {
    const { query, world } = call;
    const byWorkspace = query.group_by?.includes('workspace_id') === true;
    const byDescription = query.group_by?.includes('description') === true;
    return reportPage(call, (start, end) => {
      const items = rowsIn(world, start, end).flatMap(costItemsOf);
      const keyOf = (item: CostItem) => [
        byWorkspace ? item.workspace_id : null,
        byDescription ? { ...item, units: null, workspace_id: null } : null,
      ];
      return grouped(items, keyOf).map((members) => showCost(members, { byWorkspace, byDescription }));
    });
  },
};

function rowsIn(world: World, start: number, end: number): UsageRow[] {
  return world.store
    .of(usageRows)
    .entries()
    .map(({ record }) => record)
    .filter(({ minute }) => minute >= start && minute < end);
}

function matches(row: UsageRow, query: UsageParams): boolean {
  const models = query.models?.map(modelIdOf);
  const filters: readonly (readonly [readonly string[] | undefined, string])[] = [
    [query.api_key_ids, row.api_key_id],
    [query.context_window, row.context_window],
    [query.inference_geos, row.inference_geo],
    [models, row.model],
    [query.service_tiers, row.service_tier],
    [query.workspace_ids, row.workspace_id],
  ];
  return filters.every(([allowed, value]) => allowed === undefined || allowed.includes(value));
}

/** Groups items by a key, in the order in which the groups first appear. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [item]);
    else members.push(item);
  }
  return [...groups.values()];
}

function showUsage(rows: readonly [UsageRow, ...UsageRow[]], groups: readonly UsageGroup[]): UsageResult {
  const used = sumAmounts(rows);
  const of = (group: UsageGroup): string | null => (groups.includes(group) ? rows[0][group] : null);
  return {
    api_key_id: of('api_key_id'),
    cache_creation: {
      ephemeral_1h_input_tokens: used.cacheWrite1h,
      ephemeral_5m_input_tokens: used.cacheWrite5m,
    },
    cache_read_input_tokens: used.cacheRead,
    context_window: of('context_window'),
    inference_geo: of('inference_geo'),
    model: of('model'),
    output_tokens: used.output,
    server_tool_use: { web_search_requests: used.webSearches },
    service_tier: of('service_tier'),
    uncached_input_tokens: used.uncached,
    workspace_id: of('workspace_id'),
  };
}

function showCost(
  items: readonly [CostItem, ...CostItem[]],
  { byWorkspace, byDescription }: { readonly byWorkspace: boolean; readonly byDescription: boolean },
): CostResult {
  const [first] = items;
  const described = byDescription ? first : undefined;
  return {
    amount: centsOf(items),
    context_window: described?.context_window ?? null,
    cost_type: described?.cost_type ?? null,
    currency: 'USD',
    description: described?.description ?? null,
    inference_geo: described?.inference_geo ?? null,
    model: described?.model ?? null,
    service_tier: described?.service_tier ?? null,
    token_type: described?.token_type ?? null,
    workspace_id: byWorkspace ? first.workspace_id : null,
  };
}
