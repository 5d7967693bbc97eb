import type { FileResourceParams } from '@parlance/schemas';
import { Hono } from 'hono';
import type { Backend } from './backend.js';
import { body } from './body.js';

/** Identifies a resource of a session. */
export interface ResourceOf {
  readonly id: string;
  readonly resourceId: string;
}

/** A new token for a repository. It is write-only. */
export interface NewToken extends ResourceOf {
  readonly token: string;
}

/** Routes for the resources of a session. */
export function resourceRoutes({ parlance }: Backend) {
  return new Hono()
    .post('/attach', body<FileResourceParams & { readonly id: string }>(), async (c) => {
      const { id, ...params } = c.req.valid('json');
      return c.json(await parlance.managedAgents.sessions.resources.add(id, params));
    })
    .post('/detach', body<ResourceOf>(), async (c) => {
      const { id, resourceId } = c.req.valid('json');
      await parlance.managedAgents.sessions.resources.delete(id, resourceId);
      return c.body(null, 204);
    })
    .post('/renewToken', body<NewToken>(), async (c) => {
      const { id, resourceId, token } = c.req.valid('json');
      const { resources } = parlance.managedAgents.sessions;
      await resources.update(id, resourceId, { authorization_token: token });
      return c.body(null, 204);
    });
}
