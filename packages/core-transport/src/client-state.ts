import type { RetryBudgetOptions } from './options/client-options.js';
import { RetryBudget } from './pipeline/retry-budget.js';
import { RunningCalls } from './pipeline/running-calls.js';
import { hasRateLimits } from './rate-limits/rate-limit-headers.js';

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
