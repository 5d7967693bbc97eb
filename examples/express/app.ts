/** A route that streams replies as server-sent events. */
import { ApiError, InferenceClient } from '@parlance/inference';
import express, { type ErrorRequestHandler } from 'express';

const client = new InferenceClient();

export const app = express();
app.use(express.json());

app.post('/api/reply', async (request, response) => {
  const { prompt } = request.body as { prompt: string };
  const reply = client.messages.stream({
    model: 'assistant-sonnet-4-6',
    max_tokens: 1024,
    messages: [{ role: 'user', content: prompt }],
  });
  response.on('close', () => reply.abort());
  // Fails before the response has started, so the page receives a status.
  await reply.opened();
  response.type('text/event-stream');
  for await (const text of reply.textStream()) response.write(`data: ${JSON.stringify({ text })}\n\n`);
  response.end('event: done\ndata: {}\n\n');
});

// Express passes rejections of routes to this handler.
const onError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const isBusy = ApiError.is(error) && error.status === 429;
  response.status(isBusy ? 503 : 502).send({ error: 'The reply could not be created' });
};
app.use(onError);
