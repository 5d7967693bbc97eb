/** A call from start to finish: validate, build, then for each attempt middleware, adapter, status and decode. */
import type { ClientSettings } from '../client-settings.js';
import type { Client } from '../client.js';
import { CallSite } from '../errors/call-site.js';
import { InvalidParamsError } from '../errors/request-errors.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Attempt } from './attempt.js';
import { buildRequest } from './build-request.js';
import { callOf, type Call, type CallRequest } from './call.js';
import { CallRun } from './call-run.js';
import { exchange } from './exchange.js';
import { refuse } from './refuse.js';
import { retryOrThrow } from './retry.js';

/** Reads a successful response, and ends the run once it has been read, which for a stream is later. */
export type Decode<T> = (run: CallRun, attempt: Attempt, response: HttpResponse) => Promise<T> | T;

/** A call in flight. */
export interface StartedCall<T> {
  readonly result: Promise<T>;
  /** Aborts the call. */
  abort(reason: unknown): void;
}

/** Starts a call. Its input is read before this function returns. */
export function startCall<T>(client: Client, request: CallRequest, decode: Decode<T>): StartedCall<T> {
  let run: CallRun;
  try {
    run = new CallRun(client, callOf(request, client.settings));
  } catch (error) {
    // Invalid options reject the call's promise, like all of its other errors.
    return { result: Promise.reject(error as Error), abort: () => undefined };
  }
  return { result: send(run, decode), abort: (reason) => run.abort(reason) };
}

async function send<T>(run: CallRun, decode: Decode<T>): Promise<T> {
  const { call, client } = run;
  try {
    run.begin();
    validate(call, client.settings);
    // Nothing is awaited before this, so that the user may change the input once the method has returned.
    const request = buildRequest(call, client.settings);
    for (;;) {
      const attempt = run.beginAttempt();
      try {
        const response = await exchange(run, attempt, request);
        recordHead(run, attempt, response);
        const value = await (isSuccess(response)
          ? decode(run, attempt, response)
          : refuse(attempt, response, client.settings));
        recordSuccess(run, attempt);
        return value;
      } catch (error) {
        await retryOrThrow(run, attempt, error, request.isRepeatable);
      }
    }
  } catch (error) {
    new CallSite(send).addTo(error as Error);
    run.end(error as Error, undefined);
    throw error;
  }
}

function recordHead({ client }: CallRun, attempt: Attempt, response: HttpResponse): void {
  attempt.received(response);
  client.state.received(response.headers);
}

function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

function recordSuccess({ client, observer }: CallRun, attempt: Attempt): void {
  client.state.retryBudget.refill();
  observer.attemptSucceeded(attempt);
}

function validate(call: Call, { codec, validation }: Pick<ClientSettings, 'codec' | 'validation'>): void {
  if (validation === undefined || validation.requests === 'off') return;
  const issues = validation.checkRequest(call.operation, call.input, codec?.naming);
  if (issues.length > 0) throw new InvalidParamsError(call.operation.id, issues);
}
