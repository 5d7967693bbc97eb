/** What a message cost. */
import { ConfigError } from '@parlance/core-transport';
import type { Message, Usage } from '@parlance/schemas';

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
 * Works out what a message cost.
 *
 * @param message - The message, or a model with summed usage.
 * @param prices - Prices by model id; yours, because they change.
 * @throws {ConfigError} When the table has no prices of the model.
 */
export function messageCost(message: Pick<Message, 'model' | 'usage'>, prices: PriceTable): MessageCost {
  const price = Object.hasOwn(prices, message.model) ? prices[message.model] : undefined;
  if (price === undefined) throw new ConfigError('prices', `prices has none of the model ${message.model}`);
  const { usage } = message;
  const cost = {
    input: (usage.input_tokens * price.input) / MILLION,
    output: (usage.output_tokens * price.output) / MILLION,
    cacheRead: ((usage.cache_read_input_tokens ?? 0) * (price.cacheRead ?? price.input * 0.1)) / MILLION,
    cacheWrite: cacheWriteCost(usage, price),
    webSearches: ((usage.server_tool_use?.web_search_requests ?? 0) * (price.webSearches ?? 0)) / 1000,
  };
  return { ...cost, total: Object.values(cost).reduce((sum, part) => sum + part, 0) };
}

function cacheWriteCost(usage: Usage, price: ModelPrices): number {
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  const minutes = (usage.cache_creation_input_tokens ?? 0) - hour;
  return (
    (minutes * (price.cacheWrite5m ?? price.input * 1.25) + hour * (price.cacheWrite1h ?? price.input * 2)) /
    MILLION
  );
}
