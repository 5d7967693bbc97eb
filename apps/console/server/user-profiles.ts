import { UserProfileCreateParamsSchema, UserProfileUpdateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';

/** Routes for user profiles. */
export function profileRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', async (c) => {
      const { signal } = c.req.raw;
      return c.json(
        await Array.fromAsync(parlance.managedAgents.userProfiles.list({ limit: 100 }, { signal })),
      );
    })
    .post('/create', body(UserProfileCreateParamsSchema), async (c) =>
      c.json(await parlance.managedAgents.userProfiles.create(c.req.valid('json'))),
    )
    .post('/update', body(UserProfileUpdateParamsSchema.extend({ id })), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.userProfiles.update(id, params));
    })
    .post('/enroll', body(byId), async (c) =>
      c.json(await parlance.managedAgents.userProfiles.createEnrollmentUrl(c.req.valid('json').id)),
    );
}
