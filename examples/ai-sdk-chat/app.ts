/** The server: a page, and a route that runs an agent. */
import { fromUIMessages, toUIMessageStream } from '@parlance/ai-sdk';
import { defineTool, InferenceClient, streamTools } from '@parlance/inference';
import { createUIMessageStreamResponse, type UIMessage } from 'ai';
import { build } from 'esbuild';
import { Hono } from 'hono';
import { z } from 'zod';

const client = new InferenceClient();
const clock = defineTool({
  name: 'get_time',
  description: 'Returns the current time in a city',
  input: z.object({ city: z.string() }),
  run: ({ city }) => `It is noon in ${city}.`,
});

export const app = new Hono();

app.post('/api/chat', async (context) => {
  const { messages } = await context.req.json<{ messages: UIMessage[] }>();
  const run = streamTools(
    client,
    {
      model: 'assistant-sonnet-4-6',
      max_tokens: 1024,
      messages: fromUIMessages(messages, { tools: [clock] }),
      tools: [clock],
    },
    { signal: context.req.raw.signal },
  );
  return createUIMessageStreamResponse({ stream: toUIMessageStream(run) });
});

app.get('/', (context) =>
  context.html('<!doctype html><title>Chat</title><div id="root"></div><script src="/chat.js"></script>'),
);

app.get('/chat.js', async (context) => {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/chat.tsx`],
    bundle: true,
    jsx: 'automatic',
    write: false,
  });
  return context.body(outputFiles[0]?.text ?? '', 200, { 'content-type': 'text/javascript' });
});
