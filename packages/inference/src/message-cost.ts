/** Prices messages by their usage. */
import { ConfigError } from '@parlance/core-transport';
import { passesOf, requireObject, requireObjects, tokenCounts } from '@parlance/core-transport/internal';
import type { Message } from '@parlance/schemas/inference';

/** Prices of a model, in any currency, per million tokens. */
export interface ModelPrices {
  /** Input that is neither read from nor written to the cache. */
  readonly input: number;
  /** Output. */
  readonly output: number;
  /** Input read from the cache. Defaults to a tenth of `input`. */
  readonly cacheRead?: number | undefined;
  /** Input written to the cache for 5 minutes. Defaults to 1.25 times `input`. */
  readonly cacheWrite5m?: number | undefined;
  /** Input written to the cache for an hour. Defaults to twice `input`. */
  readonly cacheWrite1h?: number | undefined;
  /** A thousand web searches. Default 0. */
  readonly webSearches?: number | undefined;
}

/**
 * Prices by model, keyed by alias (`assistant-opus-4-1`) or by dated id (`assistant-opus-4-1-20250805`). An exact match
 * wins. Otherwise a dated model uses the prices of its alias, and an alias those of its latest dated id.
 */
export type PriceTable = Readonly<Record<string, ModelPrices>>;

/** Cost of a message, itemized, in the currency of the prices. */
export interface MessageCost {
  /** Uncached input. */
  readonly input: number;
  /** Output. */
  readonly output: number;
  /** Input read from the cache. */
  readonly cacheRead: number;
  /** Input written to the cache. */
  readonly cacheWrite: number;
  /** Web searches. */
  readonly webSearches: number;
  /** Sum of all items. */
  readonly total: number;
}

const MILLION = 1_000_000;
/** Price of a token of a batch, relative to that of a token of a single message. */
const BATCH_RATE = 0.5;

/**
 * Returns the cost of a message. Summaries are included, and so are replies from the advisor, at the prices of the
 * advisor's model. Tokens of a message of a batch (service tier `batch`) cost half. Other tiers and speed are not taken into
 * account: pass the prices of the tier you use.
 *
 * @param message - A message, or a model together with a usage from `sumUsage`.
 * @param prices - Your prices; see {@link PriceTable}.
 * @throws {ConfigError} When `prices` lacks a model that the message used, or an argument is not an object.
 */
export function messageCost(message: Pick<Message, 'model' | 'usage'>, prices: PriceTable): MessageCost {
  requireObject('message', message);
  const { usage, model } = message;
  requireObject('message.usage', usage);
  requireObject('prices', prices);
  const searches = usage.server_tool_use?.web_search_requests ?? 0;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const pass of passesOf(usage)) {
    const price = priceOf('model' in pass && typeof pass.model === 'string' ? pass.model : model, prices);
    const { input = 0, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0, output = 0 } = tokenCounts(pass);
    cost.input += (input * price.input) / MILLION;
    cost.output += (output * price.output) / MILLION;
    cost.cacheRead += (cacheRead * (price.cacheRead ?? price.input * 0.1)) / MILLION;
    cost.cacheWrite +=
      ((cacheWrite - cacheWrite1h) * (price.cacheWrite5m ?? price.input * 1.25) +
        cacheWrite1h * (price.cacheWrite1h ?? price.input * 2)) /
      MILLION;
  }
  const webSearches = (searches * (priceOf(model, prices).webSearches ?? 0)) / 1000;
  if (usage.service_tier === 'batch')
    for (const item of ['input', 'output', 'cacheRead', 'cacheWrite'] as const) cost[item] *= BATCH_RATE;
  const total = cost.input + cost.output + cost.cacheRead + cost.cacheWrite + webSearches;
  return { ...cost, webSearches, total };
}

/**
 * Adds up costs, for example those of several runs.
 *
 * @param costs - Costs in one currency; none cost nothing.
 * @throws {ConfigError} When `costs` is not an array of objects.
 */
export function sumCosts(costs: readonly MessageCost[]): MessageCost {
  requireObjects('costs', costs);
  const sum = (item: keyof MessageCost): number => costs.reduce((total, cost) => total + cost[item], 0);
  return {
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
    webSearches: sum('webSearches'),
    total: sum('total'),
  };
}

const RELEASE_DATE = /-\d{8}$/;

function priceOf(model: string, prices: PriceTable): ModelPrices {
  const same = Object.keys(prices).filter((name) => releaseLine(name) === releaseLine(model));
  const alias = same.find((name) => !RELEASE_DATE.test(name));
  const latest = RELEASE_DATE.test(model) ? undefined : same.toSorted().at(-1);
  const name = same.includes(model) ? model : (alias ?? latest);
  const price = name === undefined ? undefined : prices[name];
  if (price == null) throw new ConfigError('prices', `prices must include the model ${model}`);
  return price;
}

/** Aliases lack the date, and some add `-0`: `assistant-opus-4-0` is the alias of `assistant-opus-4-20250514`. */
function releaseLine(model: string): string {
  return model.replace(RELEASE_DATE, '').replace(/-0$/, '');
}
