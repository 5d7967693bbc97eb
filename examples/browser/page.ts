/** Runs in the page: the whole client, with streams, retries and deadlines, through the proxy. */
import { InferenceClient } from '@parlance/inference';

export async function ask(proxy: string, prompt: string): Promise<string> {
  const client = new InferenceClient({ baseUrl: proxy, apiKey: 'set-by-the-proxy' });
  const message = await client.messages
    .stream({
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: [{ role: 'user', content: prompt }],
    })
    .finalMessage();
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
