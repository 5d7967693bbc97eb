/** Entry for Node.js, which sends itself a request. */
import { serve } from '@hono/node-server';
import { app } from './app.ts';

const server = serve({ fetch: app.fetch, port: 0 }, async ({ port }) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/reply`, {
    method: 'POST',
    body: JSON.stringify({ prompt: 'hello' }),
  });
  console.log(response.status, await response.text());
  server.close();
});
