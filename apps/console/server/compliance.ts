import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId } from './body.js';

/** Routes of the compliance page. */
export function complianceRoutes({ parlance }: Backend) {
  return (
    new Hono()
      /** Deletes a chat. The pass-through does not, so that no other code of the page can. */
      .post('/deleteChat', body(byId), async (c) =>
        c.json(await parlance.compliance.chats.delete(c.req.valid('json').id)),
      )
  );
}
