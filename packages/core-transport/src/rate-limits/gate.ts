import type { Clock } from '../clock.js';
import { LimitBudgets, type Cost, type RateLimitValues } from './limit-budgets.js';
import { advanced, permittedAt, refused, responded, sent, UNKNOWN_PACE, type Pace } from './pace.js';
import type {
  CallPriority,
  Permit,
  PermitRequest,
  RateLimitResponse,
  RateLimitResult,
} from './rate-limiter.js';

/** How much longer a request must have waited to overtake one of the next higher class. */
const AGEING_MS = 10_000;

const RANK: Readonly<Record<CallPriority, number>> = { interactive: 0, normal: 1, bulk: 2 };

interface Place<T> {
  readonly item: T;
  /** When the request started to wait, minus the waits of its earlier attempts. */
  readonly since: number;
}

/**
 * Priority queue of waiting requests: first come, first served within a class, and higher classes first. A request
 * that has waited ten seconds longer overtakes one of the next higher class, so that none starves.
 */
export class WaitingLine<T> {
  readonly #classes: readonly [Set<Place<T>>, Set<Place<T>>, Set<Place<T>>] = [
    new Set(),
    new Set(),
    new Set(),
  ];
  #size = 0;

  /** Number of waiting requests. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds a request.
   *
   * @returns A function that removes it.
   */
  add(item: T, priority: CallPriority, since: number): () => void {
    const line = this.#classes[RANK[priority] as 0 | 1 | 2];
    const place = { item, since };
    line.add(place);
    this.#size += 1;
    return () => {
      if (line.delete(place)) this.#size -= 1;
    };
  }

  /** Returns the next request. */
  next(): T | undefined {
    let next: Place<T> | undefined;
    let earliest = Infinity;
    for (const [rank, line] of this.#classes.entries()) {
      const [first] = line;
      if (first === undefined || first.since + rank * AGEING_MS >= earliest) continue;
      next = first;
      earliest = first.since + rank * AGEING_MS;
    }
    return next?.item;
  }
}

interface Waiter {
  readonly request: PermitRequest;
  readonly admit: (permit: Permit) => void;
  readonly leave: () => void;
}

const TOO_MANY_REQUESTS = 429;

/** Admits the requests of one limit as fast as the limit is known to allow. */
export class Gate {
  readonly #clock: Clock;
  readonly #maxConcurrent: number;
  readonly #random: () => number;
  readonly #budgets: LimitBudgets;
  readonly #line: WaitingLine<Waiter> = new WaitingLine();
  #pace: Pace = UNKNOWN_PACE;
  #running = 0;
  #timer: unknown = undefined;

  /** @param values - Configured limits. Default none. */
  constructor(clock: Clock, random: () => number, values: RateLimitValues = {}) {
    this.#clock = clock;
    this.#maxConcurrent = values.maxConcurrent ?? Infinity;
    this.#random = random;
    this.#budgets = new LimitBudgets(values);
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#line.size;
  }

  /** Waits until the request may be sent. */
  acquire(request: PermitRequest): Permit | Promise<Permit> {
    const now = this.#clock.now();
    if (this.#line.size === 0 && this.#delayMs(request, now) === 0) return this.#admit(request, now);
    return this.#wait(request, now);
  }

  #wait(request: PermitRequest, now: number): Promise<Permit> {
    const { signal, priority, waitedMs } = request;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        leave();
        this.#admitWaiting();
        reject(signal.reason as Error);
      };
      const remove = this.#line.add(
        { request, admit: resolve, leave: () => leave() },
        priority,
        now - waitedMs,
      );
      const leave = (): void => {
        remove();
        signal.removeEventListener('abort', onAbort);
      };
      if (signal.aborted) onAbort();
      else {
        signal.addEventListener('abort', onAbort, { once: true });
        this.#admitWaiting();
      }
    });
  }

  #delayMs(request: PermitRequest, now: number): number {
    if (this.#running >= this.#maxConcurrent) return Infinity;
    this.#pace = advanced(this.#pace, now);
    return Math.max(0, permittedAt(this.#pace) - now, this.#budgets.delayMs(request, now));
  }

  #admit(request: PermitRequest, now: number): Permit {
    this.#running += 1;
    this.#pace = sent(this.#pace, now);
    const cost = this.#budgets.take(request, now);
    let hasResponded = false;
    let isReleased = false;
    const respond = (response: RateLimitResponse): void => {
      if (hasResponded) return;
      hasResponded = true;
      this.#learn(response, now, cost);
    };
    const release = (result: RateLimitResult): void => {
      if (isReleased) return;
      respond(result);
      isReleased = true;
      this.#running -= 1;
      this.#budgets.settle(cost, result, this.#clock.now());
      if (this.#line.size > 0) this.#admitWaiting();
    };
    return { responded: respond, release };
  }

  #learn({ status, retryAfterMs, rateLimits }: RateLimitResponse, sentAt: number, cost: Cost): void {
    const now = this.#clock.now();
    this.#pace = responded(this.#pace, now - sentAt);
    this.#budgets.update(rateLimits, cost, now);
    if (status === TOO_MANY_REQUESTS && retryAfterMs !== null)
      this.#pace = refused(this.#pace, { sentAt, hintMs: retryAfterMs, random: this.#random() }, now);
    if (this.#line.size > 0) this.#admitWaiting();
  }

  /** Admits waiting requests while the limit has room, and sets a timer for the next one. */
  #admitWaiting(): void {
    this.#clearTimer();
    for (let next = this.#line.next(); next !== undefined; next = this.#line.next()) {
      const now = this.#clock.now();
      const delay = this.#delayMs(next.request, now);
      if (delay > 0) {
        if (delay !== Infinity) this.#timer = this.#clock.setTimer(this.#onTimer, Math.max(1, delay));
        return;
      }
      next.leave();
      next.admit(this.#admit(next.request, now));
    }
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    this.#admitWaiting();
  };

  #clearTimer(): void {
    if (this.#timer === undefined) return;
    this.#clock.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
