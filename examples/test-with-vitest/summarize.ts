/** The code to test. */
import type { InferenceClient } from '@parlance/inference';

export async function summarize(client: InferenceClient, text: string): Promise<string> {
  const message = await client.messages.create({
    model: 'assistant-sonnet-4-6',
    max_tokens: 200,
    system: 'Summarize the text in one sentence.',
    messages: [{ role: 'user', content: text }],
  });
  if (message.stop_reason === 'max_tokens') throw new Error('The summary is too long.');
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
