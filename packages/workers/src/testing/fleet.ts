/** A self-hosted environment on an emulator, a store, and workers for tests. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '@parlance/durable';
import { ManagedAgentsClient } from '@parlance/managed-agents';
import { createFake, type Fake } from '@parlance/testing-fakes';
import { onTestFinished } from 'vitest';
import { createToolWorker, type ToolWorker } from '../tool-worker.js';
import type { ToolWorkerOptions } from '../worker-options.js';
import type { WorkerEvent } from '../worker-event.js';

/** A fleet of workers in this process. */
export interface Fleet {
  readonly fake: Fake;
  readonly client: ManagedAgentsClient;
  readonly store: Store;
  readonly environment: string;
  /** Events of all workers, in order. */
  readonly events: WorkerEvent[];
  /** Creates a worker that has not started. */
  worker(options?: Partial<ToolWorkerOptions>): ToolWorker;
  /** Starts a worker, and returns how to stop it. It is stopped at the end of the test. */
  start(worker: ToolWorker, drainMs?: number): () => Promise<void>;
  /** Creates a session whose agent has these custom tools, and sends it a message. */
  session(tools: readonly string[], text: string): Promise<string>;
  /** Sends a message. */
  say(session: string, text: string): Promise<void>;
  /** Resolves with the last message of the agent once its turn has ended. */
  reply(session: string): Promise<string>;
  /** Resolves with the first event of a type, also one from before. */
  event<Type extends WorkerEvent['type']>(type: Type): Promise<Extract<WorkerEvent, { type: Type }>>;
}

/** Starts an emulator and opens a store: on PostgreSQL when `npm run test:postgres` has started it. */
export async function openFleet(): Promise<Fleet> {
  const fake = createFake();
  const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: fake.url, apiKey: fake.keys.api });
  const store = await openTestStore();
  const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
  const log = new EventLog();
  const say = async (session: string, text: string): Promise<void> => {
    await client.sessions.events.send(session, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    });
  };
  return {
    fake,
    client,
    store,
    environment: environment.id,
    events: log.events,
    say,
    worker: (options = {}) =>
      createToolWorker({
        client,
        store,
        environment: environment.id,
        onEvent: (event) => log.add(event),
        ...options,
      }),
    start: (worker, drainMs) => {
      const stop = new AbortController();
      const served = worker.serve({ signal: stop.signal, drainMs });
      const end = (): Promise<void> => {
        stop.abort();
        return served;
      };
      onTestFinished(() => end().catch(() => undefined));
      return end;
    },
    session: async (tools, text) => {
      const agent = await client.agents.create({ model: 'm', name: 'Cashier', tools: tools.map(customTool) });
      const { id } = await client.sessions.create({ agent: agent.id, environment_id: environment.id });
      await say(id, text);
      return id;
    },
    reply: async (session) => (await client.sessions.run(session)).text,
    event: (type) => log.first(type),
  };
}

function customTool(name: string) {
  return { type: 'custom' as const, name, description: 'd', input_schema: { type: 'object' as const } };
}

/** The events of workers, for tests that wait for one. */
class EventLog {
  readonly events: WorkerEvent[] = [];
  readonly #listeners: Set<() => void> = new Set();

  add(event: WorkerEvent): void {
    this.events.push(event);
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  async first<Type extends WorkerEvent['type']>(type: Type): Promise<Extract<WorkerEvent, { type: Type }>> {
    const isOfType = (event: WorkerEvent): event is Extract<WorkerEvent, { type: Type }> =>
      event.type === type;
    for (;;) {
      const found = this.events.find(isOfType);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#listeners.add(resolve));
    }
  }
}

async function openTestStore(): Promise<Store> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-workers-'));
  const url = process.env['PARLANCE_TEST_POSTGRES'] ?? `sqlite:${path.join(folder, 'store.db')}`;
  const store = await openStore(url, { schema: `test_${randomUUID().replaceAll('-', '')}` });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}
