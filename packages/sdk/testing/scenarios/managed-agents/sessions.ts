import { NotFoundError } from '@parlance/core-transport';
import type { Session, sessionOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

/** Creates a session with a new agent and a new environment. */
export async function startSession({ managedAgents, word }: Clients): Promise<Session> {
  const agent = await managedAgents.agents.create({ name: 'Reviewer', model: 'assistant-sonnet-4-6' });
  const environment = await managedAgents.environments.create({ name: `Container ${word}` });
  return managedAgents.sessions.create({
    agent: agent.id,
    environment_id: environment.id,
    title: 'Review',
    metadata: { ticket: '7' },
  });
}

export const sessionScenarios: ScenariosFor<typeof sessionOperations> = {
  'sessions.create': async (clients) => {
    const session = await startSession(clients);
    expect(session).toMatchObject({ type: 'session', status: 'idle', title: 'Review' });
    expect(session.agent).toMatchObject({ name: 'Reviewer', version: 1 });
    const budget = { type: 'limit' as const, max_list_cost: { amount: '100', currency: 'USD' } };
    const started = await clients.managedAgents.sessions.create({
      agent: { type: 'agent_with_overrides', id: session.agent.id, system: 'Be brief.' },
      environment_id: session.environment_id,
      budget,
      initial_events: [{ type: 'user.message', content: [{ type: 'text', text: 'hello' }] }],
    });
    expect(started).toMatchObject({ budget, agent: { system: 'Be brief.' } });
    const { outcome } = await clients.managedAgents.sessions.run(started.id);
    expect(outcome).toBeDefined();
  },
  'sessions.retrieve': async (clients) => {
    const session = await startSession(clients);
    expect((await clients.managedAgents.sessions.retrieve(session.id)).id).toBe(session.id);
  },
  'sessions.list': async (clients) => {
    const session = await startSession(clients);
    const agentId = session.agent.id;
    expect(await idsOf(clients.managedAgents.sessions.list({ agent_id: agentId }))).toEqual([session.id]);
  },
  'sessions.update': async (clients) => {
    const session = await startSession(clients);
    const updated = await clients.managedAgents.sessions.update(session.id, { title: 'Again' });
    expect(updated).toMatchObject({ title: 'Again', metadata: { ticket: '7' } });
  },
  'sessions.archive': async (clients) => {
    const session = await startSession(clients);
    const archived = await clients.managedAgents.sessions.archive(session.id);
    expect(archived.archived_at).toEqual(expect.any(String));
  },
  'sessions.delete': async (clients) => {
    const session = await startSession(clients);
    expect((await clients.managedAgents.sessions.delete(session.id)).id).toBe(session.id);
    await expect(clients.managedAgents.sessions.retrieve(session.id)).rejects.toThrow(NotFoundError);
  },
};
