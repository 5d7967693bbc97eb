/** A worker: one process of a fleet that runs the tools of sessions. */
import { hostname } from 'node:os';
import {
  AuthenticationError,
  BadRequestError,
  ConfigError,
  NotFoundError,
  PermissionError,
} from '@parlance/core-transport';
import {
  checkRecord,
  duration,
  integerFromOne,
  isA,
  must,
  requireFunction,
  requireObject,
  requireText,
  wait,
  withMethods,
} from '@parlance/core-transport/internal';
import type { EnvironmentWork } from '@parlance/managed-agents';
import { CallRows } from './call-rows.js';
import { CallRunner, type RegisteredTool } from './call-runner.js';
import { Membership } from './membership.js';
import { SandboxedSession, type SandboxItem, type StartSandbox } from './sandboxed-session.js';
import { ServedSession, type SessionParts } from './served-session.js';
import { SessionRows, type SessionRow } from './session-rows.js';
import { workerSchema } from './worker-schema.js';
import type { ServeOptions, ToolWorkerOptions } from './worker-options.js';
import type { WorkerTool, WorkerToolOptions, WorkerToolset } from './worker-tool.js';

const EFFECTS: readonly unknown[] = ['once', 'idempotent', 'transactional'];

/** State of a worker, for a health probe. */
export interface WorkerHealth {
  /** Number of sessions that this process serves. */
  readonly sessions: number;
  /** Number of calls without a result that do not wait for a person. */
  readonly calls: number;
  /** Age of the oldest of them in milliseconds; 0 without one. */
  readonly oldestCallMs: number;
  /** Number of calls that wait for the decision of a person. */
  readonly waiting: number;
}

/** Runs tools of sessions. See {@link createToolWorker}. */
export interface ToolWorker {
  /**
   * Adds a tool. Calls of tools that no worker has are left to other clients.
   *
   * @param tool - The tool, for example from `defineTool`.
   * @param options - How often it may take effect, and who approves its calls.
   * @returns The worker.
   * @throws {ConfigError} When the tool or an option is invalid, or another tool has the same name.
   */
  tool(tool: WorkerTool, options?: WorkerToolOptions): ToolWorker;
  /**
   * Adds the tools of a set, each with its own effects, for example those of `sessionToolset` from `@parlance/agent-tools`: the built-in tools of
   * sessions (`agent_toolset_20260401`).
   *
   * @param toolset - The tools. You close the set.
   * @param options - Who approves calls, and their timeout.
   * @returns The worker.
   * @throws {ConfigError} As {@link ToolWorker.tool}.
   */
  toolset(toolset: WorkerToolset, options?: Pick<WorkerToolOptions, 'approval' | 'timeoutMs'>): ToolWorker;
  /**
   * Adds a session that does not come from a work queue, for example from a webhook. It is stored: one worker of the fleet serves it until it
   * ends. Adding it again has no effect.
   *
   * @param sessionId - Identifier of the session.
   */
  add(sessionId: string): Promise<void>;
  /**
   * Serves sessions until the signal is aborted.
   *
   * @throws {ConfigError} When the worker has no tools, or serves already.
   * @throws {ApiError} When the service refuses the API key or the environment. Running calls are done by then.
   */
  serve(options?: ServeOptions): Promise<void>;
  /**
   * Serves one session, in a sandbox that {@link ServeOptions.sandbox} of another worker has started. Both have the same store and `name`.
   *
   * @param item - What the sandbox was started with.
   * @returns Resolves when the turn or the session has ended, or the signal was aborted.
   * @throws {ConfigError} As {@link ToolWorker.serve}.
   */
  serveItem(item: SandboxItem, options?: Pick<ServeOptions, 'signal' | 'drainMs'>): Promise<void>;
  /** Returns the state of the worker. */
  health(): WorkerHealth;
}

/**
 * Creates a worker, which runs the calls of custom tools. Start any number of processes with the same store: each call runs once, and
 * a process that stops or is killed is replaced by the others.
 *
 * @example
 * ```ts
 * const worker = createToolWorker({ client, store, environment: environment.id });
 * worker.tool(refund, { approval: (input) => input.amount > 100, reconcile: findRefund });
 * await worker.serve({ signal });
 * ```
 * @param options - See {@link ToolWorkerOptions}.
 * @throws {ConfigError} When an option is unknown or invalid.
 */
export function createToolWorker(options: ToolWorkerOptions): ToolWorker {
  checkRecord('', options, {
    client: isA('object'),
    store: withMethods('ledger', 'transaction', 'migrate'),
    environment: isA('string'),
    name: isA('string'),
    concurrency: integerFromOne,
    maxSessions: integerFromOne,
    leaseMs: duration,
    prompts: must('leave or store', (value) => value === 'leave' || value === 'store'),
    telemetry: isA('object'),
    onEvent: isA('function'),
  });
  requireObject('client', options.client);
  requireObject('store', options.store);
  return new Worker(options);
}

class Worker implements ToolWorker {
  readonly #options: ToolWorkerOptions;
  readonly #tools: Map<string, RegisteredTool> = new Map();
  readonly #served: Map<string, ServedSession | SandboxedSession> = new Map();
  #sandbox: StartSandbox | undefined;
  readonly #name: string;
  readonly #leaseMs: number;
  #runner: CallRunner | undefined;
  #isEnding = false;

  constructor(options: ToolWorkerOptions) {
    this.#options = options;
    this.#name = options.name ?? 'tools';
    this.#leaseMs = options.leaseMs ?? 6000;
  }

  toolset({ tools }: WorkerToolset, options?: Pick<WorkerToolOptions, 'approval' | 'timeoutMs'>): this {
    for (const tool of tools) this.tool(tool, { ...options, effects: tool.effects });
    return this;
  }

  tool(tool: WorkerTool, options: WorkerToolOptions = {}): this {
    requireObject('tool', tool);
    requireObject('tool.definition', tool.definition);
    const { name } = tool.definition;
    requireText('tool.definition.name', name);
    requireFunction('tool.call', tool.call);
    checkRecord('', options, {
      effects: must('once, idempotent or transactional', (value) => EFFECTS.includes(value)),
      reconcile: isA('function'),
      approval: isA('boolean', 'function'),
      timeoutMs: duration,
    });
    const { effects = 'once', reconcile } = options;
    if (reconcile !== undefined && effects !== 'once')
      throw new ConfigError('reconcile', 'reconcile is only for tools that take effect once');
    if (this.#tools.has(name))
      throw new ConfigError('tool', `tool names must be unique, but "${name}" is used twice`);
    this.#tools.set(name, { tool, options });
    return this;
  }

  async add(sessionId: string): Promise<void> {
    requireText('sessionId', sessionId);
    const { store } = this.#options;
    await store.migrate(workerSchema);
    await new SessionRows(store, this.#name).add(sessionId);
  }

  health(): WorkerHealth {
    const { calls = 0, oldestMs = 0 } = this.#runner?.health ?? {};
    const waiting = this.#runner?.decisions.count ?? 0;
    return { sessions: this.#served.size, calls, oldestCallMs: oldestMs, waiting };
  }

  async serve(options: ServeOptions = {}): Promise<void> {
    checkRecord('', options, {
      signal: withMethods('addEventListener'),
      drainMs: duration,
      sandbox: isA('function'),
    });
    await this.#within(options.sandbox !== undefined, (parts) => this.#work(parts, options));
  }

  async serveItem(item: SandboxItem, options: ServeOptions = {}): Promise<void> {
    requireObject('item', item);
    requireText('item.sessionId', item.sessionId);
    checkRecord('', options, { signal: withMethods('addEventListener'), drainMs: duration });
    await this.#within(false, (parts) => this.#workOn(item, parts, options));
  }

  /** Prepares what all sessions share, and serves. */
  async #within(isWithoutTools: boolean, serve: (parts: SessionParts) => Promise<void>): Promise<void> {
    if (this.#tools.size === 0 && !isWithoutTools)
      throw new ConfigError('tool', 'the worker has no tools; add one with `tool`');
    if (this.#runner !== undefined) throw new ConfigError('serve', 'the worker serves already');
    const { store, client, onEvent = () => undefined, concurrency = 16, prompts, telemetry } = this.#options;
    const calls = await CallRows.open(store, this.#name);
    const rows = new SessionRows(store, this.#name);
    const runner = new CallRunner({
      store,
      worker: this.#name,
      owner: `${hostname()} ${process.pid}`,
      leaseMs: this.#leaseMs,
      concurrency,
      rows: calls,
      tools: this.#tools,
      telemetry,
      onEvent,
    });
    this.#runner = runner;
    this.#isEnding = false;
    const decidesPrompts = prompts === 'store';
    try {
      await serve({ client, rows, calls, runner, tools: this.#tools, decidesPrompts, onEvent });
    } finally {
      this.#runner = undefined;
    }
  }

  async #workOn(
    item: SandboxItem,
    parts: SessionParts,
    { signal, drainMs = 30_000 }: ServeOptions,
  ): Promise<void> {
    const ended = new AbortController();
    const ending = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
    const member = await Membership.join(this.#options.store, this.#name, this.#leaseMs);
    const watch = parts.runner.decisions.watch(ending, (error) => this.#report(error, 1000));
    const row = await parts.rows.receive(item.sessionId, item, member.id);
    if (row.problem === null) {
      const served = this.#serve(parts, row).then(() => ended.abort());
      ending.addEventListener('abort', () => void this.#drain(drainMs), { once: true });
      if (ending.aborted) await this.#drain(drainMs);
      await served;
    }
    ended.abort();
    await watch;
    await parts.rows.pass(member.id, null);
    await member.leave();
  }

  async #work(parts: SessionParts, { signal, drainMs = 30_000, sandbox }: ServeOptions): Promise<void> {
    this.#sandbox = sandbox;
    const failed = new AbortController();
    const ending = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
    const crew = { parts, member: await Membership.join(this.#options.store, this.#name, this.#leaseMs) };
    const watch = parts.runner.decisions.watch(ending, (error) => this.#report(error, 1000));
    const loops = [this.#adopt(crew, ending), this.#poll(crew, ending), watch];
    const ends = loops.map((loop) =>
      loop.catch((error: unknown) => {
        failed.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(ends);
    this.#isEnding = true;
    await this.#drain(drainMs);
    await parts.rows.pass(crew.member.id, null);
    await crew.member.leave();
    await Promise.all(ends);
  }

  /** Lets running calls finish, and aborts those that take too long. */
  async #drain(drainMs: number): Promise<void> {
    const sessions = [...this.#served.values()];
    for (const session of sessions) session.stop();
    const done = Promise.all(sessions.map((session) => session.done));
    const over = new AbortController();
    await Promise.race([done, wait(drainMs, over.signal)]);
    over.abort();
    for (const session of sessions) session.abort();
    await done;
  }

  /** Takes over sessions that nobody serves, and leaves those that others have taken over. */
  async #adopt(crew: Crew, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      try {
        await this.#lookAround(crew);
      } catch (error) {
        this.#report(error, this.#leaseMs / 3);
      }
      // Members that start together do not query it at the same time.
      await wait(this.#leaseMs * (0.15 + Math.random() * 0.15), ending);
    }
  }

  async #lookAround(crew: Crew): Promise<void> {
    const { rows } = crew.parts;
    if (crew.member.isLost) {
      const { id } = crew.member;
      crew.member = await Membership.join(this.#options.store, this.#name, this.#leaseMs);
      await rows.pass(id, crew.member.id);
    }
    const { member } = crew;
    const gone: string[] = [];
    for (const id of member.watched(await rows.members())) if (await member.isGone(id)) gone.push(id);
    const room = (this.#options.maxSessions ?? 1000) - this.#served.size;
    // A few at a time, so that the other members get some as well.
    if (room > 0) await rows.adopt(member.id, gone, Math.min(room, 50));
    const own = await rows.of(member.id);
    for (const [id, session] of this.#served) if (!own.has(id)) session.stop();
    // Also those that were adopted before when the response of the store was lost.
    for (const [id, row] of own) if (!this.#served.has(id)) void this.#serve(crew.parts, row);
  }

  /** Receives sessions from the work queue. */
  async #poll(crew: Crew, ending: AbortSignal): Promise<void> {
    const { client, environment, maxSessions = 1000 } = this.#options;
    if (environment === undefined) return;
    const { work } = client.environments;
    while (!ending.aborted) {
      if (this.#served.size >= maxSessions) {
        await wait(1000, ending);
        continue;
      }
      try {
        const workerId = crew.member.id;
        const item = await work.poll(environment, { block_ms: 999, workerId }, { signal: ending });
        if (item === null) await this.#restBetweenPolls(crew, ending);
        // A session that cannot be received does not end the worker.
        else await this.#receive(crew, environment, item).catch((error: unknown) => this.#report(error, 0));
      } catch (error) {
        if (ending.aborted) return;
        if (isFinal(error)) throw error;
        this.#report(error, 1000);
        await wait(1000, ending);
      }
    }
  }

  /** The more members poll, the less often each does, so that their requests do not add up. */
  async #restBetweenPolls({ parts }: Crew, ending: AbortSignal): Promise<void> {
    const members = Math.max(1, (await parts.rows.members()).length);
    await wait(Math.random() * 1000 * (members - 1), ending);
  }

  async #receive({ parts, member }: Crew, environment: string, item: EnvironmentWork): Promise<void> {
    const { work } = this.#options.client.environments;
    // Nothing is to be done for a health check.
    if (item.data.type !== 'session' || !('id' in item.data)) {
      await work.acknowledge(environment, item.id);
      await work.stop(environment, item.id, { force: true });
      return;
    }
    // Stored before the queue knows: a member that notices the end of this process continues with the item.
    const row = await parts.rows.receive(String(item.data.id), { environment, item: item.id }, member.id);
    if (row.problem === null) void this.#serve(parts, row);
    else await work.stop(environment, item.id, { force: true });
  }

  async #serve(parts: SessionParts, row: SessionRow): Promise<void> {
    const { session: id } = row;
    for (let earlier = this.#served.get(id); earlier !== undefined; earlier = this.#served.get(id)) {
      earlier.stop();
      await earlier.done;
      if (this.#served.get(id) === earlier) this.#served.delete(id);
      // Others may have adopted it by then. If the store does not answer, it is served after the next look around.
      const own = await parts.rows.of(row.member ?? '').catch(() => undefined);
      if (own?.has(id) !== true) return;
    }
    // Others adopt it.
    if (this.#isEnding) return;
    const session =
      this.#sandbox === undefined
        ? new ServedSession(parts, row)
        : new SandboxedSession(parts, row, this.#sandbox);
    this.#served.set(id, session);
    await session.done;
    if (this.#served.get(id) === session) this.#served.delete(id);
  }

  #report(error: unknown, delayMs: number): void {
    this.#options.onEvent?.({ type: 'retry', sessionId: null, error, delayMs });
  }
}

/** What the loops of a worker share. */
interface Crew {
  readonly parts: SessionParts;
  /** Replaced when its lease was lost. */
  member: Membership;
}

function isFinal(error: unknown): boolean {
  const types = [AuthenticationError, PermissionError, NotFoundError, BadRequestError];
  return types.some((type) => type.is(error));
}
