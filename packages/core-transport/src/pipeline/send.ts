/** A call from start to finish: validate, build, then for each attempt middleware, adapter, status and decode. */
import type { Validator } from '@parlance/schemas/kit';
import type { Client } from '../client.js';
import { InvalidParamsError } from '../errors/request-errors.js';
import type { HttpResponse } from '../http-adapter.js';
import type { Attempt } from './attempt.js';
import { buildRequest } from './build-request.js';
import { callOf } from './call.js';
import type { Call, CallRequest } from './call.js';
import { CallRun } from './call-run.js';
import { exchange } from './exchange.js';
import { refuse } from './refuse.js';
import { retryOrThrow } from './retry.js';

/** Reads a good response. It ends the run once the response has been read, which for a stream is later. */
export type Decode<T> = (run: CallRun, attempt: Attempt, response: HttpResponse) => Promise<T> | T;

/** A call that has been started. */
export interface StartedCall<T> {
  readonly result: Promise<T>;
  /** Aborts the call. */
  abort(reason: unknown): void;
}

/** Starts a call. What it sends is fixed when this returns. */
export function startCall<T>(client: Client, request: CallRequest, decode: Decode<T>): StartedCall<T> {
  let run: CallRun;
  try {
    run = new CallRun(client, callOf(request, client.settings));
  } catch (error) {
    // Wrong options, which the user expects where all other errors of the call are.
    return { result: Promise.reject(error as Error), abort: () => undefined };
  }
  return { result: send(run, decode), abort: (reason) => run.abort(reason) };
}

async function send<T>(run: CallRun, decode: Decode<T>): Promise<T> {
  const { call, client } = run;
  try {
    run.begin();
    validate(call, client.settings.validation);
    // Nothing is awaited up to here, so that the user may change the input once the method has returned.
    const request = buildRequest(call, client.settings);
    for (;;) {
      const attempt = run.beginAttempt();
      try {
        const response = await exchange(run, attempt, request);
        return await decodeResponse(run, attempt, response, decode);
      } catch (error) {
        await retryOrThrow(run, attempt, { error, isRepeatable: request.isRepeatable });
      }
    }
  } catch (error) {
    run.end(error as Error, undefined);
    throw error;
  }
}

async function decodeResponse<T>(
  run: CallRun,
  attempt: Attempt,
  response: HttpResponse,
  decode: Decode<T>,
): Promise<T> {
  const { settings, state } = run.client;
  attempt.received(response);
  state.received(response.headers);
  if (response.status < 200 || response.status >= 300) await refuse(attempt, response, settings);
  const value = await decode(run, attempt, response);
  state.retryBudget.refill();
  run.observer.attemptSucceeded(attempt);
  return value;
}

function validate(call: Call, validation: Validator | undefined): void {
  if (validation === undefined || validation.requests === 'off') return;
  const issues = validation.checkRequest(call.operation, call.input);
  if (issues.length > 0) throw new InvalidParamsError(call.operation.id, issues);
}
