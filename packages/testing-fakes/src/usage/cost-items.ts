/**
 * Splits usage into priced items.
 *
 * Rules: USE-009.
 */
import type { CostTokenType, CostType } from '@parlance/schemas';
import { modelTable } from '../model/model-table.js';
import { pricesOf } from './model-prices.js';
import { amountsOf, type Pass, type UsageRow, type UsedAmounts } from './usage-ledger.js';

/** A priced item. Amounts are whole numbers of {@link UNITS_PER_CENT}, so that sums are exact. */
export interface CostItem {
  readonly workspace_id: string;
  readonly units: bigint;
  readonly cost_type: CostType;
  readonly description: string;
  readonly model: string | null;
  readonly context_window: string | null;
  readonly service_tier: string | null;
  readonly token_type: CostTokenType | null;
  readonly inference_geo: string | null;
}

const DIGITS = 8;
/** Units of the amounts of items in a cent. */
export const UNITS_PER_CENT: bigint = 10n ** BigInt(DIGITS);

const TOKENS: readonly (readonly [
  keyof UsedAmounts,
  token: CostTokenType,
  name: string,
  base: 'input' | 'output',
  factor: number,
])[] = [
  ['uncached', 'uncached_input_tokens', 'Input Tokens', 'input', 1],
  ['cacheRead', 'cache_read_input_tokens', 'Input Tokens, Cache Read', 'input', 0.1],
  ['cacheWrite5m', 'cache_creation.ephemeral_5m_input_tokens', 'Input Tokens, Cache Write 5m', 'input', 1.25],
  ['cacheWrite1h', 'cache_creation.ephemeral_1h_input_tokens', 'Input Tokens, Cache Write 1h', 'input', 2],
  ['output', 'output_tokens', 'Output Tokens', 'output', 1],
];

/** Returns the items of a row that have an amount. */
export function costItemsOf(row: UsageRow): CostItem[] {
  const prices = pricesOf(row.model);
  const { workspace_id, model, context_window, service_tier, inference_geo } = row;
  const tier = service_tier === 'batch' ? 0.5 : 1;
  const name = modelTable.get(model)?.display_name ?? model;
  const items: CostItem[] = TOKENS.filter(([amount]) => row[amount] > 0).map(
    ([amount, token_type, what, base, factor]) => ({
      workspace_id,
      // Dollars per million tokens are 10^-4 cents per token.
      units: BigInt(row[amount]) * BigInt(Math.round(prices[base] * factor * tier * 10 ** (DIGITS - 4))),
      cost_type: 'tokens',
      description: `${name} Usage - ${what}`,
      model,
      context_window,
      service_tier,
      token_type,
      inference_geo,
    }),
  );
  if (row.webSearches > 0)
    items.push({
      workspace_id,
      // Dollars per thousand searches are tenths of a cent per search.
      units: BigInt(row.webSearches) * BigInt(Math.round(prices.webSearches * 10 ** (DIGITS - 1))),
      cost_type: 'web_search',
      description: 'Web Search Usage',
      model: null,
      context_window: null,
      service_tier: null,
      token_type: null,
      inference_geo: null,
    });
  return items;
}

/**
 * Returns what a reply costs at list prices.
 *
 * @param model - Model of the reply.
 * @param reply - Its tokens, and the number of web searches. Default: no searches.
 */
export function listCostUnits(
  model: string,
  { usage, searches = 0 }: { readonly usage: Pass; readonly searches?: number },
): bigint {
  const row: UsageRow = {
    ...amountsOf(usage),
    webSearches: searches,
    minute: 0,
    api_key_id: '',
    workspace_id: '',
    model,
    service_tier: 'standard',
    context_window: '0-200k',
    inference_geo: 'global',
  };
  return costItemsOf(row).reduce((sum, item) => sum + item.units, 0n);
}

/** Returns the sum of items in cents, as a decimal without trailing zeros. */
export function centsOf(items: readonly CostItem[]): string {
  const units = items.reduce((sum, item) => sum + item.units, 0n);
  const fraction = String(units % UNITS_PER_CENT)
    .padStart(DIGITS, '0')
    .replace(/0+$/, '');
  return `${units / UNITS_PER_CENT}${fraction === '' ? '' : `.${fraction}`}`;
}
