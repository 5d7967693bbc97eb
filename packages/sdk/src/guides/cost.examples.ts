/* Program of the guide on cost. The tests run it against the emulator. */
import assert from 'node:assert/strict';
// #region Estimate and measure cost
import { InferenceClient, messageCost, sumCosts, sumUsage, type PriceTable } from '@parlance/inference';

const inference = new InferenceClient();

const model = 'assistant-sonnet-4-6';
// Your prices, per million tokens.
const prices: PriceTable = {
  [model]: { input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, webSearches: 10 },
};

const messages = [{ role: 'user' as const, content: 'Why is the sky blue?' }];
const { input_tokens } = await inference.messages.countTokens({ model, messages });
const estimate = messageCost({ model, usage: { input_tokens, output_tokens: 500 } }, prices);
console.log('at most', estimate.total);

const replies = [
  await inference.messages.create({ model, max_tokens: 500, messages }),
  await inference.messages.create({ model, max_tokens: 500, messages }),
];
const costs = replies.map((reply) => messageCost(reply, prices));
const total = sumCosts(costs);
console.log('input', total.input, 'output', total.output, 'total', total.total);
console.log(sumUsage(replies.map(({ usage }) => usage)).output_tokens, 'output tokens');
// #endregion

/** Checks what the program has done. */
export function theCostWasWithinTheEstimate(): void {
  assert(total.total > 0 && total.total <= 2 * estimate.total);
}
