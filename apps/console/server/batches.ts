import type { MessageBatchIndividualResponse } from '@parlance/schemas';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId } from './body.js';

/** Number of results that the page shows. All of them can be downloaded. */
const SHOWN = 200;

/** Routes of the batches page. */
export function batchRoutes({ parlance }: Backend) {
  return new Hono().post('/results', body(byId), async (c) => {
    const { batches } = parlance.inference.messages;
    const shown: MessageBatchIndividualResponse[] = [];
    for await (const result of batches.resultsOf(c.req.valid('json').id, { signal: c.req.raw.signal })) {
      shown.push(result);
      if (shown.length === SHOWN) break;
    }
    return c.json(shown);
  });
}
