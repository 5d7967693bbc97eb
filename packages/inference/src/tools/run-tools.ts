/** The agent loop: create a message, run the tools it calls, send the results, repeat. */
import type { CallOptions } from '@parlance/core-transport';
import { requireObject } from '@parlance/core-transport/internal';
import type { InferenceClient } from '../inference-client.js';
import type { MessageStream } from '../message-stream.js';
import { requireClient } from '../require-client.js';
import { toolLoop } from './tool-loop.js';
import type { ToolRun, ToolRunParams, ToolStep } from './tool-run.js';

/** Options for {@link runTools}. */
export interface ToolRunOptions extends CallOptions {
  /** Maximum number of replies. Default 20. */
  readonly maxTurns?: number | undefined;
  /**
   * Called with the stream of each reply before it is consumed, to add listeners with `on`. `turn` counts from 0. Without
   * it, replies are not streamed.
   */
  readonly onStream?: ((stream: MessageStream, turn: number) => void) | undefined;
  /** Called after each turn, with the results of its tools. The next turn starts once it has resolved. */
  readonly onStep?: ((step: ToolStep) => void | Promise<void>) | undefined;
}

/**
 * Runs an agent: creates a message, runs the tools it calls in parallel, sends their results back, and repeats until the
 * model stops calling tools. A tool that throws, does not exist or receives an invalid input produces a result with
 * `is_error`. Paused turns are resumed. To show a run while it happens, use `streamTools`.
 *
 * @param client - Inference client.
 * @param params - See {@link ToolRunParams}.
 * @param options - See {@link ToolRunOptions}.
 * @throws {TurnLimitError} When the model still calls tools after `maxTurns` replies.
 * @throws {ConfigError} When `maxTurns` is not a number of at least 1, or a tool is malformed.
 * @throws {AbortedError} When the signal is aborted, even while a tool is running.
 * @throws {ApiError} When the service responds with an error status.
 * @throws {StreamError} When the stream of a reply breaks.
 */
export async function runTools(
  client: Pick<InferenceClient, 'messages'>,
  params: ToolRunParams,
  options: ToolRunOptions = {},
): Promise<ToolRun> {
  requireClient(client, 'create');
  requireObject('options', options);
  const { maxTurns, onStream, onStep, ...call } = options;
  const loop = toolLoop<never>({
    params,
    maxTurns,
    signal: options.signal,
    createReply: (request, turn) => {
      if (onStream === undefined) return client.messages.create(request, call);
      const stream = client.messages.stream(request, call);
      try {
        onStream(stream, turn);
      } catch (error) {
        // Nothing else would consume or close the stream.
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
