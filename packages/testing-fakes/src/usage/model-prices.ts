/** Prices of the emulator. */

/** Prices of a model in US dollars per million tokens; `webSearches` per thousand searches. */
export interface EmulatorPrices {
  /** Input that is neither read from nor written to the cache. Reading costs a tenth, writing 1.25 times or, for an hour, twice. */
  readonly input: number;
  /** Output. */
  readonly output: number;
  /** A thousand web searches. */
  readonly webSearches: number;
}

const OPUS = { input: 5, output: 25, webSearches: 10 };
const OLD_OPUS = { input: 15, output: 75, webSearches: 10 };
const SONNET = { input: 3, output: 15, webSearches: 10 };
const HAIKU = { input: 1, output: 5, webSearches: 10 };

/**
 * Prices that the emulator's cost reports are computed with. They are examples, not those of a service. Pass them to
 * `messageCost` to compare. A model that is not listed costs as much as `assistant-sonnet-4-6`; batches cost half.
 */
export const emulatorPrices: Readonly<Record<string, EmulatorPrices>> = {
  'assistant-opus-4-7': OPUS,
  'assistant-mythos-preview': { input: 25, output: 125, webSearches: 10 },
  'assistant-sonnet-4-6': SONNET,
  'assistant-opus-4-6': OPUS,
  'assistant-opus-4-5-20251101': OPUS,
  'assistant-haiku-4-5-20251001': HAIKU,
  'assistant-sonnet-4-5-20250929': SONNET,
  'assistant-opus-4-1-20250805': OLD_OPUS,
  'assistant-opus-4-20250514': OLD_OPUS,
  'assistant-sonnet-4-20250514': SONNET,
  'assistant-3-haiku-20240307': { input: 0.25, output: 1.25, webSearches: 10 },
};

/** Returns the prices of a model. */
export function pricesOf(model: string): EmulatorPrices {
  return Object.hasOwn(emulatorPrices, model) ? (emulatorPrices[model] as EmulatorPrices) : SONNET;
}
