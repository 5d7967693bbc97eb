/** Serves the chat: open the address that it prints. */
import { serve } from '@hono/node-server';
import { app } from './app.ts';

serve({ fetch: app.fetch, port: 3000 }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
