/** A call from beginning to end: validate, build, middleware, adapter, status, decode; and again when that helps. */
import { ApiError } from '../errors/api-error.js';
import type { ParlanceError } from '../errors/parlance-error.js';
import { AbortedError, ConnectionError, InvalidParamsError, TimeoutError } from '../errors/request-errors.js';
import { StreamError } from '../errors/response-errors.js';
import type { HttpRequest, HttpResponse } from '../http-adapter.js';
import type { Limiting } from '../limiter.js';
import { buildRequest } from './build-request.js';
import type { Call, Wire } from './call.js';
import { backoffMs, mayRetry, shouldRetryHeader } from './retry-policy.js';
import { refusal } from './status.js';

/** Turns a good response into what the caller gets. */
export type Decode<T> = (call: Call, response: HttpResponse) => Promise<T> | T;

/**
 * Sends a call, as often as its rules allow.
 *
 * The call is ended here when it fails, and when it succeeds unless its answer is still to be read (streams and
 * downloads end it themselves).
 */
export async function send<T>(call: Call, decode: Decode<T>): Promise<T> {
  try {
    call.begin();
    if (call.core.ready !== undefined) await call.core.ready;
    call.tell('callStarted');
    validate(call);
    for (;;) {
      try {
        const request = prepare(call);
        const response = await dispatch(
          call,
          request instanceof Promise ? await waiting(call, request) : request,
        );
        const value = await settle(call, decode, response);
        call.core.budget.refill();
        call.tell('attemptSucceeded');
        return value;
      } catch (error) {
        await retryOrThrow(call, call.explain(error));
      }
    }
  } catch (error) {
    call.end(error as Error, undefined);
    throw error;
  }
}

function validate(call: Call): void {
  const { validation } = call.core;
  if (validation === undefined || validation.requests === 'off') return;
  const issues = validation.checkRequest(call.operation, call.input);
  if (issues.length > 0) throw new InvalidParamsError(call.operation.id, issues);
}

/** Builds an attempt's request; a promise only when the limiter or the key makes it wait. */
function prepare(call: Call): HttpRequest | Promise<HttpRequest> {
  call.beginAttempt();
  const { limiter, credential } = call.core;
  if (limiter !== undefined) return prepareLater(call, limiter);
  const key = credential.read();
  return typeof key === 'string' ? buildRequest(call, key) : key.then((value) => buildRequest(call, value));
}

async function prepareLater(call: Call, limiter: Limiting): Promise<HttpRequest> {
  call.hold(await limiter.acquire(call.cancellation.signal));
  return buildRequest(call, await call.core.credential.read());
}

/** Waits for the limiter and the key. A cancellation and the total deadline end the wait even when neither answers. */
function waiting<T>(call: Call, answer: Promise<T>): Promise<T> {
  call.deadlines.enter('total', Infinity);
  return new Promise((resolve, reject) => {
    call.cancellation.listen(reject);
    answer.then(resolve, reject);
  });
}

/** Sends through middleware and adapter; a cancellation wins even over a middleware that never answers. */
function dispatch(call: Call, request: HttpRequest): Promise<HttpResponse> {
  const { cancellation } = call;
  if (cancellation.cancelled) throw cancellation.reason;
  call.deadlines.enter('connect', call.timeouts.connectMs);
  // Our own adapter rejects by itself. The wire is there since the call has begun.
  const { direct, handler } = call.core.wire as Wire;
  if (direct) return handler(request);
  return new Promise((resolve, reject) => {
    cancellation.listen(reject);
    const accept = (response: HttpResponse): void => {
      if (cancellation.cancelled) response.body.cancel();
      else resolve(response);
    };
    handler(request).then(accept, reject);
  });
}

function settle<T>(call: Call, decode: Decode<T>, raw: HttpResponse): Promise<T> | T {
  const { cancellation, core } = call;
  if (cancellation.cancelled) {
    // Cancelled since the head arrived. The adapter had no reader to tell, and will not tell a later one.
    raw.body.cancel();
    throw cancellation.reason;
  }
  const { codec } = core;
  const response = codec === undefined ? raw : { ...raw, headers: codec.decodeHeaders(raw.headers) };
  call.arrived(response);
  const { headers, status } = response;
  if (
    headers['vendor-ratelimit-requests-limit'] !== undefined ||
    headers['vendor-ratelimit-tokens-limit'] !== undefined
  )
    core.limitHeaders = headers;
  return status >= 200 && status < 300 ? decode(call, response) : refusal(call, response);
}

async function retryOrThrow(call: Call, error: ParlanceError): Promise<void> {
  call.releaseHold();
  call.deadlines.leave();
  const waitMs = nextWait(call, error);
  const now = call.core.clock.now();
  call.attempts.push({
    attempt: call.attempts.length + 1,
    status: call.status,
    code: error.code,
    requestId: call.requestId,
    durationMs: now - call.attemptStartedAt,
    waitMs,
  });
  call.tell('attemptFailed', error, waitMs);
  if (waitMs === null) throw finalError(call, error);
  call.renewCancellation();
  await pause(call, waitMs);
}

/** How long to wait before the next attempt; null when there is none. */
function nextWait(call: Call, error: ParlanceError): number | null {
  const { retries, core, attempts } = call;
  const cause = StreamError.is(error) ? error.cause : error;
  const verdict = worthRetrying(call, cause);
  if (ApiError.is(cause) || ConnectionError.is(cause)) cause.retryable = verdict;
  if (!verdict || !call.repeatable || core.closed) return null;
  if (attempts.length >= retries.maxRetries) return null;
  const hint = ApiError.is(cause) ? cause.retryAfterMs : null;
  if (hint !== null && hint > retries.maxHintMs) return null;
  const waitMs = hint ?? backoffMs(attempts.length, retries, core.random());
  if (waitMs >= call.deadlines.remainingMs()) return null;
  return core.budget.take() ? waitMs : null;
}

function worthRetrying(call: Call, cause: Error): boolean {
  const { replay, options } = call;
  const failure = { replay, hasIdempotencyKey: options?.idempotencyKey !== undefined };
  if (TimeoutError.is(cause) && cause.phase === 'total') return false;
  if (ConnectionError.is(cause))
    return mayRetry({ ...failure, status: null, sent: cause.sent, shouldRetry: null });
  if (!ApiError.is(cause)) return false;
  // An error event within a stream has no status; its type was given the one it stands for.
  return cause.status === null
    ? cause.retryable && replay !== 'create'
    : mayRetry({
        ...failure,
        status: cause.status,
        sent: true,
        shouldRetry: shouldRetryHeader(cause.headers),
      });
}

function finalError(call: Call, error: ParlanceError): ParlanceError {
  const earlier = call.attempts.slice(0, -1).some((one) => one.status === null || one.status >= 500);
  if (ApiError.is(error)) {
    error.maybeApplied = earlier && error.status === 404 && call.operation.method === 'DELETE';
  } else if (ConnectionError.is(error)) {
    error.maybeApplied =
      (error.sent || earlier) && (call.replay === 'idempotent' || call.replay === 'create');
  }
  return error;
}

/** Waits; ends at once when the call is cancelled. */
function pause(call: Call, waitMs: number): Promise<void> {
  const { clock } = call.core;
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(resolve, waitMs);
    const { cancellation } = call;
    cancellation.listen((reason) => {
      clock.clearTimer(timer);
      reject(AbortedError.is(reason) || TimeoutError.is(reason) ? reason : call.explain(reason));
    });
  });
}
