import { messageCost, type Message, type ModelPrices, type PriceTable } from '@parlance/inference';

/** US dollars per million tokens. These are sample figures: replace them with the prices of your contract. */
const OPUS: ModelPrices = { input: 5, output: 25 };
const SONNET: ModelPrices = { input: 3, output: 15 };
const HAIKU: ModelPrices = { input: 1, output: 5 };

const SAMPLE_PRICES: PriceTable = {
  'assistant-opus-4-7': OPUS,
  'assistant-opus-4-6': OPUS,
  'assistant-opus-4-5-20251101': OPUS,
  'assistant-sonnet-4-6': SONNET,
  'assistant-sonnet-4-5-20250929': SONNET,
  'assistant-haiku-4-5-20251001': HAIKU,
};

/** Returns the cost of a message in US dollars at the sample prices, or null for a model without a price. */
export function costOf(message: Pick<Message, 'model' | 'usage'>): number | null {
  return Object.hasOwn(SAMPLE_PRICES, message.model) ? messageCost(message, SAMPLE_PRICES).total : null;
}
