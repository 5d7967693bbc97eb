/** A route that streams replies as text. Hono runs it on Node.js, Bun, Deno, workers and in Next.js. */
import { ApiError, InferenceClient } from '@parlance/inference';
import { Hono } from 'hono';
import { streamText } from 'hono/streaming';

const client = new InferenceClient();

export const app = new Hono();

app.post('/api/reply', async (context) => {
  const { prompt } = await context.req.json<{ prompt: string }>();
  const reply = client.messages.stream({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: prompt }],
  });
  // Fails before the response has started, so the page receives a status.
  await reply.opened();
  return streamText(context, async (output) => {
    output.onAbort(() => reply.abort());
    for await (const text of reply.textStream()) await output.write(text);
  });
});

app.onError((error, context) => {
  if (ApiError.is(error) && error.status === 429) return context.text('Too many requests', 503);
  return context.text('The reply could not be created', 502);
});
