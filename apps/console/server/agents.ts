import { AgentCreateParamsSchema, AgentUpdateParamsSchema } from '@parlance/schemas/validation';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Backend } from './backend.js';
import { body, byId, id } from './body.js';

/** Filters of a list: whether to include archived items. */
export const listing = z.strictObject({ archived: z.boolean() });

/** Routes for agents and their versions. */
export function agentRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body(listing), async (c) => {
      const params = { limit: 100, include_archived: c.req.valid('json').archived };
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.managedAgents.agents.list(params, { signal })));
    })
    .post('/versions', body(byId), async (c) => {
      const { id } = c.req.valid('json');
      const { signal } = c.req.raw;
      const versions = parlance.managedAgents.agents.listVersions(id, { limit: 100 }, { signal });
      return c.json(await Array.fromAsync(versions));
    })
    .post('/create', body(AgentCreateParamsSchema), async (c) =>
      c.json(await parlance.managedAgents.agents.create(c.req.valid('json'))),
    )
    .post('/update', body(AgentUpdateParamsSchema.extend({ id })), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.agents.update(id, params));
    })
    .post('/archive', body(byId), async (c) =>
      c.json(await parlance.managedAgents.agents.archive(c.req.valid('json').id)),
    );
}
