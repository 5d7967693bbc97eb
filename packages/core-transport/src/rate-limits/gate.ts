import type { Clock } from '../clock.js';
import { LearnedPace } from './learned-pace.js';
import { LimitBudgets } from './limit-budgets.js';
import type { Cost, RateLimitValues } from './limit-budgets.js';
import type { Permit, PermitRequest, RateLimitResponse, RateLimitResult } from './rate-limiter.js';
import { WaitingLine } from './waiting-line.js';

/** Constructor argument of a {@link Gate}. */
export interface GateParts {
  readonly clock: Clock;
  readonly random: () => number;
  /** Configured limits. Default none. */
  readonly values?: RateLimitValues | undefined;
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
  readonly #pace: LearnedPace;
  readonly #budgets: LimitBudgets;
  readonly #line: WaitingLine<Waiter> = new WaitingLine();
  #running = 0;
  #timer: unknown = undefined;

  constructor({ clock, random, values = {} }: GateParts) {
    this.#clock = clock;
    this.#maxConcurrent = values.maxConcurrent ?? Infinity;
    this.#pace = new LearnedPace(random);
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
    return Math.max(this.#pace.delayMs(now), this.#budgets.delayMs(request, now));
  }

  #admit(request: PermitRequest, now: number): Permit {
    this.#running += 1;
    this.#pace.sent(now);
    return new GatePermit(this.#onResponse, this.#onRelease, {
      sentAt: now,
      cost: this.#budgets.take(request, now),
    });
  }

  readonly #onResponse = ({ sentAt, cost }: Admitted, response: RateLimitResponse): void => {
    const now = this.#clock.now();
    const { status, retryAfterMs, rateLimits } = response;
    this.#pace.responded(sentAt, now);
    this.#budgets.update(rateLimits, cost, now);
    if (status === TOO_MANY_REQUESTS && retryAfterMs !== null) this.#pace.refused(sentAt, now, retryAfterMs);
    if (this.#line.size > 0) this.#admitWaiting();
  };

  readonly #onRelease = ({ cost }: Admitted, result: RateLimitResult): void => {
    this.#running -= 1;
    this.#budgets.settle(cost, result, this.#clock.now());
    if (this.#line.size > 0) this.#admitWaiting();
  };

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

/** A request that a gate has admitted. */
interface Admitted {
  /** When the request was sent. */
  readonly sentAt: number;
  readonly cost: Cost;
}

class GatePermit implements Permit {
  readonly #onResponse: (admitted: Admitted, response: RateLimitResponse) => void;
  readonly #onRelease: (admitted: Admitted, result: RateLimitResult) => void;
  readonly #admitted: Admitted;
  #hasResponded = false;
  #isReleased = false;

  constructor(
    onResponse: (admitted: Admitted, response: RateLimitResponse) => void,
    onRelease: (admitted: Admitted, result: RateLimitResult) => void,
    admitted: Admitted,
  ) {
    this.#onResponse = onResponse;
    this.#onRelease = onRelease;
    this.#admitted = admitted;
  }

  responded(response: RateLimitResponse): void {
    if (this.#hasResponded || this.#isReleased) return;
    this.#hasResponded = true;
    this.#onResponse(this.#admitted, response);
  }

  release(result: RateLimitResult): void {
    if (this.#isReleased) return;
    this.responded(result);
    this.#isReleased = true;
    this.#onRelease(this.#admitted, result);
  }
}
