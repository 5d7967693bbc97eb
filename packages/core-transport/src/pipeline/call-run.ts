import type { Client } from '../client.js';
import { ParlanceError } from '../errors/parlance-error.js';
import { AbortedError, TimeoutError } from '../errors/request-errors.js';
import type { CallFacts, DeadlinePhase } from '../errors/request-errors.js';
import { CallObservers } from '../observability/call-observers.js';
import { Attempt } from './attempt.js';
import type { AttemptRecord } from './attempt-record.js';
import type { Call } from './call.js';
import { CallCancellation } from './cancellation.js';
import { Deadlines } from './deadlines.js';

/** One call while it runs: from its registration with the client until its response has been read or it has failed. */
export class CallRun {
  readonly client: Client;
  readonly call: Call;
  readonly observer: CallObservers;
  readonly deadlines: Deadlines;
  /** Ends the call: the user's signal, the total deadline, closing the client. */
  readonly cancellation: CallCancellation = new CallCancellation();
  /** The attempts that have failed. */
  readonly failed: AttemptRecord[] = [];
  #attempt: Attempt | undefined;
  #isEnded = false;

  constructor(client: Client, call: Call) {
    this.client = client;
    this.call = call;
    this.observer = new CallObservers(client.observers.map((observe) => observe(call)));
    this.deadlines = new Deadlines(client.settings.clock, call.timeouts.totalMs, this.#expire);
  }

  /**
   * Registers the call with its client and its signal.
   *
   * @throws {AbortedError} When the client is closed or the signal has fired.
   */
  begin(): void {
    const { client, call } = this;
    if (client.state.isClosed)
      throw new AbortedError(this.#facts(), new ParlanceError('client_closed', 'the client is closed'));
    if (call.signal?.aborted === true) throw new AbortedError(this.#facts(), call.signal.reason);
    client.state.running.add(this);
    call.signal?.addEventListener('abort', this.#onSignal, { once: true });
  }

  /** Begins the next attempt. */
  beginAttempt(): Attempt {
    const { call, deadlines, failed, observer } = this;
    const startedAt = this.client.settings.clock.now();
    const attempt = new Attempt({ call, deadlines, failed, observer, startedAt });
    this.#attempt = attempt;
    this.cancellation.listen((reason) => attempt.cancellation.cancel(reason));
    observer.attemptStarted(attempt);
    return attempt;
  }

  /** Aborts the call. */
  abort(reason: unknown): void {
    this.cancellation.cancel(new AbortedError(this.#facts(), reason));
  }

  /** Removes every timer and listener and returns the rate limiter's permission: no further byte is awaited. */
  release(): void {
    this.deadlines.stop();
    this.cancellation.release();
    this.#attempt?.release();
    this.client.state.running.delete(this);
    this.call.signal?.removeEventListener('abort', this.#onSignal);
  }

  /** Ends the call; further ends are ignored. */
  end(error: Error | undefined, response: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.release();
    const { number: attempts = 0, status = null, requestId = null } = this.#attempt ?? {};
    this.observer.ended({ error, response, attempts, status, requestId });
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
