import type { FileResource, FileResourceParams } from '@parlance/schemas';
import type { Backend } from './backend.js';

/** Identifies a resource of a session. */
export interface ResourceOf {
  readonly id: string;
  readonly resourceId: string;
}

/** A new token for a repository. It is write-only. */
export interface NewToken extends ResourceOf {
  readonly token: string;
}

/** Calls for the resources of a session. */
export function resourceCalls({ parlance }: Backend) {
  return {
    'resources.attach': async ({
      id,
      ...params
    }: FileResourceParams & { id: string }): Promise<FileResource> =>
      parlance.managedAgents.sessions.resources.add(id, params),

    'resources.detach': async ({ id, resourceId }: ResourceOf): Promise<void> => {
      await parlance.managedAgents.sessions.resources.delete(id, resourceId);
    },

    'resources.renewToken': async ({ id, resourceId, token }: NewToken): Promise<void> => {
      await parlance.managedAgents.sessions.resources.update(id, resourceId, { authorization_token: token });
    },
  };
}
