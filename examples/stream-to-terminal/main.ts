import { InferenceClient } from '@parlance/inference';

const client = new InferenceClient();
const stream = client.messages.stream({
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user', content: process.argv[2] ?? 'hello' }],
});
for await (const text of stream.textStream()) process.stdout.write(text);
const { stop_reason, usage } = await stream.finalMessage();
console.log(`\n${stop_reason}, ${usage.output_tokens} tokens`);
