// A typical program of 30 lines. The checks measure its types and its bundle.
import { ApiError, InferenceClient, StreamError, type MessageParam } from '@parlance/inference';

const inference = new InferenceClient({ baseUrl: 'https://api.example.com', apiKey: 'api-default' });
const messages: MessageParam[] = [];

export async function ask(content: string): Promise<string> {
  messages.push({ role: 'user', content });
  const message = await inference.messages.create({
    model: 'assistant-opus-4-7',
    max_tokens: 1024,
    messages,
  });
  messages.push({ role: 'assistant', content: message.content });
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

export async function printReply(content: string, onText: (text: string) => void): Promise<number> {
  messages.push({ role: 'user', content });
  const stream = inference.messages.stream({ model: 'assistant-opus-4-7', max_tokens: 1024, messages });
  try {
    for await (const event of stream) {
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') onText(event.delta.text);
    }
    const { content, usage } = await stream.finalMessage();
    messages.push({ role: 'assistant', content });
    return usage.output_tokens;
  } catch (error) {
    if (error instanceof StreamError) return error.lastEventIndex;
    if (error instanceof ApiError) return error.status ?? 0;
    throw error;
  }
}
