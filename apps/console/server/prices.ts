import { messageCost, type Message, type ModelPrices, type PriceTable } from '@parlance/inference';

/** US dollars for a million tokens. Figures to show how it is done: put in what your contract says. */
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

/** What a message cost in US dollars by the sample prices; null for a model that they do not name. */
export function costOf(message: Pick<Message, 'model' | 'usage'>): number | null {
  return Object.hasOwn(SAMPLE_PRICES, message.model) ? messageCost(message, SAMPLE_PRICES).total : null;
}
