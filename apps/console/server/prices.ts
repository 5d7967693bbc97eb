import type { Message } from '@parlance/schemas';

/** US dollars for a million tokens. Figures to show how it is done: put in what your contract says. */
const SAMPLE_PRICES: readonly { readonly family: string; readonly input: number; readonly output: number }[] =
  [
    { family: 'opus', input: 5, output: 25 },
    { family: 'sonnet', input: 3, output: 15 },
    { family: 'haiku', input: 1, output: 5 },
  ];

/** Cache writes and reads cost a share of the input price. */
const WRITE_SHARE = 1.25;
const READ_SHARE = 0.1;

/** What a message cost in US dollars by the sample prices; null for a model that they do not name. */
export function costOf({ model, usage }: Message): number | null {
  const price = SAMPLE_PRICES.find(({ family }) => model.includes(family));
  if (price === undefined) return null;
  const input =
    usage.input_tokens +
    (usage.cache_creation_input_tokens ?? 0) * WRITE_SHARE +
    (usage.cache_read_input_tokens ?? 0) * READ_SHARE;
  return (input * price.input + usage.output_tokens * price.output) / 1_000_000;
}
