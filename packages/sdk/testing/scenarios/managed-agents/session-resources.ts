import { NotFoundError } from '@parlance/core-transport';
import type { FileResource, Session, sessionResourceOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';
import { startSession } from './sessions.js';

async function mounted(clients: Clients): Promise<{ session: Session; resource: FileResource }> {
  const { files, sessions } = clients.managedAgents;
  const data = new TextEncoder().encode('nails,12\n');
  const file = await files.upload({ file: { data, filename: 'stock.csv', contentType: 'text/csv' } });
  const session = await startSession(clients);
  const resource = await sessions.resources.add(session.id, { type: 'file', file_id: file.id });
  return { session, resource };
}

export const sessionResourceScenarios: ScenariosFor<typeof sessionResourceOperations> = {
  'sessions.resources.add': async (clients) => {
    const { resource } = await mounted(clients);
    expect(resource).toMatchObject({ type: 'file', mount_path: expect.stringMatching(/^\//) });
  },
  'sessions.resources.list': async (clients) => {
    const { session, resource } = await mounted(clients);
    expect(await idsOf(clients.managedAgents.sessions.resources.list(session.id))).toEqual([resource.id]);
  },
  'sessions.resources.retrieve': async (clients) => {
    const { session, resource } = await mounted(clients);
    const found = await clients.managedAgents.sessions.resources.retrieve(session.id, resource.id);
    expect(found).toEqual(resource);
  },
  'sessions.resources.update': async (clients) => {
    const { agents, environments, sessions } = clients.managedAgents;
    const agent = await agents.create({ name: 'Reviewer', model: 'assistant-sonnet-4-6' });
    const environment = await environments.create({ name: `Container ${clients.word}` });
    const session = await sessions.create({
      agent: agent.id,
      environment_id: environment.id,
      resources: [
        {
          type: 'githost_repository',
          url: 'https://githost.example/acme/tools',
          authorization_token: 'canary-old',
        },
      ],
    });
    const [id] = await idsOf(sessions.resources.list(session.id));
    const rotated = await sessions.resources.update(session.id, id as string, {
      authorization_token: 'canary-new',
    });
    expect(rotated).toMatchObject({ id, type: 'githost_repository' });
    expect(JSON.stringify(rotated)).not.toContain('canary');
  },
  'sessions.resources.delete': async (clients) => {
    const { session, resource } = await mounted(clients);
    const { resources } = clients.managedAgents.sessions;
    expect(await resources.delete(session.id, resource.id)).toEqual({
      id: resource.id,
      type: 'session_resource_deleted',
    });
    await expect(resources.retrieve(session.id, resource.id)).rejects.toThrow(NotFoundError);
  },
};
