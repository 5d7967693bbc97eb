import type { AgentCreateParams, AgentUpdateParams } from '@parlance/schemas';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body } from './body.js';

/** Filters of a list. */
export interface Listing {
  /** Whether to include archived items. */
  readonly archived: boolean;
}

/** Routes for agents and their versions. */
export function agentRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/list', body<Listing>(), async (c) => {
      const params = { limit: 100, include_archived: c.req.valid('json').archived };
      const { signal } = c.req.raw;
      return c.json(await Array.fromAsync(parlance.managedAgents.agents.list(params, { signal })));
    })
    .post('/versions', body<{ readonly id: string }>(), async (c) => {
      const { id } = c.req.valid('json');
      const { signal } = c.req.raw;
      const versions = parlance.managedAgents.agents.listVersions(id, { limit: 100 }, { signal });
      return c.json(await Array.fromAsync(versions));
    })
    .post('/create', body<AgentCreateParams>(), async (c) =>
      c.json(await parlance.managedAgents.agents.create(c.req.valid('json'))),
    )
    .post('/update', body<AgentUpdateParams & { readonly id: string }>(), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.agents.update(id, params));
    })
    .post('/archive', body<{ readonly id: string }>(), async (c) =>
      c.json(await parlance.managedAgents.agents.archive(c.req.valid('json').id)),
    );
}
