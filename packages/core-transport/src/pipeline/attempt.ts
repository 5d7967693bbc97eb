import type { ContractIssue, Operation } from '@parlance/schemas/kit';
import { ParlanceError, safeCause } from '../errors/parlance-error.js';
import { ConnectionError, type CallFacts, type AttemptRecord } from '../errors/request-errors.js';
import { UnexpectedResponseError, type UnexpectedResponseCode } from '../errors/response-errors.js';
import type { Clock } from '../clock.js';
import type { HttpFailure, HttpResponse } from '../http-adapter.js';
import type { CallObservers } from '../observability/call-observers.js';
import type { Permit } from '../rate-limits/rate-limiter.js';
import type { Call } from './call.js';
import { CallCancellation } from './cancellation.js';
import type { Deadlines } from './deadlines.js';
import { HeldPermit } from './held-permit.js';

/** Constructor argument of an {@link Attempt}. */
export interface AttemptParts {
  readonly call: Call;
  readonly deadlines: Deadlines;
  readonly observer: CallObservers;
  /** The failed attempts before this one. */
  readonly failed: readonly AttemptRecord[];
  readonly clock: Clock;
}

/** One attempt of a call: its request, the head of its response, and its errors. */
export class Attempt {
  readonly call: Call;
  readonly deadlines: Deadlines;
  readonly observer: CallObservers;
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** When the attempt started, after any wait for a permit. */
  startedAt: number;
  /** Cancelled with the call, or by a deadline that allows another attempt. */
  readonly cancellation: CallCancellation = new CallCancellation();
  /** False only if it is certain that nothing reached the server. */
  sent = false;
  /** Status; null before the response. */
  status: number | null = null;
  /** Request id; null before the response, or if it did not include one. */
  requestId: string | null = null;
  /** Headers of the response. */
  headers: Readonly<Record<string, string>> = {};
  readonly #failed: readonly AttemptRecord[];
  readonly #clock: Clock;
  #permit: HeldPermit | undefined;

  constructor({ call, deadlines, observer, failed, clock }: AttemptParts) {
    this.call = call;
    this.deadlines = deadlines;
    this.observer = observer;
    this.number = failed.length + 1;
    this.startedAt = clock.now();
    this.#clock = clock;
    this.#failed = failed;
  }

  get operation(): Operation {
    return this.call.operation;
  }

  /** Holds the rate limiter's permit until the response is complete or the attempt fails. */
  hold(permit: Permit): void {
    const held = new HeldPermit(permit, this.#clock);
    if (this.cancellation.cancelled) held.release();
    else this.#permit = held;
  }

  /** Removes all listeners and releases the rate limiter's permit. */
  release(): void {
    const permit = this.#permit;
    this.#permit = undefined;
    this.cancellation.release();
    permit?.release();
  }

  /** Records the token usage that a response or a stream event reports. */
  used(value: object): void {
    if (this.operation.replay === 'generate') this.#permit?.used(value);
  }

  /** Records the head of the response. */
  received(response: HttpResponse): void {
    const { status, headers } = response;
    this.#permit?.responded(response);
    this.sent = true;
    this.status = status;
    this.headers = headers;
    this.requestId = headers['request-id'] ?? null;
  }

  /** Returns the facts that errors report about the call. */
  facts(): CallFacts {
    return { operation: this.operation.id, attempts: this.#failed, requestId: this.requestId };
  }

  /** Converts any error of the attempt to a `ParlanceError`. */
  explain(error: unknown): ParlanceError {
    if (ParlanceError.is(error)) return error;
    const { cancelled, reason } = this.cancellation;
    if (cancelled && ParlanceError.is(reason)) return reason;
    const failure = error as Partial<HttpFailure> | null | undefined;
    const code = typeof failure?.code === 'string' ? failure.code : 'unknown';
    const sent = failure?.sent !== false;
    const { address, proxyStatus } = failure ?? {};
    const facts = { ...this.facts(), sent, address, proxyStatus, cause: safeCause(error) };
    return new ConnectionError(code, `${this.operation.id}: ${connectionText(facts)} (${code})`, facts);
  }

  /** Creates the error for a response that the client cannot use. */
  unexpected(
    code: UnexpectedResponseCode,
    message: string,
    issues: readonly ContractIssue[] = [],
  ): UnexpectedResponseError {
    // Only called after a response has arrived, so the status is set.
    const status = this.status ?? 0;
    return new UnexpectedResponseError(code, message, {
      ...this.facts(),
      status,
      headers: this.headers,
      issues,
    });
  }
}

function connectionText({ sent, address, proxyStatus }: Omit<HttpFailure, keyof Error | 'code'>): string {
  if (proxyStatus !== undefined) return `the proxy refused to connect with status ${proxyStatus}`;
  if (address !== undefined) return `no connection to ${address}`;
  return sent ? 'the connection failed before the response was complete' : 'no connection';
}
