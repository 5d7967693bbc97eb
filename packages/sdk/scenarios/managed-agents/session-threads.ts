import { BadRequestError } from '@parlance/core-transport';
import type { Session, sessionThreadOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect, idsOf } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';
import { startSession } from './sessions.js';

const hello = { type: 'user.message' as const, content: [{ type: 'text' as const, text: 'hello' }] };

/** A session that has run, and its threads, the primary one first. */
async function threaded(stage: Stage): Promise<{ session: Session; threadId: string }> {
  const session = await startSession(stage);
  await stage.managedAgents.sessions.events.send(session.id, { events: [hello] });
  const [threadId] = await idsOf(stage.managedAgents.sessions.threads.list(session.id));
  return { session, threadId: threadId as string };
}

export const sessionThreadScenarios: ScenariosFor<typeof sessionThreadOperations> = {
  'sessions.threads.list': async (stage) => {
    const { session } = await threaded(stage);
    const threads = await collect(stage.managedAgents.sessions.threads.list(session.id, { limit: 1 }));
    expect(threads[0]?.type).toBe('session_thread');
    expect(threads[0]?.parent_thread_id ?? null).toBeNull();
  },
  'sessions.threads.retrieve': async (stage) => {
    const { session, threadId } = await threaded(stage);
    const thread = await stage.managedAgents.sessions.threads.retrieve(session.id, threadId);
    expect(thread).toMatchObject({ id: threadId, session_id: session.id });
  },
  'sessions.threads.archive': async (stage) => {
    const { session, threadId } = await threaded(stage);
    await expect(stage.managedAgents.sessions.threads.archive(session.id, threadId)).rejects.toThrow(
      BadRequestError,
    );
  },
  'sessions.threads.listEvents': async (stage) => {
    const { session, threadId } = await threaded(stage);
    const events = await collect(stage.managedAgents.sessions.threads.listEvents(session.id, threadId));
    expect(events.length).toBeGreaterThan(0);
  },
  'sessions.threads.stream': async (stage) => {
    const { session, threadId } = await threaded(stage);
    const { sessions } = stage.managedAgents;
    const reading = (async () => {
      for await (const event of sessions.threads.stream(session.id, threadId)) return event.type;
      return undefined;
    })();
    await sessions.events.send(session.id, { events: [hello] });
    expect(await reading).toEqual(expect.any(String));
  },
};
