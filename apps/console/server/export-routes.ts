import { ActivityListParamsSchema, ChatListParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import { body, byId, id } from './body.js';
import { FAMILIES } from './activity-families.js';
import { sendEvents } from './events.js';
import type { ExportRequest } from './export-state.js';
import type { Exports } from './exports.js';

const exportRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('activities'),
    filters: ActivityListParamsSchema,
    /** IDs of the families to leave out. */
    hidden: z.array(z.enum(FAMILIES.map((family) => family.id))).optional(),
  }),
  z.strictObject({
    kind: z.literal('chats'),
    // Unlike a list of chats, an export may be for any number of users.
    filters: z.strictObject({ ...ChatListParamsSchema.shape, user_ids: z.array(id).optional() }),
  }),
]);

/** Routes for exports. */
export function exportRoutes(exports: Exports) {
  return new Hono()
    .post('/watch', (c) => sendEvents(c, exports.watch(c.req.raw.signal)))
    .post('/start', body<ExportRequest>(exportRequest), async (c) =>
      c.json(await exports.start(c.req.valid('json'))),
    )
    .post('/pause', body(byId), async (c) => {
      await exports.pause(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/resume', body(byId), async (c) => {
      await exports.resume(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/leaveOut', body(byId), async (c) => {
      await exports.leaveOut(c.req.valid('json').id);
      return c.body(null, 204);
    });
}
