/** What a message cost. */
import { ConfigError } from '@parlance/core-transport';
import type { CacheCreation, IterationUsage, Message } from '@parlance/schemas/inference';
import { passesOf } from './sum-usage.js';

/** Prices of a model, in any currency, per million tokens. */
export interface ModelPrices {
  /** Input outside the cache. */
  readonly input: number;
  /** Output. */
  readonly output: number;
  /** Input read from the cache. Default a tenth of `input`. */
  readonly cacheRead?: number | undefined;
  /** Input put into the cache for 5 minutes. Default 1.25 times `input`. */
  readonly cacheWrite5m?: number | undefined;
  /** Input put into the cache for an hour. Default twice `input`. */
  readonly cacheWrite1h?: number | undefined;
  /** A thousand web searches. Default 0. */
  readonly webSearches?: number | undefined;
}

/** Prices by model id. */
export type PriceTable = Readonly<Record<string, ModelPrices>>;

/** What a message cost, part by part, in the currency of the prices. */
export interface MessageCost {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly webSearches: number;
  readonly total: number;
}

const MILLION = 1_000_000;

/**
 * Works out what a message cost. Its summaries and the advisor's answers are part of it, the latter at the prices of the
 * advisor's model. Tier and speed are not looked at: give the prices of those that you use.
 *
 * @param message - The message, or a model with summed usage.
 * @param prices - Prices by model id; yours, because they change.
 * @throws {ConfigError} When the table has no prices of a model.
 */
export function messageCost(message: Pick<Message, 'model' | 'usage'>, prices: PriceTable): MessageCost {
  const { usage, model } = message;
  const searches = usage.server_tool_use?.web_search_requests ?? 0;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const pass of passesOf(usage)) {
    const price = priceOf('model' in pass && typeof pass.model === 'string' ? pass.model : model, prices);
    cost.input += (count(pass.input_tokens) * price.input) / MILLION;
    cost.output += (count(pass.output_tokens) * price.output) / MILLION;
    cost.cacheRead +=
      (count(pass.cache_read_input_tokens) * (price.cacheRead ?? price.input * 0.1)) / MILLION;
    cost.cacheWrite += cacheWriteCost(pass, price);
  }
  const webSearches = (searches * (priceOf(model, prices).webSearches ?? 0)) / 1000;
  const total = cost.input + cost.output + cost.cacheRead + cost.cacheWrite + webSearches;
  return { ...cost, webSearches, total };
}

function priceOf(model: string, prices: PriceTable): ModelPrices {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) throw new ConfigError('prices', `prices has none of the model ${model}`);
  return price;
}

function cacheWriteCost(pass: IterationUsage, price: ModelPrices): number {
  const creation = pass.cache_creation as CacheCreation | null | undefined;
  const hour = creation?.ephemeral_1h_input_tokens ?? 0;
  const minutes = count(pass.cache_creation_input_tokens) - hour;
  return (
    (minutes * (price.cacheWrite5m ?? price.input * 1.25) + hour * (price.cacheWrite1h ?? price.input * 2)) /
    MILLION
  );
}

/** A count of a pass; a kind of pass that is added later may lack it. */
function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
