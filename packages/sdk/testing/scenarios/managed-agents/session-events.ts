import type { sessionEventOperations, SessionEvent } from '@parlance/schemas';
import { expect } from 'vitest';
import { collect } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';
import { startSession } from './sessions.js';

const hello = { type: 'user.message' as const, content: [{ type: 'text' as const, text: 'hello' }] };

export const sessionEventScenarios: ScenariosFor<typeof sessionEventOperations> = {
  'sessions.events.send': async (clients) => {
    const session = await startSession(clients);
    const sent = await clients.managedAgents.sessions.events.send(session.id, { events: [hello] });
    expect(sent.data).toMatchObject([{ type: 'user.message' }]);
  },
  'sessions.events.list': async (clients) => {
    const session = await startSession(clients);
    const { events } = clients.managedAgents.sessions;
    await events.send(session.id, { events: [hello] });
    const listed = await collect(events.list(session.id, { limit: 2, order: 'asc' }));
    expect(listed[0]).toMatchObject({ type: 'user.message' });
    expect(new Set(listed.map((event) => (event as { id: string }).id)).size).toBe(listed.length);
  },
  'sessions.events.stream': async (clients) => {
    const session = await startSession(clients);
    const { events } = clients.managedAgents.sessions;
    const stream = events.stream(session.id);
    const seen: SessionEvent[] = [];
    const reading = (async () => {
      for await (const event of stream) {
        seen.push(event);
        if (event.type === 'session.status_idle') return;
      }
    })();
    await events.send(session.id, { events: [hello] });
    await reading;
    const reply = seen.find((event) => event.type === 'agent.message');
    expect(JSON.stringify(reply)).toContain('You said: hello');
    expect(await previewedText(clients, session.id)).toBe('You said: hello');
  },
};

/** Returns the text of the next message of the agent, from its previews. */
async function previewedText({ managedAgents }: Clients, sessionId: string): Promise<string> {
  const { events } = managedAgents.sessions;
  const stream = events.streamWithPreviews(sessionId, { event_deltas: ['agent.message'] });
  let text = '';
  const reading = (async () => {
    for await (const event of stream) {
      if (event.type === 'event_delta' && event.delta.type === 'content_delta')
        text += event.delta.content.text;
      if (event.type === 'agent.message') return;
    }
  })();
  await events.send(sessionId, { events: [hello] });
  await reading;
  return text;
}
