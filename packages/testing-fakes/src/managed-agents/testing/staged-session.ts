/** Test fixture: a session with its agent and environment. */
import { createFake } from '../../fake/create-fake.js';
import type { FakeOptions } from '../../fake/fake-options.js';
import { asker, type Ask, type Asked } from '../../testing/index.js';
import type { Fake } from '../../fake/fake.js';
import type { World } from '../../world/world.js';
import { type SessionScenario } from '../run/session-scenario.js';

/** Untyped view of an event. */
export interface AnyEvent {
  readonly id: string;
  readonly type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of any event.
  readonly [field: string]: any;
}

/** Options for {@link stagedSession}. Objects are merged into the request bodies. */
export interface StagedSessionOptions {
  readonly fake?: FakeOptions;
  readonly stage?: SessionScenario;
  readonly agent?: object;
  readonly session?: object;
  readonly environment?: object;
}

/** Untyped view of a record. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read any field of any record.
export type AnyRecord = Record<string, any>;

/** A session with its agent and environment, and functions to drive it. */
export interface StagedSession {
  readonly fake: Fake;
  readonly ask: Ask;
  readonly world: World;
  readonly agent: AnyRecord;
  readonly environment: AnyRecord;
  readonly session: AnyRecord;
  readonly path: `/v1/sessions/${string}`;
  retrieve(): Promise<AnyRecord>;
  events(query?: string): Promise<AnyEvent[]>;
  settle(): Promise<AnyRecord>;
  send(...sent: object[]): Promise<Asked & { readonly since: AnyEvent[] }>;
  say(text: string): Promise<Asked & { readonly since: AnyEvent[] }>;
}

/** Creates an emulator with an agent, an environment and a session. */
export async function stagedSession(options: StagedSessionOptions = {}): Promise<StagedSession> {
  const fake = createFake({ checkResponses: true, ...options.fake });
  const ask = asker(fake, 'managed-agents-2026-04-01,files-api-2025-04-14');
  const world = fake.world();
  if (options.stage !== undefined) fake.applyScenario({ sessions: options.stage });
  const { json: agent } = await ask('POST /v1/agents', {
    model: 'assistant-opus-4-7',
    name: 'Worker',
    ...options.agent,
  });
  const { json: environment } = await ask('POST /v1/environments', { name: 'env', ...options.environment });
  const created = await ask('POST /v1/sessions', {
    agent: agent.id,
    environment_id: environment.id,
    ...options.session,
  });
  const path = `/v1/sessions/${created.json.id}` as const;
  const retrieve = async () => (await ask(`GET ${path}`)).json;
  const events = async (query = ''): Promise<AnyEvent[]> =>
    (await ask(`GET ${path}/events${query}`)).json.data;
  /** Polls until the session is neither running nor rescheduling. */
  const settle = async () => {
    for (let session = await retrieve(); ; session = await retrieve()) {
      if (session.status !== 'running' && session.status !== 'rescheduling') return session;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Sends events, waits for the session to settle and returns the response with the new events. */
  const send = async (...sent: object[]) => {
    const before = (await events()).length;
    const answer = await ask(`POST ${path}/events`, { events: sent });
    await settle();
    return { ...answer, since: (await events()).slice(before) };
  };
  const say = (text: string) => send({ type: 'user.message', content: [{ type: 'text', text }] });
  return {
    fake,
    ask,
    world,
    agent,
    environment,
    session: created.json,
    path,
    retrieve,
    events,
    settle,
    send,
    say,
  };
}

/** Returns the types of the events, without the model request spans. */
export function typesOf(events: readonly AnyEvent[]): string[] {
  return events.map(({ type }) => type).filter((type) => !type.startsWith('span.model'));
}
