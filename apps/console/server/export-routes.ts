import { Hono } from 'hono';
import { body } from './body.js';
import { sendEvents } from './events.js';
import type { ExportRequest } from './export-state.js';
import type { Exports } from './exports.js';

/** Identifies an export. */
interface ExportId {
  readonly id: string;
}

/** Routes for exports. */
export function exportRoutes(exports: Exports) {
  return new Hono()
    .post('/watch', (c) => sendEvents(c, exports.watch(c.req.raw.signal)))
    .post('/start', body<ExportRequest>(), async (c) => c.json(await exports.start(c.req.valid('json'))))
    .post('/pause', body<ExportId>(), (c) => {
      exports.pause(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/resume', body<ExportId>(), async (c) => {
      await exports.resume(c.req.valid('json').id);
      return c.body(null, 204);
    })
    .post('/leaveOut', body<ExportId>(), async (c) => {
      await exports.leaveOut(c.req.valid('json').id);
      return c.body(null, 204);
    });
}
