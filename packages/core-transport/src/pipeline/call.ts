import type { Operation, Replay, Validator } from '@parlance/schemas/kit';
import { checkCallOptions } from '../call-settings.js';
import type { CallHandle } from '../call-handle.js';
import { CallCancellation } from '../cancellation.js';
import type { Clock } from '../clock.js';
import type { CredentialBox } from '../credential.js';
import { ParlanceError, safeCause } from '../errors/parlance-error.js';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/request-errors.js';
import type { CallFacts, DeadlinePhase } from '../errors/request-errors.js';
import type { HttpFailure, HttpHandler, HttpResponse } from '../http-adapter.js';
import type { Limiting } from '../limiter.js';
import type { Observed, ObservedFacts, Observer } from '../observability/observer.js';
import type { CallOptions, ClientOptions } from '../options.js';
import type { Ceilings, Retries, Target, Timeouts } from '../settings.js';
import { retriesOf, timeoutsOf } from '../settings.js';
import type { AttemptRecord } from './attempt-record.js';
import type { Codec } from './codec.js';
import { Deadlines } from './deadlines.js';
import type { HeaderFacts, PreparedOperation } from './prepared-operation.js';
import type { RetryBudget } from './retry-budget.js';
import type { WrittenBody } from './written-body.js';

/** What leads to the network. */
export interface Wire {
  /** Middleware and adapter. */
  readonly handler: HttpHandler;
  /** Whether requests go to our own adapter without anything between, so that it can be relied on to cancel. */
  readonly direct: boolean;
  /** Closes the connections, unless they are the user's own. */
  close(): Promise<void>;
}

/** What all calls of a client share. */
export interface Core {
  /** As the user gave them. */
  readonly options: ClientOptions;
  /** Headers that are the same for all operations. */
  readonly headers: HeaderFacts;
  /** What has been worked out for operations. */
  readonly prepared: Map<Operation, PreparedOperation>;
  /** Set with the first call. */
  wire: Wire | undefined;
  readonly target: Target;
  readonly credential: CredentialBox;
  readonly bearer: boolean;
  readonly betas: readonly string[];
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  readonly ceilings: Ceilings;
  readonly budget: RetryBudget;
  readonly limiter: Limiting | undefined;
  readonly validation: Validator | undefined;
  readonly codec: Codec | undefined;
  /** Set with the first call. */
  observers: readonly Observer[];
  /** Set while observers are being loaded. */
  ready: Promise<void> | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  /** Calls under way, to be aborted when the client is closed. */
  readonly active: Set<Call>;
  /** Headers of the last response that told rate limits. */
  limitHeaders: Readonly<Record<string, string>> | undefined;
  closed: boolean;
}

/** Path parameters, query and body of a call. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** Writes the body, for operations that do not send JSON. */
  readonly write?: ((body: object) => WrittenBody) | undefined;
}

/** How a call's answer is read. */
export type CallKind = 'json' | 'stream' | 'download';

const GENERATE_HEADERS_MS = 600_000;
const HEADERS_MS = 60_000;
const GENERATE_TOTAL_MS = 900_000;
const TOTAL_MS = 120_000;

/** The state of one call, through all its attempts. */
export class Call {
  readonly core: Core;
  readonly prepared: PreparedOperation;
  readonly input: CallInput;
  readonly options: CallOptions | undefined;
  readonly kind: CallKind;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  readonly deadlines: Deadlines;
  readonly attempts: AttemptRecord[] = [];
  cancellation: CallCancellation = new CallCancellation();
  /** Serialized body, kept for the next attempt; undefined until it is written. */
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null | undefined = undefined;
  /** Content type of the body. */
  contentType: string | undefined = undefined;
  /** Length of the body, where the adapter can't tell it. */
  contentLength: number | undefined = undefined;
  /** False when the body is a stream that has been read. */
  repeatable = true;
  /** The caller's end. */
  readonly handle: CallHandle;
  sent = false;
  status: number | null = null;
  requestId: string | null = null;
  attemptStartedAt = 0;
  #release: (() => void) | undefined;
  #ended = false;
  /** What is wrong with the options; thrown where the caller listens for errors. */
  readonly #flaw: unknown;

  constructor(core: Core, prepared: PreparedOperation, parts: CallParts) {
    this.core = core;
    this.prepared = prepared;
    this.input = parts.input;
    this.options = parts.options;
    this.kind = parts.kind;
    this.handle = parts.handle;
    this.#flaw = flawOf(parts.options);
    if (this.#flaw !== undefined) this.options = undefined;
    this.timeouts = timeoutsOf(this.options?.timeouts, core.timeouts);
    this.retries = retriesOf(this.options?.retry, core.retries);
    const generate = prepared.operation.replay === 'generate';
    const totalMs = this.timeouts.totalMs ?? (generate ? GENERATE_TOTAL_MS : TOTAL_MS);
    this.deadlines = new Deadlines(core.clock, parts.kind === 'stream' ? Infinity : totalMs, this.#expire);
  }

  get operation(): Operation {
    return this.prepared.operation;
  }

  get replay(): Replay {
    return this.prepared.operation.replay;
  }

  /** Registers the call and its signal. */
  begin(): void {
    const { core, options } = this;
    if (this.#flaw !== undefined) throw this.#flaw;
    if (core.closed)
      throw new AbortedError(this.facts(), new ParlanceError('client_closed', 'the client is closed'));
    core.active.add(this);
    this.handle.connect((reason) => this.abort(reason));
    const signal = options?.signal;
    if (signal === undefined) return;
    if (signal.aborted) throw new AbortedError(this.facts(), signal.reason);
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** Begins an attempt. */
  beginAttempt(): void {
    this.sent = false;
    this.status = null;
    this.requestId = null;
    this.attemptStartedAt = this.core.clock.now();
    this.tell('attemptStarted');
  }

  /** Makes ready for another attempt after one that may have been cancelled by its own deadline. */
  renewCancellation(): void {
    const { reason } = this.cancellation;
    // An abort that came together with the failure of the attempt counts.
    if (AbortedError.is(reason)) throw reason;
    this.cancellation = new CallCancellation();
  }

  /** Keeps the limiter's permission until the response is complete or the attempt has failed. */
  hold(release: () => void): void {
    if (this.cancellation.cancelled) release();
    else this.#release = release;
  }

  /** Gives the limiter's permission back. */
  releaseHold(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  /** Notes the head of a response. */
  arrived(response: HttpResponse): void {
    this.sent = true;
    this.status = response.status;
    this.requestId = response.headers['request-id'] ?? null;
  }

  /** Ends the call. */
  end(error: Error | undefined, response: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.release();
    this.tell('callEnded', error, response);
  }

  /** Nothing more will arrive: no timer, no listener and no permission stays behind. */
  release(): void {
    this.deadlines.stop();
    this.cancellation.release();
    this.releaseHold();
    this.core.active.delete(this);
    this.options?.signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Aborts the call. */
  abort(reason: unknown): void {
    this.cancellation.cancel(new AbortedError(this.facts(), reason));
  }

  /** Tells those who observe the client. */
  tell<Name extends Observed>(name: Name, ...facts: ObservedFacts<Name>): void {
    for (const observer of this.core.observers)
      (observer[name] as ((call: Call, ...facts: unknown[]) => void) | undefined)?.call(
        observer,
        this,
        ...facts,
      );
  }

  /** What errors tell about the call. */
  facts(): CallFacts {
    return { operation: this.operation.id, attempts: this.attempts, requestId: this.requestId };
  }

  /** Turns whatever an attempt threw into one of our errors. */
  explain(error: unknown): ParlanceError {
    if (this.cancellation.cancelled && ParlanceError.is(this.cancellation.reason) && !ParlanceError.is(error))
      return this.cancellation.reason;
    if (ParlanceError.is(error)) return error;
    const failure = error as Partial<HttpFailure> | null | undefined;
    const code = typeof failure?.code === 'string' ? failure.code : 'unknown';
    const sent = failure?.sent !== false;
    const text = sent ? 'the connection failed before the answer was complete' : 'no connection';
    const cause = safeCause(error);
    return new ConnectionError(code, `${this.operation.id}: ${text} (${code})`, {
      ...this.facts(),
      sent,
      cause,
    });
  }

  readonly #expire = (phase: DeadlinePhase, timeoutMs: number): void => {
    this.cancellation.cancel(new TimeoutError(phase, timeoutMs, { ...this.facts(), sent: this.sent }));
  };

  readonly #onAbort = (): void => {
    this.abort(this.options?.signal?.reason);
  };

  /** Deadline for the response headers. */
  get headersMs(): number {
    return this.timeouts.headersMs ?? (this.replay === 'generate' ? GENERATE_HEADERS_MS : HEADERS_MS);
  }
}

function flawOf(options: CallOptions | undefined): unknown {
  if (options === undefined) return undefined;
  try {
    checkCallOptions(options, 'call');
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What a call is made of, besides its client and operation. */
export interface CallParts {
  readonly input: CallInput;
  readonly options: CallOptions | undefined;
  readonly kind: CallKind;
  readonly handle: CallHandle;
}
