import { setTimeout as delay } from 'node:timers/promises';
import type { CallPriority, Permit, PermitRequest, RateLimitResponse } from '@parlance/core-transport';
import { StoreError } from '../database/store-error.js';
import type { LimitRefusal } from './grant-permits.js';
import type { StoredLimit } from './stored-limit.js';

/** Pause after a 429 without a hint, in milliseconds. */
const DEFAULT_PAUSE_MS = 1_000;

/** Permits that were not used in time expire, in milliseconds, so that they do not add up to a burst. */
const PERMIT_LIFETIME_MS = 1_000;

/** How often to check whether another process has received a 429, in milliseconds. */
const PAUSE_CHECK_MS = 250;

/** An urgent request does not wait longer than this for a permit that was reserved for others, in milliseconds. */
const URGENT_WAIT_MS = 50;

/** Waiting for this long counts as one class higher, as in the limiter of a process. */
const AGEING_MS = 10_000;

/** The longest delay of a timer. A longer one would end at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** First and longest time between attempts to use a store that is unavailable, in milliseconds. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

const CLASSES: readonly CallPriority[] = ['interactive', 'normal', 'bulk'];

/** Parts of a {@link PermitLine}. */
export interface PermitLineParts {
  readonly limit: StoredLimit;
  readonly reserve: number;
  readonly requestsPerMinute: number | null;
}

interface Waiter {
  /** Index of its class. */
  readonly rank: number;
  readonly since: number;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
  readonly leave: () => void;
}

/** The requests of this process that wait for permits, and the permits that it has reserved. */
export class PermitLine {
  readonly #parts: PermitLineParts;
  readonly #waiters: Set<Waiter> = new Set();
  /** Times of the reserved permits by the local monotonic clock. */
  #permits: number[] = [];
  /** Class of the request that the latest permits were reserved for. */
  #leasedFor = 0;
  #checkedAt = 0;
  #retryMs: number = FIRST_RETRY_MS;
  #wakeUp: AbortController = new AbortController();
  #isPumping = false;

  constructor(parts: PermitLineParts) {
    this.#parts = parts;
  }

  /** Number of waiting requests. */
  get size(): number {
    return this.#waiters.size;
  }

  async acquire({ priority, signal, waitedMs }: PermitRequest): Promise<Permit> {
    signal.throwIfAborted();
    this.#parts.limit.requireUsable();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const onAbort = (): void => {
      waiter.leave();
      // A wait for a permit that nobody needs must not keep the process alive.
      if (this.size === 0) this.#wake();
      reject(signal.reason);
    };
    const leave = (): void => {
      this.#waiters.delete(waiter);
      signal.removeEventListener('abort', onAbort);
    };
    const rank = CLASSES.indexOf(priority);
    const waiter: Waiter = { rank, since: performance.now() - waitedMs, resolve, reject, leave };
    this.#waiters.add(waiter);
    signal.addEventListener('abort', onAbort, { once: true });
    if (rank < this.#leasedFor) this.#wake();
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
      while (this.size > 0) await this.#patiently(() => this.#handOut());
    } catch (error) {
      for (const { leave, reject } of this.#waiters) {
        leave();
        reject(error);
      }
    } finally {
      this.#isPumping = false;
    }
  }

  /** Waits while the store is unavailable. Requests that wait for too long leave with their own signals. */
  async #patiently(action: () => Promise<void>): Promise<void> {
    try {
      await action();
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (!StoreError.is(error) || error.code !== 'store_unavailable') throw error;
      // A store that was closed stays so.
      this.#parts.limit.requireUsable();
      await this.#wait(this.#retryMs);
      this.#retryMs = Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    }
  }

  /** Waits until the time has passed or {@link PermitLine.#wake} is called. */
  async #wait(ms: number): Promise<void> {
    const { signal } = this.#wakeUp;
    await delay(Math.min(Math.max(1, ms), LONGEST_TIMER_MS), undefined, { signal }).catch(() => {});
  }

  async #handOut(): Promise<void> {
    const [at] = this.#permits;
    if (at === undefined) return this.#lease();
    const { signal } = this.#wakeUp;
    const waitMs = at - performance.now();
    if (waitMs > URGENT_WAIT_MS && this.#highest() < this.#leasedFor) return this.#lease();
    if (waitMs > 0) await this.#wait(waitMs);
    if (signal.aborted || (await this.#isHeld())) return;
    this.#permits.shift();
    const next = this.#next();
    if (next === undefined || performance.now() - at > PERMIT_LIFETIME_MS) return;
    next.leave();
    next.resolve(this.#permit());
  }

  /** Returns the waiting request that comes next: classes are ten seconds apart. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    let earliest = Infinity;
    for (const waiter of this.#waiters) {
      const at = waiter.since + waiter.rank * AGEING_MS;
      if (at < earliest) [next, earliest] = [waiter, at];
    }
    return next;
  }

  /** Returns the highest class of the waiting requests. */
  #highest(): number {
    const next = this.#next();
    return next === undefined ? CLASSES.length - 1 : rankOf(next, performance.now());
  }

  async #lease(): Promise<void> {
    const { limit, reserve, requestsPerMinute } = this.#parts;
    const now = performance.now();
    const rank = this.#highest();
    const waiting = [...this.#waiters].filter((waiter) => rankOf(waiter, now) === rank).length;
    const priority = CLASSES[rank] ?? 'bulk';
    const grant = await limit.lease({ priority, waiting, reserve, requestsPerMinute });
    this.#checkedAt = performance.now();
    if (grant.permits.length === 0) await this.#wait(grant.waitMs);
    for (const afterMs of grant.permits) this.#permits.push(this.#checkedAt + afterMs);
    this.#permits.sort((a, b) => a - b);
    this.#leasedFor = rank;
  }

  /** Returns whether another process has received a 429. The reserved permits are void then. */
  async #isHeld(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#checkedAt < PAUSE_CHECK_MS) return false;
    this.#checkedAt = now;
    if ((await this.#parts.limit.heldMs()) <= 0) return false;
    this.#permits = [];
    return true;
  }

  #permit(): Permit {
    const sentAt = performance.now();
    let isReported = false;
    const report = async ({ status, retryAfterMs, rateLimits }: RateLimitResponse): Promise<void> => {
      if (isReported || status === null) return;
      isReported = true;
      const sentAgoMs = performance.now() - sentAt;
      if (status === 429) await this.#hold({ sentAgoMs, hintMs: retryAfterMs ?? DEFAULT_PAUSE_MS });
      const reported = rateLimits['requests']?.limit;
      if (reported !== undefined && reported > 0) await this.#parts.limit.learn(reported);
    };
    return { responded: report, release: report };
  }

  async #hold(refusal: Omit<LimitRefusal, 'random'>): Promise<void> {
    this.#permits = [];
    this.#wake();
    await this.#parts.limit.hold({ ...refusal, random: Math.random() });
  }
}

/** Returns the index of the class that a request counts as. */
function rankOf({ rank, since }: Waiter, now: number): number {
  return Math.max(0, rank - Math.floor((now - since) / AGEING_MS));
}
