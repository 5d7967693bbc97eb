import { AgentCreateParamsSchema, AgentUpdateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';
import { listing, listParams } from './listing.js';

/** Routes for agents and their versions. */
export function agentRoutes({ parlance }: Backend) {
  // A client without a key throws when it is first used.
  const agents = () => parlance.managedAgents.agents;
  return new Hono()
    .post('/list', body(listing), async (c) => {
      const items = agents().list(listParams(c.req.valid('json')), { signal: c.req.raw.signal });
      return c.json(await Array.fromAsync(items));
    })
    .post('/versions', body(byId), async (c) => {
      const { signal } = c.req.raw;
      const versions = agents().listVersions(c.req.valid('json').id, { limit: 100 }, { signal });
      return c.json(await Array.fromAsync(versions));
    })
    .post('/create', body(AgentCreateParamsSchema), async (c) =>
      c.json(await agents().create(c.req.valid('json'))),
    )
    .post('/update', body(AgentUpdateParamsSchema.extend({ id })), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await agents().update(id, params));
    })
    .post('/archive', body(byId), async (c) => c.json(await agents().archive(c.req.valid('json').id)));
}
