import { ConflictError } from '@parlance/core-transport';
import type { EnvironmentWork, environmentWorkOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

/** A session in a self-hosted environment of its own. */
async function openQueue({ managedAgents, word }: Clients) {
  const environment = await managedAgents.environments.create({
    name: `Own machines ${word}`,
    config: { type: 'self_hosted' },
  });
  const agent = await managedAgents.agents.create({ name: 'Builder', model: 'assistant-opus-4-7' });
  const session = await managedAgents.sessions.create({ agent: agent.id, environment_id: environment.id });
  return { queue: managedAgents.environments.work, environmentId: environment.id, sessionId: session.id };
}

async function claim(clients: Clients) {
  const opened = await openQueue(clients);
  const work = await opened.queue.poll(opened.environmentId, { workerId: `worker-${clients.word}` });
  return { ...opened, work: work as EnvironmentWork };
}

export const environmentWorkScenarios: ScenariosFor<typeof environmentWorkOperations> = {
  'environments.work.poll': async (clients) => {
    const { queue, environmentId, sessionId, work } = await claim(clients);
    expect(work).toMatchObject({ state: 'queued', data: { type: 'session', id: sessionId } });
    expect(work.secret).toEqual(expect.any(String));
    expect(await queue.poll(environmentId)).toBeNull();
  },
  'environments.work.acknowledge': async (clients) => {
    const { queue, environmentId, work } = await claim(clients);
    expect((await queue.acknowledge(environmentId, work.id)).state).toBe('starting');
  },
  'environments.work.heartbeat': async (clients) => {
    const { queue, environmentId, work } = await claim(clients);
    await queue.acknowledge(environmentId, work.id);
    const first = await queue.heartbeat(environmentId, work.id, { expected_last_heartbeat: 'NO_HEARTBEAT' });
    expect(first).toMatchObject({ state: 'active', lease_extended: true });
    await expect(
      queue.heartbeat(environmentId, work.id, { expected_last_heartbeat: 'NO_HEARTBEAT' }),
    ).rejects.toMatchObject({ status: 412 });
    const next = { expected_last_heartbeat: first.last_heartbeat, desired_ttl_seconds: 30 };
    expect((await queue.heartbeat(environmentId, work.id, next)).ttl_seconds).toBe(30);
  },
  'environments.work.stop': async (clients) => {
    const { queue, environmentId, work } = await claim(clients);
    expect((await queue.stop(environmentId, work.id, { force: true })).state).toBe('stopped');
    await expect(queue.stop(environmentId, work.id)).rejects.toThrow(ConflictError);
  },
  'environments.work.stats': async (clients) => {
    const { queue, environmentId } = await claim(clients);
    expect(await queue.stats(environmentId)).toMatchObject({ depth: 0, pending: 1, workers_polling: 1 });
  },
  'environments.work.list': async (clients) => {
    const { queue, environmentId, work } = await claim(clients);
    expect(await idsOf(queue.list(environmentId, { limit: 1 }))).toEqual([work.id]);
  },
  'environments.work.retrieve': async (clients) => {
    const { queue, environmentId, work } = await claim(clients);
    const { secret, ...item } = await queue.retrieve(environmentId, work.id);
    expect(secret ?? null).toBeNull();
    expect(work).toMatchObject(item);
  },
  'environments.work.update': async (clients) => {
    const { queue, environmentId, work } = await claim(clients);
    const metadata = { host: 'build-1' };
    expect((await queue.update(environmentId, work.id, { metadata })).metadata).toEqual(metadata);
  },
};
