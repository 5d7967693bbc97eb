import { Hono } from 'hono';
import * as z from 'zod';
import { body, byId } from './body.js';
import { sendEvents } from './events.js';
import { exportRequest } from './export-request.js';
import type { Exports } from './exports.js';

/** `skip` leaves out what could not be read. */
const resumeRequest = byId.extend({ skip: z.boolean().optional() });

/** Routes for exports. */
export function exportRoutes(exports: Exports) {
  return new Hono()
    .post('/watch', (c) => sendEvents(c, exports.watch(c.req.raw.signal)))
    .post('/start', body(exportRequest), async (c) => c.json(await exports.start(c.req.valid('json'))))
    .post('/pause', body(byId), async (c) => {
      await exports.pause(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/resume', body(resumeRequest), async (c) => {
      const { id, ...options } = c.req.valid('json');
      await exports.resume(id, options);
      return c.body(null, 204);
    })
    .post('/verify', body(byId), async (c) => {
      const { ok, records, problems } = await exports.verify(c.req.valid('json').id, c.req.raw.signal);
      return c.json({ ok, records, problems: problems.map(({ message }) => message) });
    });
}
