import type { Session, SessionEvent, UserEventParams } from '@parlance/schemas';
import type { Backend } from './backend.js';
import type { CallContext } from './rpc.js';

/** What a new session is made of. */
export interface NewSession {
  readonly agentId: string;
  readonly title: string;
  readonly memoryStoreIds: readonly string[];
  readonly vaultIds: readonly string[];
}

/** A file to be put before a session. */
export interface SessionFile {
  readonly sessionId: string;
  readonly name: string;
  /** The content, as text. */
  readonly text: string;
}

/** Environment that the console makes for its sessions when there is none. */
const ENVIRONMENT = 'Parlance console';

/** The calls about sessions. */
export function sessionCalls({ parlance }: Backend) {
  return {
    'sessions.list': async (_: null, { signal }: CallContext): Promise<Session[]> =>
      Array.fromAsync(parlance.managedAgents.sessions.list({ limit: 100 }, { signal })),

    'sessions.retrieve': async ({ id }: { id: string }, { signal }: CallContext): Promise<Session> =>
      parlance.managedAgents.sessions.retrieve(id, { signal }),

    'sessions.create': async (params: NewSession): Promise<Session> => createSession(params, parlance),

    'sessions.send': async ({ id, event }: { id: string; event: UserEventParams }): Promise<void> => {
      await parlance.managedAgents.sessions.events.send(id, { events: [event] });
    },

    /** The whole feed: history, then live, over any number of connections to the service. */
    'sessions.follow': ({ id }: { id: string }, { signal }: CallContext): AsyncIterable<SessionEvent> =>
      parlance.managedAgents.sessions.events.follow(id, { signal }),

    'sessions.addFile': async ({ sessionId, name, text }: SessionFile): Promise<void> => {
      const data = new TextEncoder().encode(text);
      const file = await parlance.managedAgents.files.upload({
        file: { filename: name, contentType: 'text/plain', data },
      });
      await parlance.managedAgents.sessions.resources.add(sessionId, {
        type: 'file',
        file_id: file.id,
        mount_path: `/mnt/session/uploads/${name}`,
      });
    },

    'sessions.archive': async ({ id }: { id: string }): Promise<Session> =>
      parlance.managedAgents.sessions.archive(id),
  };
}

async function createSession(params: NewSession, { managedAgents }: Backend['parlance']): Promise<Session> {
  return managedAgents.sessions.create({
    agent: params.agentId,
    environment_id: await environmentOf(managedAgents),
    title: params.title || null,
    vault_ids: [...params.vaultIds],
    resources: params.memoryStoreIds.map((id) => ({ type: 'memory_store', memory_store_id: id })),
  });
}

async function environmentOf({ environments }: Backend['parlance']['managedAgents']): Promise<string> {
  const first = (await environments.list({ limit: 1 })).data[0];
  return (first ?? (await environments.create({ name: ENVIRONMENT }))).id;
}
