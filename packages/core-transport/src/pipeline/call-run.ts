import type { Client } from '../client.js';
import type { RateLimitError } from '../errors/api-error.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { AbortedError, TimeoutError, type CallFacts, type DeadlinePhase } from '../errors/request-errors.js';
import { CallObservers } from '../observability/call-observers.js';
import type { RateLimitWait } from '../options/client-options.js';
import { CallEstimate } from '../rate-limits/call-estimate.js';
import type { RateLimiter } from '../rate-limits/rate-limiter.js';
import { Attempt } from './attempt.js';
import type { AttemptRecord } from '../errors/request-errors.js';
import type { Call } from './call.js';
import { CallCancellation } from './cancellation.js';
import { Deadlines } from './deadlines.js';
import type { RunningCall } from './running-calls.js';

/** A running call, from its registration with the client until its response has been read or it has failed. */
export class CallRun implements RunningCall {
  place = -1;
  readonly client: Client;
  readonly call: Call;
  readonly observer: CallObservers;
  readonly deadlines: Deadlines;
  /** Cancelled by the user's signal, the total deadline, or closing the client. */
  readonly cancellation: CallCancellation = new CallCancellation();
  /** The attempts that have failed. */
  readonly failed: AttemptRecord[] = [];
  /** Estimate of what the call counts against a rate limit. */
  readonly estimate: CallEstimate;
  /** Number of retries, not counting attempts after a 429 with `retry-after`. */
  retries = 0;
  /** How long the call has waited for rate limits, in milliseconds. */
  waitedMs = 0;
  /** The service asked not to receive the call again before this time. */
  heldUntil: number = -Infinity;
  /** The last 429 with `retry-after`. */
  refusal: RateLimitError | undefined;
  #attempt: Attempt | undefined;
  #isEnded = false;

  constructor(client: Client, call: Call) {
    this.client = client;
    this.call = call;
    this.estimate = new CallEstimate(call.operation, call.input.body);
    this.observer = new CallObservers(client.observers, call);
    this.deadlines = new Deadlines(client.settings.clock, call.timeouts.totalMs, this.#expire);
  }

  /**
   * Registers the call with its client and its signal.
   *
   * @throws {AbortedError} When the client is closed or the signal is already aborted.
   */
  begin(): void {
    const { client, call } = this;
    if (client.state.isClosed)
      throw new AbortedError(this.#facts(), new ParlanceError('client_closed', 'the client is closed'));
    if (call.signal?.aborted === true) throw new AbortedError(this.#facts(), call.signal.reason);
    client.state.running.add(this);
    call.signal?.addEventListener('abort', this.#onSignal, { once: true });
  }

  /** Starts the next attempt. */
  beginAttempt(): Attempt {
    const { call, deadlines, failed, observer } = this;
    const attempt = new Attempt({ call, deadlines, failed, observer, clock: this.client.settings.clock });
    this.#attempt = attempt;
    this.cancellation.listen((reason) => attempt.cancellation.cancel(reason));
    observer.attemptStarted(attempt);
    return attempt;
  }

  /** Reports that an attempt starts to wait for a rate limit. */
  waitStarted(attempt: Attempt): void {
    const { limit } = this.estimate;
    const queued = waitingFor(limit, this.client.settings.rateLimiter);
    this.observer.waitStarted(attempt, { limit, queued });
    this.#reportWait({ phase: 'start', limit, queued, waitedMs: 0 });
  }

  /** Reports that an attempt has finished waiting for a rate limit. */
  waitEnded(attempt: Attempt, waitedMs: number): void {
    this.waitedMs += waitedMs;
    this.heldUntil = -Infinity;
    const { limit } = this.estimate;
    this.observer.waitEnded(attempt, { limit, waitedMs });
    this.#reportWait({ phase: 'end', limit, queued: 0, waitedMs });
  }

  /** Aborts the call. */
  abort(reason: unknown): void {
    this.cancellation.cancel(new AbortedError(this.#facts(), reason));
  }

  /** Removes every timer and listener and releases the rate limiter's permit, once no more data is expected. */
  release(): void {
    this.deadlines.stop();
    this.cancellation.release();
    this.#attempt?.release();
    this.client.state.running.remove(this);
    this.call.signal?.removeEventListener('abort', this.#onSignal);
  }

  /** Ends the call; later calls are ignored. */
  end(error: Error | undefined, response: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.release();
    const { number: attempts = 0, status = null, requestId = null } = this.#attempt ?? {};
    this.observer.ended({ error, response, attempts, status, requestId });
  }

  #reportWait(wait: RateLimitWait): void {
    try {
      this.call.onRateLimitWait?.(wait);
    } catch {
      // A listener that throws must not fail the call.
    }
  }

  #facts(): CallFacts {
    const { operation } = this.call;
    return this.#attempt?.facts() ?? { operation: operation.id, attempts: this.failed, requestId: null };
  }

  readonly #expire = (phase: DeadlinePhase, timeoutMs: number): void => {
    const sent = this.#attempt?.sent ?? false;
    const error = new TimeoutError(phase, timeoutMs, { ...this.#facts(), sent });
    if (phase === 'total') this.cancellation.cancel(error);
    else this.#attempt?.cancellation.cancel(error);
  };

  readonly #onSignal = (): void => this.abort(this.call.signal?.reason);
}

/** Returns how many calls wait for a limit. A limiter with one queue for all limits names it differently. */
function waitingFor(limit: string, limiter: RateLimiter): number {
  const waiting = limiter.waiting?.() ?? [];
  const queue =
    waiting.find((entry) => entry.limit === limit) ?? (waiting.length === 1 ? waiting[0] : undefined);
  return queue?.requests ?? 0;
}
