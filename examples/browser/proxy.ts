/** Lets a page use one endpoint without the key. Add your own check of who sends the request. */
import { Hono } from 'hono';

const { PARLANCE_BASE_URL = '', PARLANCE_API_KEY = '' } = process.env;

export const app = new Hono();

app.post('/v1/messages', async (context) => {
  const headers = new Headers(context.req.raw.headers);
  for (const name of ['host', 'cookie', 'content-length', 'accept-encoding']) headers.delete(name);
  headers.set('x-api-key', PARLANCE_API_KEY);
  const response = await fetch(new URL('/v1/messages', PARLANCE_BASE_URL), {
    method: 'POST',
    headers,
    body: await context.req.arrayBuffer(),
    signal: context.req.raw.signal,
  });
  const { status, body } = response;
  return new Response(body, {
    status,
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  });
});
