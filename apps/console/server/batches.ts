import type { MessageBatchIndividualResponse } from '@parlance/schemas';
import { MessageBatchCreateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId } from './body.js';

/** Number of batches that the page lists, newest first. Older ones have an address. */
const LISTED = 50;

/** Number of results that the page shows. All of them can be downloaded. */
const SHOWN = 200;

/** Routes of the batches page. */
export function batchRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const batches = () => parlance.inference.messages.batches;
  return new Hono()
    .post('/list', async (c) => {
      const page = await batches().list({ limit: LISTED }, { signal: c.req.raw.signal });
      return c.json({ batches: page.data, hasOlder: page.checkpoint !== null });
    })
    .post('/retrieve', body(byId), async (c) =>
      c.json(await batches().retrieve(c.req.valid('json').id, { signal: c.req.raw.signal })),
    )
    .post('/submit', body(MessageBatchCreateParamsSchema), async (c) =>
      c.json(await batches().create(c.req.valid('json'))),
    )
    .post('/results', body(byId), async (c) => {
      const shown: MessageBatchIndividualResponse[] = [];
      for await (const result of batches().resultsOf(c.req.valid('json').id, { signal: c.req.raw.signal })) {
        shown.push(result);
        if (shown.length === SHOWN) break;
      }
      return c.json(shown);
    })
    .post('/cancel', body(byId), async (c) => {
      await batches().cancel(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/delete', body(byId), async (c) => {
      await batches().delete(c.req.valid('json').id);
      return c.body(null, 204);
    });
}
