import type { Operation, ResponseOf } from '@parlance/schemas/kit';
import type { HttpResponse } from '../http-adapter.js';
import type { CallOptions } from '../options/client-options.js';
import type { Attempt } from '../pipeline/attempt.js';
import type { CallInput, CallRequest } from '../pipeline/call.js';
import type { CallRun } from '../pipeline/call-run.js';
import { checkDrift } from '../pipeline/check-drift.js';
import { pause } from '../pipeline/pause.js';
import { parseObject } from '../pipeline/read-json.js';
import { retryWaitMs } from '../pipeline/retry-policy.js';
import type { InputOf, Transport } from '../transport.js';
import { bodyStream } from './body-stream.js';

/** An open response of JSON lines. */
export interface OpenLines<Line> {
  /** The lines. A slow reader pauses the connection; leaving the loop closes it. */
  readonly lines: AsyncGenerator<Line, undefined>;
  /**
   * Waits before lines that broke off are opened again, which is a retry like any other: the retry options and the retry
   * budget apply.
   *
   * @param error - Why they broke off. Thrown if there is no further retry.
   * @param retries - How often they were opened again before.
   * @throws {AbortedError} When the signal is aborted or the client is closed.
   */
  waitToReopen(error: Error, retries: number): Promise<void>;
}

/** Sends an operation whose response is JSON lines; resolves when the response headers have arrived. */
export function openLines<O extends Operation>(
  transport: Transport,
  operation: O,
  input: InputOf<O>,
  options: CallOptions | undefined,
): Promise<OpenLines<ResponseOf<O>>> {
  const request: CallRequest = { operation, input: input as CallInput, kind: 'download', options };
  return transport.start(request, (run, attempt, response) => ({
    // The contract declares the lines as the response.
    lines: readLines(run, attempt, response) as AsyncGenerator<ResponseOf<O>, undefined>,
    waitToReopen: (error: Error, retries: number) => waitToReopen(run, error, retries),
  })).result;
}

async function waitToReopen(run: CallRun, error: Error, retries: number): Promise<void> {
  const { settings, state } = run.client;
  const { retries: delays } = run.call;
  if (retries >= delays.maxRetries || !state.retryBudget.take()) throw error;
  // The call has ended with its response. It is registered again, so that the wait ends with the client and the signal.
  run.begin();
  try {
    const waitMs = retryWaitMs(null, retries, { delays, random: settings.random() });
    await pause(settings.clock, run.cancellation, waitMs);
  } finally {
    run.release();
  }
}

/**
 * Yields the lines of a response of JSON lines. A slow reader pauses the connection; leaving the loop closes it.
 *
 * @throws {UnexpectedResponseError} When a line is not a JSON object, or larger than `maxEventBytes`.
 */
async function* readLines(
  run: CallRun,
  attempt: Attempt,
  { body }: HttpResponse,
): AsyncGenerator<object, undefined> {
  const { ceilings, codec, validation } = run.client.settings;
  const { operation } = run.call;
  for await (const text of textLines(attempt, bodyStream(run, attempt, body), ceilings.eventBytes)) {
    const value = parseObject(attempt, 'a line of the response', text);
    const line = codec === undefined ? value : (codec.decodeResponse(operation, value) as object);
    checkDrift(attempt, 'response', line, validation);
    yield line;
  }
}

/** Splits a body into lines, without the empty ones, which count as part of the next one: a service might send them forever. */
async function* textLines(
  attempt: Attempt,
  stream: ReadableStream<Uint8Array>,
  maxCharacters: number,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let length = 0;
  for await (const chunk of stream as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    // Only the new text is searched: searching the rest again for each chunk would take quadratic time.
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [index, part] of parts.entries()) {
      const isEnded = index < parts.length - 1;
      length += part.length + (isEnded ? 1 : 0);
      if (length > maxCharacters)
        throw attempt.unexpected(
          'response_too_large',
          `a line of the response, with empty lines before it, is larger than maxEventBytes (${maxCharacters})`,
        );
      rest += part;
      if (!isEnded) break;
      const line = rest;
      rest = '';
      if (line.trim() === '') continue;
      length = 0;
      yield line;
    }
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
