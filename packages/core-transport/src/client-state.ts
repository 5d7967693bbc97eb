import type { RetryBudgetOptions } from './options/client-options.js';
import { RunningCalls } from './pipeline/running-calls.js';
import { hasRateLimits } from './rate-limits/rate-limit-headers.js';

/** Token bucket of retries, shared by all calls of a client, so that an outage does not multiply the load. */
export class RetryBudget {
  readonly #capacity: number;
  readonly #refill: number;
  #tokens: number;

  constructor(capacity: number, refill: number) {
    this.#capacity = capacity;
    this.#refill = refill;
    this.#tokens = capacity;
  }

  /** Retries left. */
  get left(): number {
    return Math.floor(this.#tokens);
  }

  /** Takes a retry; returns false if none is left. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Records a successful call. */
  refill(): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + this.#refill);
  }
}

/** The mutable state of a client, shared by all its calls. */
export class ClientState {
  /** Limits the retries of all calls together. */
  readonly retryBudget: RetryBudget;
  /** Calls in flight. */
  readonly running: RunningCalls = new RunningCalls();
  #rateLimitHeaders: Readonly<Record<string, string>> = {};
  #isClosed = false;

  /** @param budget - Options of a new retry budget, or one to share. */
  constructor(budget: RetryBudgetOptions | RetryBudget | undefined) {
    this.retryBudget =
      budget instanceof RetryBudget ? budget : new RetryBudget(budget?.capacity ?? 50, budget?.refill ?? 0.1);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Headers of the most recent response that included rate limits. */
  get rateLimitHeaders(): Readonly<Record<string, string>> {
    return this.#rateLimitHeaders;
  }

  /** Records the headers of a response. */
  received(headers: Readonly<Record<string, string>>): void {
    if (hasRateLimits(headers)) this.#rateLimitHeaders = headers;
  }

  /** Aborts the calls in flight; later ones are rejected. */
  close(reason: Error): void {
    this.#isClosed = true;
    this.running.abort(reason);
  }
}
