import type { Operation, ResponseOf } from '@parlance/schemas/kit';
import type { CallOptions } from '../options/client-options.js';
import type { CallInput, CallRequest } from '../pipeline/call.js';
import type { CallRun } from '../pipeline/call-run.js';
import { pause } from '../pipeline/pause.js';
import { retryWaitMs } from '../pipeline/retry-policy.js';
import type { InputOf, Transport } from '../transport.js';
import { readLines } from './read-lines.js';

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
