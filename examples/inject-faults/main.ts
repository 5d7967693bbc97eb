import { InferenceClient, StreamError } from '@parlance/inference';
import { createFake } from '@parlance/testing-fakes';

await using fake = createFake();
const client = new InferenceClient({ baseUrl: fake.url, apiKey: fake.keys.api, http: fake.http() });
const params = {
  model: 'assistant-sonnet-4-6',
  max_tokens: 1024,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, status: 529 }]);
const { usage } = await client.messages.create(params);
console.log(`a refused call was retried: ${usage.output_tokens > 0}`);

fake.setFaults([{ match: { path: '/v1/messages' }, times: 1, stream: { cut_at_event: 4 } }]);
try {
  await client.messages.stream(params).finalMessage();
} catch (error) {
  if (!StreamError.is(error)) throw error;
  console.log(`a cut stream is an error: ${error.code}`);
}
