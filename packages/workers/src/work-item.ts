/** An item of the work queue: acknowledged, kept by heartbeats, and stopped at the end. */
import { ApiError, ConflictError, NotFoundError } from '@parlance/core-transport';
import { wait } from '@parlance/core-transport/internal';
import type { EnvironmentWorkQueue } from '@parlance/managed-agents';
import type { SessionRow } from './session-rows.js';

/** Duration of the lease of an item, in seconds: the longest one. Members of the fleet notice earlier that one is gone. */
const LEASE_SECONDS = 300;

/** The item of a session. Any member of the fleet may continue it: the last heartbeat is read from the service. */
export class WorkItem {
  readonly #queue: EnvironmentWorkQueue;
  readonly #environment: string;
  readonly #id: string;
  readonly #onStop: () => void;
  #last: string | undefined;
  #beating: AbortController | undefined;
  #isStopping = false;
  #isStopped = false;

  private constructor(queue: EnvironmentWorkQueue, key: readonly [string, string], onStop: () => void) {
    this.#queue = queue;
    [this.#environment, this.#id] = key;
    this.#onStop = onStop;
  }

  /**
   * Returns the item of a session; undefined for one that did not come from the queue.
   *
   * @param row - The session.
   * @param queue - The work queue.
   * @param onStop - Called when the service reports that the item is to be stopped.
   */
  static of(
    { environment, item }: Pick<SessionRow, 'environment' | 'item'>,
    queue: EnvironmentWorkQueue,
    onStop: () => void,
  ): WorkItem | undefined {
    if (environment === null || item === null) return undefined;
    return new WorkItem(queue, [environment, item], onStop);
  }

  /** Whether the service wants the item to be stopped. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Acknowledges the item if nobody has, and sends heartbeats from now on. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#beating !== undefined || this.#isStopped) return;
    const item = await this.#queue.retrieve(this.#environment, this.#id, { signal });
    const { state, latest_heartbeat_at: last } = item;
    this.#last = last ?? 'NO_HEARTBEAT';
    // A member that stopped it may not have noticed that the session runs again.
    this.#isStopped = state === 'stopped';
    if (this.#isStopped) return;
    if (state === 'queued') await this.#acknowledge(signal);
    await this.#beat(signal);
    if (this.#isStopping || this.#isStopped) return;
    this.#beating = new AbortController();
    void this.#keepAlive(AbortSignal.any([signal, this.#beating.signal]));
  }

  /** Ends the heartbeats and stops the item, if it is not stopped. */
  async stop(): Promise<void> {
    this.#beating?.abort();
    if (this.#isStopped) return;
    try {
      await this.#queue.stop(this.#environment, this.#id, { force: true });
    } catch (error) {
      if (!ConflictError.is(error) && !NotFoundError.is(error)) throw error;
    }
    this.#isStopped = true;
  }

  async #acknowledge(signal: AbortSignal): Promise<void> {
    try {
      await this.#queue.acknowledge(this.#environment, this.#id, { signal });
    } catch (error) {
      // Another member has sent the first heartbeat by now.
      if (!ConflictError.is(error)) throw error;
    }
  }

  async #keepAlive(signal: AbortSignal): Promise<void> {
    for (let isLate = false; ;) {
      // A heartbeat that fails is sent again before the lease expires.
      await wait((LEASE_SECONDS * 1000) / (isLate ? 10 : 2), signal);
      if (signal.aborted || this.#isStopped) return;
      isLate = (await this.#beat(signal).catch(() => 'failed')) === 'failed';
    }
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const expected = this.#last ?? (await this.#lastHeartbeat(signal));
    try {
      const beat = await this.#queue.heartbeat(
        this.#environment,
        this.#id,
        { expected_last_heartbeat: expected, desired_ttl_seconds: LEASE_SECONDS },
        { signal },
      );
      this.#last = beat.last_heartbeat;
      // A member that saw the end of the turn has stopped it, and may be gone. Whether the session runs again is up to its status.
      if (beat.state === 'stopped') this.#isStopped = true;
      else if (!beat.lease_extended || beat.state !== 'active') this.#end();
    } catch (error) {
      this.#last = undefined;
      // Another member has the item, or the queue: both send it to somebody.
      if (!ConflictError.is(error) && !(ApiError.is(error) && error.status === 412)) throw error;
    }
  }

  async #lastHeartbeat(signal: AbortSignal): Promise<string> {
    const { latest_heartbeat_at: last } = await this.#queue.retrieve(this.#environment, this.#id, { signal });
    return last ?? 'NO_HEARTBEAT';
  }

  #end(): void {
    this.#isStopping = true;
    this.#onStop();
  }
}
