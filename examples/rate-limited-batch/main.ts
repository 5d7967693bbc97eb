import { InferenceClient, mapCalls } from '@parlance/inference';

const client = new InferenceClient();
const prompts = Array.from({ length: 200 }, (_, index) => `prompt ${index}`);

let succeeded = 0;
const results = mapCalls(prompts, (content, options) =>
  client.messages.create(
    { model: 'assistant-haiku-4-5', max_tokens: 100, messages: [{ role: 'user', content }] },
    options,
  ),
);
for await (const result of results) {
  if (result.status === 'fulfilled') succeeded += 1;
  else console.error(result.index, result.error);
}
console.log(`${succeeded} of ${prompts.length} calls succeeded`);
