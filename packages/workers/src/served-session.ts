/** Serves one session: keeps its item of the work queue, runs its calls, and lets it go when its turn or the session ends. */
import {
  ApiError,
  ConnectionError,
  InvalidParamsError,
  NotFoundError,
  StreamError,
} from '@parlance/core-transport';
import { wait } from '@parlance/core-transport/internal';
import { StoreError } from '@parlance/durable';
import type { FeedCheckpoint, ManagedAgentsClient, ToolError } from '@parlance/managed-agents';
import { latestStatus } from '@parlance/managed-agents/internal';
import type { CallRows } from './call-rows.js';
import type { CallRunner, RegisteredTool } from './call-runner.js';
import type { SessionRow, SessionRows } from './session-rows.js';
import { WorkItem } from './work-item.js';
import type { WorkerEvent } from './worker-event.js';

/** Failures in a row after which a session is put into quarantine, unless the service or the store is unreachable. */
const MAX_FAILURES = 5;
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** A session that is always busy returns to the work queue after this time, in milliseconds, so that other workers can take it over. */
const SHARE_AFTER_MS = 5000;

/** What all sessions of a worker share. */
export interface SessionParts {
  readonly client: ManagedAgentsClient;
  readonly rows: SessionRows;
  readonly calls: CallRows;
  readonly runner: CallRunner;
  readonly tools: ReadonlyMap<string, RegisteredTool>;
  /** Whether people decide prompts through the store. */
  readonly decidesPrompts: boolean;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** A session that this worker serves. */
export class ServedSession {
  readonly #parts: SessionParts;
  readonly #row: SessionRow;
  readonly #item: WorkItem | undefined;
  /** Aborted when no more calls may start. */
  readonly #stop = new AbortController();
  readonly #abort = new AbortController();
  readonly #began = performance.now();
  /** The last status that was read after a turn. */
  #status: Awaited<ReturnType<typeof latestStatus>>;
  /** Settles when the session is no longer served here. Rejects never. */
  readonly done: Promise<void>;

  constructor(parts: SessionParts, row: SessionRow) {
    this.#parts = parts;
    this.#row = row;
    this.#item = WorkItem.of(row, parts.client.environments.work, () => this.stop());
    this.done = this.#serve();
    // Ends the heartbeats, also when another worker has the session.
    void this.done.then(() => this.#abort.abort());
  }

  /** Leaves the session to other workers once the results of running calls were sent. */
  stop(): void {
    this.#stop.abort();
  }

  /** Aborts running calls. */
  abort(): void {
    this.#stop.abort();
    this.#abort.abort();
  }

  async #serve(): Promise<void> {
    const { onEvent } = this.#parts;
    const { session: sessionId } = this.#row;
    onEvent({ type: 'session_started', sessionId });
    for (let failures = 0; ;) {
      const began = performance.now();
      try {
        const reason = await this.#turn();
        if (reason === 'again') failures = 0;
        else return onEvent({ type: 'session_left', sessionId, reason });
      } catch (error) {
        if (this.#stop.signal.aborted)
          return onEvent({ type: 'session_left', sessionId, reason: 'released' });
        // After a long run, it is not one of a row of failures.
        if (performance.now() - began > MAX_DELAY_MS) failures = 0;
        failures += 1;
        if (isPoison(error) || (failures >= MAX_FAILURES && !isOutage(error)))
          if (await quarantine(this.#parts, sessionId, { error, item: this.#item })) return;
        const delayMs = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** failures);
        onEvent({ type: 'retry', sessionId, error, delayMs });
        await this.#pause(error, delayMs);
      }
    }
  }

  /** Waits before the next attempt. The delays of an outage of the store do not add up: all sessions continue soon after its end. */
  async #pause(error: unknown, delayMs: number): Promise<void> {
    const { signal } = this.#stop;
    let isAway = StoreError.is(error);
    while (isAway && !signal.aborted) isAway = !(await this.#parts.rows.answers());
    await wait(Math.random() * delayMs, signal);
  }

  /** Serves the session until its turn ends, or the session does. */
  async #turn(): Promise<'ended' | 'released' | 'again'> {
    const { rows } = this.#parts;
    await this.#item?.take(this.#abort.signal);
    const reason = await this.#run();
    if (reason === 'stopped' && this.#item?.isStopping !== true) return 'released';
    if (reason === 'stopped' || reason === 'terminated' || reason === 'deleted') {
      await this.#item?.stop();
      await rows.remove(this.#row);
      return 'ended';
    }
    const isShared = performance.now() - this.#began > SHARE_AFTER_MS;
    if (!isShared && (await this.#isOpen())) return 'again';
    await this.#item?.stop();
    // A message that arrived before the item was stopped did not queue the session again.
    if (this.#item !== undefined && (await this.#isOpen())) return 'again';
    await rows.remove(this.#row);
    return 'ended';
  }

  async #run(): Promise<string> {
    const { client, runner, tools, decidesPrompts } = this.#parts;
    const { session } = this.#row;
    const over = new AbortController();
    const stopped = AbortSignal.any([this.#stop.signal, this.#abort.signal, over.signal]);
    try {
      const { reason } = await client.sessions.run(session, {
        tools: Array.from(tools.values(), ({ tool }) => tool),
        runCall: (call) => runner.run(call),
        onToolError: (error) => this.#noteRefusal(error),
        ...(decidesPrompts && { onPermission: (use) => runner.permit(session, use, stopped) }),
        follow: this.#row.environment === null,
        resumeFrom: await this.#recent(),
        stop: this.#stop.signal,
        signal: this.#abort.signal,
      });
      return reason;
    } catch (error) {
      if (NotFoundError.is(error)) return 'deleted';
      throw error;
    } finally {
      over.abort();
    }
  }

  /** Returns a checkpoint before the last change of the status: what happened earlier needs nothing from a worker. */
  async #recent(): Promise<FeedCheckpoint | undefined> {
    const status = this.#status ?? (await this.#readStatus());
    this.#status = undefined;
    if (status === undefined) return undefined;
    const { processed_at } = status;
    const { session } = this.#row;
    return { operation: 'sessions.events.follow', session_id: session, processed_at, ids: [], done: false };
  }

  async #isOpen(): Promise<boolean> {
    const status = (this.#status = await this.#readStatus());
    if (status === undefined || status.type === 'session.status_terminated') return false;
    return status.type !== 'session.status_idle' || status.stop_reason.type === 'requires_action';
  }

  #readStatus() {
    return latestStatus(this.#parts.client.sessions.events, this.#row.session, this.#abort.signal);
  }

  /** Keeps a result that the service refused, before the agent receives an error. It stays in the ledger, so the tool does not run again. */
  async #noteRefusal(error: ToolError): Promise<void> {
    const { onEvent, calls } = this.#parts;
    const { session } = this.#row;
    onEvent({ type: 'tool_error', sessionId: session, error });
    const { toolUseId: call, toolName: tool, message } = error;
    await calls.refuse({ call, session, tool, kind: 'call', input: null }, message);
  }
}

/**
 * Puts a session into quarantine, and stops its item.
 *
 * @returns Whether the store has recorded it.
 */
export async function quarantine(
  { rows, onEvent }: SessionParts,
  sessionId: string,
  { error, item }: { readonly error: unknown; readonly item: WorkItem | undefined },
): Promise<boolean> {
  const problem = error instanceof Error ? error.message : String(error);
  try {
    await rows.quarantine(sessionId, problem);
    await item?.stop();
  } catch {
    return false;
  }
  onEvent({ type: 'session_quarantined', sessionId, problem });
  return true;
}

/** A request that the service refuses will be refused again. */
function isPoison(error: unknown): boolean {
  return ApiError.is(error) ? [400, 409, 413].includes(error.status ?? 0) : InvalidParamsError.is(error);
}

/** Nothing is wrong with the session. A key that was revoked must not put all of them into quarantine. */
function isOutage(error: unknown): boolean {
  if (ApiError.is(error)) return error.retryable || [401, 403].includes(error.status ?? 0);
  return ConnectionError.is(error) || StreamError.is(error) || StoreError.is(error);
}
