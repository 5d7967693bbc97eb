import type { CallPriority, Permit, PermitRequest, RateLimitResponse } from '@parlance/core-transport';
import { WaitingLine } from '@parlance/core-transport/internal';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredLimit } from './stored-limit.js';

/** Pause after a 429 without a hint, in milliseconds. */
const DEFAULT_PAUSE_MS = 1_000;

/** Permits that were not used in time expire, in milliseconds, so that they do not add up to a burst. */
const PERMIT_LIFETIME_MS = 1_000;

/** How often to check whether another process has received a 429, in milliseconds. */
const PAUSE_CHECK_MS = 250;

/** An urgent request does not wait longer than this for a permit that was reserved for others, in milliseconds. */
const URGENT_WAIT_MS = 50;

/** Waiting for this long counts as one class higher. */
const AGEING_MS = 10_000;

/** The longest delay of a timer. A longer one would end at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

const CLASSES: readonly CallPriority[] = ['interactive', 'normal', 'bulk'];

/** Parts of a {@link PermitLine}. */
export interface PermitLineParts {
  readonly limit: StoredLimit;
  readonly reserve: number;
  readonly requestsPerMinute: number | null;
}

interface Waiter {
  readonly priority: CallPriority;
  readonly since: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
  readonly leave: () => void;
}

/** The requests of this process that wait for permits, and the permits that it has reserved. */
export class PermitLine {
  readonly #parts: PermitLineParts;
  readonly #line: WaitingLine<Waiter> = new WaitingLine();
  readonly #waiters: Set<Waiter> = new Set();
  /** Times of the reserved permits by the local monotonic clock. */
  #permits: number[] = [];
  /** Class of the request that the latest permits were reserved for. */
  #leasedFor: CallPriority = 'interactive';
  #checkedAt = 0;
  #wakeUp: AbortController = new AbortController();
  #isPumping = false;

  constructor(parts: PermitLineParts) {
    this.#parts = parts;
  }

  /** Number of waiting requests. */
  get size(): number {
    return this.#line.size;
  }

  async acquire({ priority, signal, waitedMs }: PermitRequest): Promise<Permit> {
    signal.throwIfAborted();
    this.#parts.limit.requireUsable();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const since = performance.now() - waitedMs;
    const onAbort = (): void => {
      waiter.leave();
      // A wait for a permit that nobody needs must not keep the process alive.
      if (this.#line.size === 0) this.#wake();
      reject(signal.reason);
    };
    const waiter: Waiter = {
      priority,
      since,
      resolve,
      reject,
      leave: () => {
        remove();
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', onAbort);
      },
    };
    const remove = this.#line.add(waiter, priority, since);
    this.#waiters.add(waiter);
    signal.addEventListener('abort', onAbort, { once: true });
    if (CLASSES.indexOf(priority) < CLASSES.indexOf(this.#leasedFor)) this.#wake();
    void this.#pump();
    return promise;
  }

  /** Ends a wait for a permit, because the situation has changed. */
  #wake(): void {
    this.#wakeUp.abort();
    this.#wakeUp = new AbortController();
  }

  /** Hands out permits at their times as long as requests wait. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (this.#line.size > 0) await this.#handOut();
    } catch (error) {
      for (const { leave, reject } of this.#waiters) {
        leave();
        reject(error);
      }
    } finally {
      this.#isPumping = false;
    }
  }

  async #handOut(): Promise<void> {
    const [at] = this.#permits;
    const priority = this.#highest();
    if (at === undefined) return this.#lease(priority);
    const { signal } = this.#wakeUp;
    const waitMs = at - performance.now();
    if (waitMs > URGENT_WAIT_MS && CLASSES.indexOf(priority) < CLASSES.indexOf(this.#leasedFor))
      return this.#lease(priority);
    if (waitMs > 0) await delay(Math.min(waitMs, LONGEST_TIMER_MS), undefined, { signal }).catch(() => {});
    if (signal.aborted || waitMs > LONGEST_TIMER_MS || (await this.#isPaused())) return;
    this.#permits.shift();
    const next = this.#line.next();
    if (next === undefined || performance.now() - at > PERMIT_LIFETIME_MS) return;
    next.leave();
    next.resolve(this.#permit());
  }

  /** Returns the highest class of the waiting requests. */
  #highest(): CallPriority {
    const now = performance.now();
    let highest = CLASSES.length;
    for (const waiter of this.#waiters) highest = Math.min(highest, rankOf(waiter, now));
    return CLASSES[highest] ?? 'bulk';
  }

  async #lease(priority: CallPriority): Promise<void> {
    const { limit, reserve, requestsPerMinute } = this.#parts;
    const now = performance.now();
    const ranks = Array.from(this.#waiters, (waiter) => rankOf(waiter, now));
    const waiting = ranks.filter((rank) => rank === CLASSES.indexOf(priority)).length;
    const grant = await limit.lease({ priority, waiting, reserve, requestsPerMinute });
    this.#checkedAt = performance.now();
    const startAt = this.#checkedAt + grant.waitMs;
    const { signal } = this.#wakeUp;
    if (grant.permits === 0) await delay(Math.max(1, grant.waitMs), undefined, { signal }).catch(() => {});
    for (let index = 0; index < grant.permits; index += 1)
      this.#permits.push(startAt + index * grant.intervalMs);
    this.#permits.sort((a, b) => a - b);
    this.#leasedFor = priority;
  }

  /** Returns whether another process has received a 429. The reserved permits are void then. */
  async #isPaused(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#checkedAt < PAUSE_CHECK_MS) return false;
    this.#checkedAt = now;
    if ((await this.#parts.limit.pausedMs()) <= 0) return false;
    this.#permits = [];
    return true;
  }

  #permit(): Permit {
    let isReported = false;
    const report = async (response: RateLimitResponse): Promise<void> => {
      if (isReported || response.status === null) return;
      isReported = true;
      if (response.status === 429) await this.#pause(response.retryAfterMs);
      const reported = response.rateLimits['requests']?.limit;
      if (reported !== undefined && reported > 0) await this.#parts.limit.learn(reported);
    };
    return { responded: report, release: report };
  }

  async #pause(retryAfterMs: number | null): Promise<void> {
    this.#permits = [];
    this.#wake();
    await this.#parts.limit.pause(retryAfterMs ?? DEFAULT_PAUSE_MS);
  }
}

/** Returns the index of the class of a request. */
function rankOf({ priority, since }: Waiter, now: number): number {
  return Math.max(0, CLASSES.indexOf(priority) - Math.floor((now - since) / AGEING_MS));
}
