import { schemas } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, id } from './body.js';

const resource = z.strictObject({ id, resourceId: id });

/** Routes for the resources of a session. */
export function resourceRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const resources = () => parlance.managedAgents.sessions.resources;
  return new Hono()
    .post('/attach', body(schemas['sessions.resources.add'].body.extend({ id })), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await resources().add(id, params));
    })
    .post('/detach', body(resource), async (c) => {
      const { id, resourceId } = c.req.valid('json');
      await resources().delete(id, resourceId);
      return c.body(null, 204);
    })
    .post('/renewToken', body(resource.extend({ token: z.string().min(1) })), async (c) => {
      const { id, resourceId, token } = c.req.valid('json');
      await resources().update(id, resourceId, { authorization_token: token });
      return c.body(null, 204);
    });
}
