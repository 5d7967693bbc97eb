/** Hands one session to a sandbox, and holds the item of the work queue until the sandbox has taken it over. */
import { wait } from '@parlance/core-transport/internal';
import { quarantine, type SessionParts } from './served-session.js';
import type { SessionRow } from './session-rows.js';
import { WorkItem } from './work-item.js';

/** A session for a sandbox. It is plain JSON: pass it to the program in the sandbox, which calls `worker.serveItem`. */
export interface SandboxItem {
  /** Identifier of the session. */
  readonly sessionId: string;
  /** Identifier of the environment; null for a session that was passed to `add`. */
  readonly environment: string | null;
  /** Identifier of the item of the work queue; null for a session that was passed to `add`. */
  readonly item: string | null;
}

/**
 * Starts a sandbox for a session, for example a container or a virtual machine. Resolves when the sandbox has ended. A sandbox that ends before it has taken
 * the session over is started again, with growing delays, and five times at most.
 *
 * @param item - The session.
 * @param options - `signal` is aborted when the worker ends before the sandbox has taken the session over.
 */
export type StartSandbox = (item: SandboxItem, options: { readonly signal: AbortSignal }) => Promise<void>;

/** Starts of a sandbox after which its session is put into quarantine. */
const MAX_STARTS = 5;
const BASE_DELAY_MS = 500;

/** A session that a sandbox serves. */
export class SandboxedSession {
  readonly #parts: SessionParts;
  readonly #row: SessionRow;
  readonly #item: WorkItem | undefined;
  readonly #start: StartSandbox;
  /** Aborted when the sandbox has the session, or the worker ends. */
  readonly #left = new AbortController();
  readonly #abort = new AbortController();
  /** Settles when this worker no longer cares for the session. Rejects never. */
  readonly done: Promise<void>;

  constructor(parts: SessionParts, row: SessionRow, start: StartSandbox) {
    this.#parts = parts;
    this.#row = row;
    this.#item = WorkItem.of(row, parts.client.environments.work, () => this.stop());
    this.#start = start;
    this.done = this.#supervise();
    void this.done.then(() => this.#left.abort());
  }

  /** The row has another owner, or the worker ends. */
  stop(): void {
    this.#left.abort();
  }

  /** Ends a sandbox that has not taken the session over. */
  abort(): void {
    this.#left.abort();
    this.#abort.abort();
  }

  async #supervise(): Promise<void> {
    const { onEvent } = this.#parts;
    const { session: sessionId } = this.#row;
    onEvent({ type: 'session_started', sessionId });
    for (let starts = 1; !this.#left.signal.aborted; starts += 1) {
      try {
        await this.#attempt();
        break;
      } catch (error) {
        const delayMs = BASE_DELAY_MS * 2 ** starts;
        if (starts < MAX_STARTS) onEvent({ type: 'retry', sessionId, error, delayMs });
        else if (await quarantine(this.#parts, sessionId, { error, item: this.#item })) return;
        await wait(delayMs, this.#left.signal);
      }
    }
    onEvent({ type: 'session_left', sessionId, reason: 'released' });
  }

  /** Resolves once somebody else has the session. */
  async #attempt(): Promise<void> {
    const { session: sessionId, environment, item, member } = this.#row;
    const { signal } = this.#left;
    await this.#item?.take(signal);
    const left = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    const ended = this.#start({ sessionId, environment, item }, { signal: this.#abort.signal });
    await Promise.race([ended, left]);
    // A failure after that is the sandbox's own. A worker that notices that it is gone starts another one.
    ended.catch(() => undefined);
    if (!signal.aborted && (await this.#parts.rows.of(member ?? '')).has(sessionId))
      throw new Error('The sandbox ended before it had taken the session over.');
  }
}
