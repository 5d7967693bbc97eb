/** An emulator with a self-hosted environment, and worker processes that serve it. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Naming } from '@parlance/schemas/kit';
import { ManagedAgentsClient, type SessionEvent } from '@parlance/managed-agents';
import { createFake, type Fake, type FakeOptions, type SessionReply } from '@parlance/testing-fakes';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import type { WorkerLine, WorkerSettings, WorkerUsage } from './worker-program.ts';

/** A worker to observe. */
export interface WorkerSubject {
  /** Path of a program that is started with {@link WorkerSettings}. */
  readonly program: string;
  /** The names of its service. Default: ours. */
  readonly naming?: Naming;
}

/** What a world has. */
export interface WorkerWorldOptions extends Pick<WorkerSettings, 'toolMs' | 'approval'> {
  /** Scripted replies of the model. Default: it calls the tools that messages name. */
  readonly replies?: readonly SessionReply[];
  /** Sees each request. */
  readonly onRequest?: FakeOptions['onRequest'];
}

/** A tool result that the agent has received. */
export interface ReceivedResult {
  readonly text: string;
  readonly isError: boolean;
}

const LOOK_EVERY_MS = 50;

/** A world. Its processes are killed when it is disposed. */
export class WorkerWorld implements AsyncDisposable {
  readonly fake: Fake;
  readonly client: ManagedAgentsClient;
  readonly folder: TemporaryFolder;
  readonly #subject: WorkerSubject;
  readonly #settings: WorkerSettings;
  readonly #agent: string;
  #cloud: string | undefined;
  readonly #started: ChildProcess[] = [];

  private constructor(
    parts: Pick<WorkerWorld, 'fake' | 'client' | 'folder'>,
    subject: WorkerSubject,
    start: { readonly settings: WorkerSettings; readonly agent: string },
  ) {
    this.fake = parts.fake;
    this.client = parts.client;
    this.folder = parts.folder;
    this.#subject = subject;
    this.#settings = start.settings;
    this.#agent = start.agent;
  }

  /** Opens a world without a worker. */
  static async open(subject: WorkerSubject, options: WorkerWorldOptions): Promise<WorkerWorld> {
    const { naming } = subject;
    const { replies, onRequest, ...tool } = options;
    const fake = createFake({ naming, onRequest, clock: { mode: 'running' } });
    if (replies) fake.applyScenario({ sessions: { replies } });
    const folder = await temporaryFolder();
    const { url } = await fake.listen({ port: 0 });
    const key = fake.keys.api;
    const client = new ManagedAgentsClient({ http: fake.http(), baseUrl: url, apiKey: key, naming });
    const environment = await client.environments.create({ name: 'own', config: { type: 'self_hosted' } });
    const agent = await client.agents.create({
      model: 'm',
      name: 'Cashier',
      tools: [{ type: 'custom', name: 'charge', description: 'd', input_schema: { type: 'object' } }],
    });
    const settings = { url, key, environment: environment.id, folder: folder.path, ...tool };
    return new WorkerWorld({ fake, client, folder }, subject, { settings, agent: agent.id });
  }

  /** Starts a worker. */
  start(more: Pick<WorkerSettings, 'followed'> = {}): ChildProcess {
    const child = fork(this.#subject.program, [JSON.stringify({ ...this.#settings, ...more })], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#started.push(child);
    return child;
  }

  /** Starts two workers, and waits until both ask for work. */
  async startTwo(patienceMs: number): Promise<void> {
    this.start();
    this.start();
    const { work } = this.client.environments;
    await this.until(
      async () => (await work.stats(this.#settings.environment)).workers_polling === 2,
      patienceMs,
    );
  }

  /** Waits until a tool runs, and returns the process that it runs in. */
  async running(patienceMs: number): Promise<ChildProcess> {
    await this.until(() => this.lines('runs').length > 0, patienceMs);
    const child = this.#started.find(({ pid }) => pid === this.lines('runs')[0]?.process);
    if (child === undefined) throw new Error('no worker runs the tool');
    return child;
  }

  /** Creates a session that has nothing to do. */
  async session(): Promise<string> {
    const { environment } = this.#settings;
    return (await this.client.sessions.create({ agent: this.#agent, environment_id: environment })).id;
  }

  /** Creates a session and sends it a message. */
  async sessionWith(text: string): Promise<string> {
    const id = await this.session();
    await this.say(id, text);
    return id;
  }

  /** Creates a session that is not in the queue and has nothing to do. */
  async sessionToFollow(): Promise<string> {
    this.#cloud ??= (await this.client.environments.create({ name: 'cloud' })).id;
    return (await this.client.sessions.create({ agent: this.#agent, environment_id: this.#cloud })).id;
  }

  /** Sends a message. */
  async say(session: string, text: string): Promise<void> {
    await this.client.sessions.events.send(session, {
      events: [{ type: 'user.message', content: [{ type: 'text', text }] }],
    });
  }

  /** Waits until a condition holds. Returns false when it does not in time. */
  async until(isTrue: () => boolean | Promise<boolean>, patienceMs: number): Promise<boolean> {
    const end = performance.now() + patienceMs;
    while (!(await isTrue())) {
      if (this.#started.some(({ exitCode }) => (exitCode ?? 0) > 0)) throw new Error('a worker has failed');
      if (performance.now() > end) return false;
      await sleep(LOOK_EVERY_MS);
    }
    return true;
  }

  /** Returns the lines of the log with an event, oldest first. */
  lines(event: WorkerLine['event']): WorkerLine[] {
    const file = path.join(this.folder.path, 'log.ndjson');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as WorkerLine).filter((line) => line.event === event);
  }

  /** Returns the results that the agent has received. */
  async received(session: string): Promise<ReceivedResult[]> {
    const events = await this.#events(session);
    return events.flatMap((event) => {
      if (event.type !== 'user.custom_tool_result') return [];
      const [block] = event.content ?? [];
      return [{ text: block?.type === 'text' ? block.text : '', isError: event.is_error === true }];
    });
  }

  /** Whether the turn of a session has ended. */
  async hasEnded(session: string): Promise<boolean> {
    const statuses = (await this.#events(session)).filter(({ type }) => type.startsWith('session.status_'));
    const last = statuses.at(-1);
    return last?.type === 'session.status_idle' && last.stop_reason.type === 'end_turn';
  }

  async #events(session: string): Promise<SessionEvent[]> {
    const events: SessionEvent[] = [];
    for await (const event of this.client.sessions.events.list(session)) events.push(event);
    return events;
  }

  /** Kills all processes. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#started) await endProcess(child, 'SIGKILL');
    await this.client.close();
    await this.fake.close();
    await this.folder[Symbol.asyncDispose]();
  }
}

/** Sends a signal to a process, and waits for its end. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Returns what a process uses. */
export async function usageOf(child: ChildProcess): Promise<WorkerUsage> {
  const answered = once(child, 'message');
  child.send('usage');
  const [usage] = (await answered) as [WorkerUsage];
  return usage;
}
