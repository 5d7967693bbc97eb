/* Program of the guide on batches. The tests run it against the emulator. */
// #region Run a batch
import { InferenceClient, messageCost } from '@parlance/inference';

const inference = new InferenceClient();
const { batches } = inference.messages;

const cities = ['Oslo', 'Porto', 'Quito'];
const { id } = await batches.create({
  requests: cities.map((city) => ({
    custom_id: city,
    params: {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content: `Describe ${city} in one sentence.` }],
    },
  })),
});

await batches.wait(id, {
  onProgress: ({ processing_status, request_counts }) => console.log(processing_status, request_counts),
});

let cost = 0;
for await (const { custom_id, result } of batches.resultsOf(id)) {
  if (result.type === 'succeeded') {
    const [block] = result.message.content;
    console.log(custom_id, block?.type === 'text' ? block.text : result.message.stop_reason);
    cost += messageCost(result.message, { 'assistant-sonnet-4-6': { input: 3, output: 15 } }).total;
  } else if (result.type === 'errored') {
    console.error(custom_id, result.error.error.message);
  } else {
    console.error(custom_id, result.type); // canceled or expired
  }
}
console.log(cost);
// #endregion

/** Checks what the program has done. */
export function theResultsHaveACost(): void {
  if (!(cost > 0)) throw new Error(`the cost is ${cost}`);
}
