import { UserProfileCreateParamsSchema, UserProfileUpdateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';

/** Routes for user profiles. */
export function profileRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const profiles = () => parlance.managedAgents.userProfiles;
  return new Hono()
    .post('/list', async (c) => {
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(profiles().list({ limit: 100 }, { signal })));
    })
    .post('/create', body(UserProfileCreateParamsSchema), async (c) =>
      c.json(await profiles().create(c.req.valid('json'))),
    )
    .post('/update', body(UserProfileUpdateParamsSchema.extend({ id })), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await profiles().update(id, params));
    })
    .post('/enroll', body(byId), async (c) =>
      c.json(await profiles().createEnrollmentUrl(c.req.valid('json').id)),
    );
}
