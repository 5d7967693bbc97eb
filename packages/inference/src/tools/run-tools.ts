/** The loop of an agent: ask, run the tools that the model calls, answer, until it stops. */
import type { CallOptions } from '@parlance/core-transport';
import type { InferenceClient } from '../inference-client.js';
import type { MessageStream } from '../message-stream.js';
import { toolLoop } from './tool-loop.js';
import type { ToolRun, ToolRunParams, ToolStep } from './tool-run.js';

/** Options of {@link runTools}. */
export interface ToolRunOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Most replies. Default 20. */
  readonly maxTurns?: number | undefined;
  /** Streams each reply, and gets the stream before it is consumed; listen to it with `on`. Default: no streaming. */
  readonly onStream?: ((stream: MessageStream, turn: number) => void) | undefined;
  /** Called after each turn, with the results of its tools. */
  readonly onStep?: ((step: ToolStep) => void | Promise<void>) | undefined;
}

/**
 * Asks the model, runs the tools that it calls, in parallel, sends back what they gave, until it stops. A tool that
 * fails, does not exist or gets a bad input gives a result with `is_error`. A paused turn is continued.
 *
 * @param client - Client.
 * @param params - See {@link ToolRunParams}.
 * @param options - See {@link ToolRunOptions}.
 * @throws {TurnLimitError} When it does not stop in time.
 * @throws {ConfigError} When `maxTurns` is no number from 1.
 * @throws {AbortedError} When the signal fires, while a tool runs too.
 * @throws {ApiError} When the service refuses or fails; {@link StreamError} when a stream breaks.
 */
export async function runTools(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams,
  options: ToolRunOptions = {},
): Promise<ToolRun> {
  const { maxTurns, onStream, onStep, ...call } = options;
  const loop = toolLoop<never>({
    params,
    maxTurns,
    signal: options.signal,
    ask: (request, turn) => {
      if (onStream === undefined) return client.messages.create(request, call);
      const stream = client.messages.stream(request, call);
      try {
        onStream(stream, turn);
      } catch (error) {
        // Nobody will take its events.
        stream.abort(error);
        throw error;
      }
      return stream.finalMessage();
    },
  });
  for (;;) {
    const { done, value } = await loop.next();
    if (done === true) return value;
    const { turn, message, results } = value;
    await onStep?.({ turn, message, results });
  }
}
