import { BadRequestError } from '@parlance/core-transport';
import type { Session, sessionThreadOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect, idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';
import { startSession } from './sessions.js';

const hello = { type: 'user.message' as const, content: [{ type: 'text' as const, text: 'hello' }] };

/** A session that has run, and its threads, the primary one first. */
async function threaded(clients: Clients): Promise<{ session: Session; threadId: string }> {
  const session = await startSession(clients);
  await clients.managedAgents.sessions.events.send(session.id, { events: [hello] });
  const [threadId] = await idsOf(clients.managedAgents.sessions.threads.list(session.id));
  return { session, threadId: threadId as string };
}

export const sessionThreadScenarios: ScenariosFor<typeof sessionThreadOperations> = {
  'sessions.threads.list': async (clients) => {
    const { session } = await threaded(clients);
    const threads = await collect(clients.managedAgents.sessions.threads.list(session.id, { limit: 1 }));
    expect(threads[0]?.type).toBe('session_thread');
    expect(threads[0]?.parent_thread_id ?? null).toBeNull();
  },
  'sessions.threads.retrieve': async (clients) => {
    const { session, threadId } = await threaded(clients);
    const thread = await clients.managedAgents.sessions.threads.retrieve(session.id, threadId);
    expect(thread).toMatchObject({ id: threadId, session_id: session.id });
  },
  'sessions.threads.archive': async (clients) => {
    const { session, threadId } = await threaded(clients);
    await expect(clients.managedAgents.sessions.threads.archive(session.id, threadId)).rejects.toThrow(
      BadRequestError,
    );
  },
  'sessions.threads.listEvents': async (clients) => {
    const { session, threadId } = await threaded(clients);
    const events = await collect(clients.managedAgents.sessions.threads.listEvents(session.id, threadId));
    expect(events.length).toBeGreaterThan(0);
  },
  'sessions.threads.stream': async (clients) => {
    const { session, threadId } = await threaded(clients);
    const { sessions } = clients.managedAgents;
    const reading = (async () => {
      for await (const event of sessions.threads.stream(session.id, threadId)) return event.type;
      return undefined;
    })();
    await sessions.events.send(session.id, { events: [hello] });
    expect(await reading).toEqual(expect.any(String));
  },
};
