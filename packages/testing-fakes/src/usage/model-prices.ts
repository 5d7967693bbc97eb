/** Prices of the emulator. */
import prices from './model-prices.json' with { type: 'json' };

/** Prices of a model in US dollars per million tokens; `webSearches` per thousand searches. */
export interface EmulatorPrices {
  /** Input that is neither read from nor written to the cache. Reading costs a tenth, writing 1.25 times or, for an hour, twice. */
  readonly input: number;
  /** Output. */
  readonly output: number;
  /** A thousand web searches. */
  readonly webSearches: number;
}

/**
 * Prices that the emulator's cost reports are computed with. They are examples, not those of a service. Pass them to
 * `messageCost` to compare. A model that is not listed costs as much as `assistant-sonnet-4-6`; batches cost half.
 */
export const emulatorPrices: Readonly<Record<string, EmulatorPrices>> = prices;

/** Returns the prices of a model. */
export function pricesOf(model: string): EmulatorPrices {
  return Object.hasOwn(emulatorPrices, model)
    ? (emulatorPrices[model] as EmulatorPrices)
    : prices['assistant-sonnet-4-6'];
}
